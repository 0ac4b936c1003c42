import { z } from 'zod'
import type { Queryable } from '../../platform/db.ts'
import { readSetting } from './store-settings.ts'

/** Key of the setting that holds what operators configure for the whole platform. */
export const SYSTEM_KEY = 'system'

const stored = z.object({
  /** Shown to the head's users at the top of their pages. */
  name: z.string().default(''),
  /** How many minutes before its start a maintenance is announced. */
  noticeMinutes: z.int().min(0).default(60),
})

export type SystemSettings = z.output<typeof stored>

export const systemSettingsOf = (value: unknown): SystemSettings => stored.parse(value ?? {})

export const systemSettings = async (on: Queryable): Promise<SystemSettings> =>
  systemSettingsOf(await readSetting(on, SYSTEM_KEY))
