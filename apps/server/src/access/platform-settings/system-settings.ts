import { MerchantId } from '@strata/domain/ids'
import { z } from 'zod'
import type { Pool, Queryable, Tx } from '../../platform/db.ts'
import type { LiveEvent, LiveHub } from '../../platform/live.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { changeSetting } from './change-setting.ts'
import { readSetting } from './store-settings.ts'

/** Key of the setting that holds what operators configure for the whole platform. */
export const SYSTEM_KEY = 'system'

/** The first age that the log of sign-ins may be deleted at: the function of the owner deletes nothing younger. */
export const LEAST_LOGIN_DAYS = 180

/**
 * The first age that a day's orders may be dropped at: the months that pages open with, and time to settle up and to
 * correct. The function of the owner drops nothing younger.
 */
export const LEAST_ORDER_DAYS = 93

const stored = z.object({
  /** Shown at the top of the operators' pages, in tab titles and on the sign-in pages. */
  name: z.string().default(''),
  /** 1: pages with money carry account and time, on the screen and on paper. */
  watermark: z.int().min(0).max(1).default(0),
  /** How many minutes before its start a maintenance is announced. */
  noticeMinutes: z.int().min(0).default(60),
  /** A session ends after so many minutes without a call that a person made. */
  idleMinutes: z.int().min(5).default(30),
  /** A session ends so many hours after its sign-in in any case. */
  sessionHours: z.int().min(1).default(12),
  /** Roles that must bind a validator before their first change; operators of production always must. */
  totpRoles: z.array(z.int()).default([]),
  /** Days after which a login password must be changed; 0: never. */
  passwordDays: z.int().min(0).default(0),
  /** After so many failed sign-ins of an account from one address block each further one needs a captcha; 0: never. */
  captchaAfter: z.int().min(0).default(3),
  /** Finished files of exports are deleted after so many hours. */
  exportHours: z.int().min(1).default(24),
  /** Days after which sign-ins are deleted from their log. */
  loginLogDays: z.int().min(LEAST_LOGIN_DAYS).default(LEAST_LOGIN_DAYS),
  /** Single orders of days older than this are dropped; their sums stay. 0: never. */
  orderDays: z.int().min(0).default(0),
  /** A merchant with less available than this is shown to operators, in units of money; '0': no warning. */
  balanceLine: z.string().regex(/^\d+$/).default('0'),
  /** A holder whose balance is below so many percent of its quota is told; 0: nobody. */
  lowBalancePercent: z.int().min(0).max(100).default(10),
  /** Days after which a key of a merchant should be replaced. */
  keyDays: z.int().min(1).default(180),
  /** A merchant that usually bets at this time and signed nothing for so many minutes is shown; 0: no warning. */
  silentMinutes: z.int().min(0).default(30),
  /** Free disk space that lasts for fewer days than this is shown. */
  diskDays: z.int().min(1).default(14),
  /** A certificate is shown from this number of days before its end. */
  certificateDays: z.int().min(1).default(14),
  /** A period without a result is shown so many minutes after its draw: a result takes a moment. */
  resultMinutes: z.int().min(1).default(1),
  /** A job is shown after so many failures: the first ones are repeated soon, and mostly succeed. */
  jobFailures: z.int().min(1).default(3),
  /** When each setting was changed last, by its key. */
  since: z.record(z.string(), z.int()).default({}),
})

export type SystemSettings = z.output<typeof stored>

export const systemSettingsOf = (value: unknown): SystemSettings => stored.parse(value ?? {})

export const systemSettings = async (on: Queryable): Promise<SystemSettings> =>
  systemSettingsOf(await readSetting(on, SYSTEM_KEY))

/** Max age of the settings that every call needs: not every call reads them again. */
const MAX_AGE_MS = 1_000
const cache = new WeakMap<object, { readAt: number; reading: Promise<SystemSettings> }>()

/** Empties the cache, after a change of the row. */
export const forgetSystemSettings = (on: Queryable): boolean => cache.delete(on)

/** All screens hear of it. */
export const PLATFORM_CHANGED: LiveEvent = { type: 'platform', merchantId: MerchantId(0), key: 'platform', data: {} }

/** Empties the cache also after a change in another process, before screens here that hear of it read again. */
export const followSystemSettings = ({ pool, live }: { readonly pool: Pool; readonly live: LiveHub }): void => {
  live.subscribe(({ type }) => {
    if (type === PLATFORM_CHANGED.type) forgetSystemSettings(pool)
  })
}

/**
 * Changes what operators configure. It takes effect at once in this process, in others within a second. `asked`: the
 * version that the operator saw. Returns the new version.
 */
export function changeSystemSettings(
  tx: Tx,
  { pool, asked }: { readonly pool: Pool; readonly asked?: number },
  change: (before: SystemSettings) => SystemSettings | Refusal | Promise<SystemSettings | Refusal>,
): Promise<number | Refusal> {
  tx.afterCommit(() => void forgetSystemSettings(pool))
  const of = asked === undefined ? { key: SYSTEM_KEY } : { key: SYSTEM_KEY, asked }
  return changeSetting(tx, of, (value) => change(systemSettingsOf(value)))
}

/** As systemSettings, at most a second old. */
export function recentSystemSettings(on: Queryable): Promise<SystemSettings> {
  const known = cache.get(on)
  if (known && Date.now() - known.readAt < MAX_AGE_MS) return known.reading
  const reading = systemSettings(on)
  cache.set(on, { readAt: Date.now(), reading })
  reading.catch(() => cache.delete(on))
  return reading
}

/** The product's own name, while operators have set no other. */
const PRODUCT = 'Strata'

/** What the platform calls itself in messages and in validators. */
export const platformName = async (on: Queryable): Promise<string> => (await recentSystemSettings(on)).name || PRODUCT
