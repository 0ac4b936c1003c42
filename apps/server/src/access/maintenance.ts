import { z } from 'zod'
import type { Queryable } from '../platform/db.ts'
import { readSetting } from './store.ts'

/** Announced this long before it begins. */
const NOTICE_MS = 3_600_000

const window = z.object({ from: z.int(), until: z.int().nullable(), message: z.string() })

export interface Maintenance {
  /** 0 none, 1 coming, 2 on. */
  readonly maintenanceState: 0 | 1 | 2
  readonly message: string
  readonly from: number | null
  readonly until: number | null
}

const none: Maintenance = { maintenanceState: 0, message: '', from: null, until: null }

/** The platform's maintenance window (setting `maintenance`) as seen at an instant. */
export async function maintenanceAt(on: Queryable, now: number): Promise<Maintenance> {
  const read = window.safeParse(await readSetting(on, 'maintenance'))
  if (!read.success) return none
  const { from, until, message } = read.data
  if (now < from - NOTICE_MS || (until !== null && now >= until)) return none
  return { maintenanceState: now < from ? 1 : 2, message, from, until }
}
