import type { Platform } from '../platform/platform.ts'
import type { PeriodRecord } from './store.ts'

/** Tells the screens of one merchant, or every screen (0), that a period changed its state or what it has settled. */
export const announcePeriod =
  ({ live, clock }: Pick<Platform, 'live' | 'clock'>, merchantId = 0): ((period: PeriodRecord) => void) =>
  ({ id, gameId, periodNo, state, openAt, closeAt, hedgeCloseAt, drawAt }) => {
    const times = { openAt, closeAt, hedgeCloseAt, drawAt }
    const data = { periodId: id, gameId, periodNo, state, ...times, serverNow: clock() }
    live.publish({ type: 'period', merchantId, key: String(id), data })
  }
