import * as dropCalls from '@strata/contract/calls/odds-drops'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive, onResumed } from '../../api/live.ts'
import { keyOf } from '../../api/queries.ts'

/** Reads drops and their log again whenever odds of the game change. */
export const useOddsNews = (gameId: number): void => {
  const client = useQueryClient()
  useEffect(() => {
    const again = (): void => {
      void client.invalidateQueries({ queryKey: keyOf(dropCalls.oddsDropNow) })
      void client.invalidateQueries({ queryKey: keyOf(dropCalls.oddsDropLog) })
    }
    const stops = [
      onLive('odds', (event) => {
        if (event.gameId === gameId) again()
      }),
      onLive('period', (event) => {
        if (event.gameId === gameId) again()
      }),
      onResumed(again),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, gameId])
}
