import { MerchantId } from '@strata/domain/ids'
import type { Pool, Queryable, Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { changeSetting } from './change-setting.ts'
import { type MaintenanceWindow, windowAt } from './maintenance-window.ts'
import { readSetting } from './store-settings.ts'
import { systemSettings } from './system-settings.ts'

/** The setting that holds the window of the whole platform. */
export const MAINTENANCE_KEY = 'maintenance'

export interface Maintenance {
  /** 0 none, 1 announced, 2 in progress. */
  readonly maintenanceState: 0 | 1 | 2
  readonly message: string
  readonly from: number | null
  readonly until: number | null
  readonly reading: boolean
}

/** How long before its start a maintenance is announced, in milliseconds. */
export const noticeMsOf = async (on: Queryable): Promise<number> => (await systemSettings(on)).noticeMinutes * 60_000

/** The announced or running window of the whole platform. */
export const platformWindowAt = async (
  on: Queryable,
  now: number,
  noticeMs: number,
): Promise<MaintenanceWindow | null> => windowAt(await readSetting(on, MAINTENANCE_KEY), now, noticeMs)

/** The same as sign-in answers and `GET /api/common/status` give it. */
export async function maintenanceAt(on: Queryable, now: number): Promise<Maintenance> {
  const window = await platformWindowAt(on, now, await noticeMsOf(on))
  if (!window) return { maintenanceState: 0, message: '', from: null, until: null, reading: false }
  const { state, ...rest } = window
  return { maintenanceState: state, ...rest }
}

/** Max age of the cached setting: not every call reads it again. */
const MAX_AGE_MS = 1_000
const cache = new WeakMap<object, { readAt: number; reading: Promise<unknown> }>()

/** Empties the cache, after a change of the row. */
export const forgetMaintenance = (on: Queryable): boolean => cache.delete(on)

/**
 * Changes windows of maintenance; the version counts changes of games' windows too. All screens hear of it, and it
 * takes effect at once in this process. `asked`: the version that the operator saw. Returns the new version.
 */
export function changeMaintenance(
  tx: Tx,
  { pool, live, asked }: { readonly pool: Pool; readonly live: LiveHub; readonly asked: number },
  change: (value: unknown) => unknown,
): Promise<number | Refusal> {
  tx.afterCommit(() => {
    forgetMaintenance(pool)
    live.publish({ type: 'maintenance', merchantId: MerchantId(0), key: 'maintenance', data: {} })
  })
  return changeSetting(tx, { key: MAINTENANCE_KEY, asked }, change)
}

/** The running maintenance of the whole platform, null outside of one. */
export async function runningMaintenance(on: Queryable, now: number): Promise<MaintenanceWindow | null> {
  let known = cache.get(on)
  if (!known || Date.now() - known.readAt >= MAX_AGE_MS) {
    const reading = readSetting(on, MAINTENANCE_KEY)
    known = { readAt: Date.now(), reading }
    cache.set(on, known)
    reading.catch(() => cache.delete(on))
  }
  return windowAt(await known.reading, now, 0)
}

/** Whether the whole platform is in maintenance: only the operators' side and a few calls stay open. */
export const isMaintenanceOn = async (on: Queryable, now: number): Promise<boolean> =>
  (await runningMaintenance(on, now)) !== null
