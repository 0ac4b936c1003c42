import { type GameId, type GroupId, MerchantId } from '@strata/domain/ids'
import type { LiveEvent } from '../../platform/live.ts'
import type { Platform } from '../../platform/platform.ts'
import { type PeriodRecord, resultInForce } from './store-periods.ts'

/**
 * Announces to the screens of one merchant, or to all screens (0), that a period changed its state or finished
 * settling. Reads the result for it; if that fails, the event is sent without it and screens read it themselves.
 */
export const announcePeriod =
  ({ live, clock, pool, log }: Pick<Platform, 'live' | 'clock' | 'pool' | 'log'>, merchantId = MerchantId(0)) =>
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

/**
 * Announces to the screens of one merchant, or to all screens (0), that odds of a period, or of all periods (null),
 * changed.
 */
export const oddsEvent = (moved: {
  readonly merchantId: MerchantId
  readonly gameId: GameId
  readonly periodNo: string | null
  /** Empty: all groups. */
  readonly groupIds: readonly GroupId[]
  readonly at: number
}): LiveEvent => {
  const { merchantId, ...data } = moved
  const name = `${data.gameId} ${data.periodNo ?? ''}`
  return { type: 'odds', merchantId, key: name, data, pace: name, gathers: 'groupIds' }
}

/** Announces to all screens that a game was switched on or off. */
export const gameEvent = (gameId: GameId, enabled: boolean, at: number): LiveEvent => ({
  type: 'game',
  merchantId: MerchantId(0),
  key: String(gameId),
  data: { gameId, enabled, at },
})
