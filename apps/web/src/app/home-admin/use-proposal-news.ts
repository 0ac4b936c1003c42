import * as proposalCalls from '@strata/contract/calls/proposals'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive, onResumed } from '../../api/live.ts'
import { refreshAfter } from '../../api/stale.ts'

/** Reads again at once what another operator's proposal, its withdrawal, its end or its decision has changed. */
export const useProposalNews = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    // The same reads that taking one back makes out of date; what a decision changes beside them has its own events.
    const again = (): void => void refreshAfter(client, proposalCalls.proposalWithdraw)
    const offs = [onLive('proposal', again), onResumed(again)]
    return () => {
      for (const off of offs) off()
    }
  }, [client])
}
