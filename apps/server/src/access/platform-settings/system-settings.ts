import { z } from 'zod'
import type { Queryable } from '../../platform/db.ts'
import { readSetting } from './store-settings.ts'

/** Where what operators set of the platform as a whole is kept. */
export const SYSTEM_KEY = 'system'

const stored = z.object({
  /** What the head's people see at the top of their pages. */
  name: z.string().default(''),
  /** A maintenance is announced so many minutes before it begins. */
  noticeMinutes: z.int().min(0).default(60),
})

export type SystemSettings = z.output<typeof stored>

export const systemSettingsOf = (value: unknown): SystemSettings => stored.parse(value ?? {})

export const systemSettings = async (on: Queryable): Promise<SystemSettings> =>
  systemSettingsOf(await readSetting(on, SYSTEM_KEY))
