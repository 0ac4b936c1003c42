import type { ResponseOf } from '@strata/contract/endpoint'
import type { maintenanceNotice } from '@strata/contract/endpoints/notices'
import { noticeMsOf, platformWindowAt, windowAt } from '../access/platform-settings.ts'
import { gameMaintenance } from '../games/setup.ts'
import type { Queryable } from '../platform/db.ts'

type Answer = ResponseOf<typeof maintenanceNotice>

/** The maintenance windows that were announced or have begun: the platform's, then each game's. */
export async function maintenanceNotices(on: Queryable, now: number): Promise<Answer> {
  const noticeMs = await noticeMsOf(on)
  const platform = await platformWindowAt(on, now, noticeMs)
  const games = (await gameMaintenance(on)).flatMap(({ id, maintenance }) => {
    const window = windowAt(maintenance, now, noticeMs)
    // Nothing of the game is hidden: only its bets and replenishments stop.
    return window ? [{ gameId: id, ...window, reading: true }] : []
  })
  return { items: [...(platform ? [{ gameId: null, ...platform }] : []), ...games], serverNow: now }
}
