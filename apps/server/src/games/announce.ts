import type { Platform } from '../platform/platform.ts'
import type { PeriodRecord } from './store.ts'

/** Tells every screen that a period changed its state. */
export const announcePeriod =
  (platform: Pick<Platform, 'live'>): ((period: PeriodRecord) => void) =>
  (period) =>
    platform.live.publish({
      type: 'period',
      merchantId: 0,
      key: String(period.id),
      data: { periodId: period.id, gameId: period.gameId, periodNo: period.periodNo, state: period.state },
    })
