import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive, onResumed } from '../../../api/live.ts'
import { keyOf } from '../../../api/queries.ts'
import { createPacer } from '../../../lib/pace.ts'

/**
 * Events closer together than this are answered by one call. Cancelling the call for each event would never finish
 * it.
 */
const NEWS_GAP_MS = 250

/** Reads again when the server reports a new or changed fly-out order, and after a break of the stream. */
export const useFlyOutNews = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    const queryKey = keyOf(flyOutsCalls.flyOutOrderQuery)
    const pacer = createPacer(NEWS_GAP_MS, () => {
      // An answer in flight may be older than the event: it reads once more afterwards.
      if (client.isFetching({ queryKey }) > 0) pacer.ask()
      else void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    })
    const offs = [
      onLive('order', ({ kind }) => {
        if (kind === 'flyout') pacer.ask()
      }),
      onResumed(pacer.ask),
    ]
    return () => {
      pacer.stop()
      for (const off of offs) off()
    }
  }, [client])
}
