import { z } from 'zod'
import type { Queryable } from '../../platform/db.ts'
import { readSetting } from './store-settings.ts'
import { systemSettings } from './system-settings.ts'

const window = z.object({
  enabled: z.literal(true).default(true),
  from: z.int(),
  until: z.int().nullable(),
  message: z.string(),
})

export interface Maintenance {
  /** 0 none, 1 coming, 2 on. */
  readonly maintenanceState: 0 | 1 | 2
  readonly message: string
  readonly from: number | null
  readonly until: number | null
}

const none: Maintenance = { maintenanceState: 0, message: '', from: null, until: null }

/** The platform's maintenance window (setting `maintenance`) as seen at an instant. */
export const maintenanceAt = async (on: Queryable, now: number): Promise<Maintenance> =>
  windowAt(await readSetting(on, 'maintenance'), now, (await systemSettings(on)).noticeMinutes * 60_000)

function windowAt(setting: unknown, now: number, noticeMs = 0): Maintenance {
  const read = window.safeParse(setting)
  if (!read.success) return none
  const { from, until, message } = read.data
  if (now < from - noticeMs || (until !== null && now >= until)) return none
  return { maintenanceState: now < from ? 1 : 2, message, from, until }
}

/** How old an answer may be: a call does not read the setting again each time. */
const KEEP_MS = 1_000
const kept = new WeakMap<object, { readAt: number; reading: Promise<unknown> }>()

/** Forgets what was read: whoever changes the window calls it, so that it acts at once in this process. */
export const forgetMaintenance = (on: Queryable): boolean => kept.delete(on)

/** Whether the whole platform is in maintenance: only the operators' side and what is always allowed goes on. */
export async function isMaintenanceOn(on: Queryable, now: number): Promise<boolean> {
  let known = kept.get(on)
  if (!known || Date.now() - known.readAt >= KEEP_MS) {
    const reading = readSetting(on, 'maintenance')
    known = { readAt: Date.now(), reading }
    kept.set(on, known)
    reading.catch(() => kept.delete(on))
  }
  return windowAt(await known.reading, now).maintenanceState === 2
}
