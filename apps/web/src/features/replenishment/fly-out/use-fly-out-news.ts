import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive, onResumed } from '../../../api/live.ts'
import { keyOf } from '../../../api/queries.ts'
import { createPacer } from '../../../lib/pace.ts'

/** News closer together than this is answered by one call: an answer that every order called off would never come. */
const NEWS_GAP_MS = 250

/** Asks again when the server says that an order has flown out or changed, and when the line comes back. */
export const useFlyOutNews = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    const queryKey = keyOf(flyOutsCalls.pilotOutOrderQuery)
    const pacer = createPacer(NEWS_GAP_MS, () => {
      // An answer under way may be older than the news: asked once more when it is there.
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
