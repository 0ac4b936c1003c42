import { createHash, randomBytes } from 'node:crypto'
import type { AccountId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'
import { recentSystemSettings } from '../platform-settings/system-settings.ts'
import type { RoleType } from '../store-accounts.ts'
import { insertSession } from './store-sessions.ts'

/** A session ends after this time without a call that a person made. */
export const idleMsOf = async (on: Queryable): Promise<number> => (await recentSystemSettings(on)).idleMinutes * 60_000
/** No session lasts longer, whatever the setting says. */
export const LONGEST_MS = 24 * 3_600_000
/** Renewals of a session are written at most this often. */
export const TOUCH_MS = 15_000

/** Only the hash of a token is stored, so that reading the database gives no access. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

const DEVICE_LENGTH = 200

/** Opens a session and returns its token, which is not stored anywhere. */
export async function openSession(
  on: Queryable,
  session: {
    accountId: AccountId
    roleType: RoleType
    ip: string
    device: string
    now: number
    /** It ends after this time in any case. */
    lastsMs: number
    /** Of the known device that it is opened on. */
    deviceHash?: string
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertSession(on, {
    tokenHash: hashToken(token),
    accountId: session.accountId,
    roleType: session.roleType,
    at: session.now,
    expiresAt: session.now + session.lastsMs,
    ip: session.ip,
    device: session.device.slice(0, DEVICE_LENGTH),
    deviceHash: session.deviceHash ?? null,
  })
  return token
}
