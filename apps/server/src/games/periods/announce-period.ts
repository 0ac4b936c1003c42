import type { LiveEvent } from '../../platform/live.ts'
import type { Platform } from '../../platform/platform.ts'
import { type PeriodRecord, resultInForce } from './store-periods.ts'

/**
 * Tells the screens of one merchant, or every screen (0), that a period changed its state or what it has settled. The
 * result is read by then; where that fails screens are told without it, and ask.
 */
export const announcePeriod =
  ({ live, clock, pool, log }: Pick<Platform, 'live' | 'clock' | 'pool' | 'log'>, merchantId = 0) =>
  (period: PeriodRecord): void => {
    const { id, gameId, periodNo, state, openAt, closeAt, hedgeCloseAt, drawAt } = period
    const times = { openAt, closeAt, hedgeCloseAt, drawAt }
    const tell = (balls: readonly number[] | null): void => {
      const result = balls === null ? {} : { result: balls }
      const data = { gameId, periodNo, state, ...times, ...result, serverNow: clock() }
      live.publish({ type: 'period', merchantId, key: String(id), data })
    }
    if (period.resultVersion === 0) {
      tell(null)
      return
    }
    resultInForce(pool, period).then(tell, (error: unknown) => {
      log.warn({ err: error }, 'a period is announced without its result')
      tell(null)
    })
  }

/** Tells the screens of one merchant, or every screen (0), that odds of a period, or of all (null), have moved. */
export const oddsEvent = (moved: {
  readonly merchantId: number
  readonly gameId: number
  readonly periodNo: string | null
  /** Empty: any. */
  readonly groupIds: readonly number[]
  readonly at: number
}): LiveEvent => {
  const { merchantId, ...data } = moved
  const name = `${data.gameId} ${data.periodNo ?? ''}`
  return { type: 'odds', merchantId, key: name, data, pace: name, gathers: 'groupIds' }
}
