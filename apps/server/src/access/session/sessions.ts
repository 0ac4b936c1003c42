import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '../../platform/db.ts'
import type { RoleType } from '../store-accounts.ts'
import { insertSession } from './store-sessions.ts'

/** Without a call that a person made, a session ends after this. */
export const IDLE_MS = 30 * 60_000
/** However busy, a session ends after this. */
export const ABSOLUTE_MS = 12 * 3_600_000
/** Renewals are written at most this often. */
export const TOUCH_MS = 15_000

/** Only the hash is stored: who reads the database cannot act as anybody. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

const DEVICE_LENGTH = 200

/** Opens a session and answers its token, which exists nowhere else. */
export async function openSession(
  on: Queryable,
  session: { accountId: number; roleType: RoleType; ip: string; device: string; now: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertSession(on, {
    tokenHash: hashToken(token),
    accountId: session.accountId,
    roleType: session.roleType,
    at: session.now,
    expiresAt: session.now + ABSOLUTE_MS,
    ip: session.ip,
    device: session.device.slice(0, DEVICE_LENGTH),
  })
  return token
}
