import type { WriteCallId } from '@strata/contract/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { type Answer, ApiFailure, ApiRefusal, type Call, type Input } from '../../api/client.ts'
import { refreshAfter } from '../../api/stale.ts'
import { newRequestId } from '../../lib/request-id.ts'

/** Makes a change and reads again what it made out of date. The client has shown a refusal; null is answered then. */
export const useChange = () => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const change = async <Id extends WriteCallId>(
    call: Call<Id>,
    input: Omit<Input<Id>, 'requestId'>,
  ): Promise<{ readonly answer: Answer<Id> } | null> => {
    setBusy(true)
    try {
      const answer = await api.call(call, { ...input, requestId: newRequestId() } as unknown as Input<Id>)
      await refreshAfter(client, call as Call<WriteCallId>)
      return { answer }
    } catch (caught) {
      if (!(caught instanceof ApiRefusal || caught instanceof ApiFailure)) throw caught
      // Somebody else may have been quicker: the page shows what is now.
      await refreshAfter(client, call as Call<WriteCallId>)
      return null
    } finally {
      setBusy(false)
    }
  }
  return { busy, change }
}
