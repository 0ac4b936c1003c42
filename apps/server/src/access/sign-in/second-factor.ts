import { createHash, timingSafeEqual } from 'node:crypto'
import type { AccountId } from '@strata/domain/ids'
import { Secret, TOTP } from 'otpauth'
import type { Pool } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { chargeGuess, type GuessContext, guessedRight, kindOfCode } from '../passwords/guesses.ts'
import { rememberWrapper } from '../passwords/store-wrappers.ts'
import type { AccountSecrets } from '../store-accounts.ts'
import { takeRecoveryHash } from './store-sign-ins.ts'

/** The purpose string that a TOTP secret is sealed with. */
export const totpPurpose = (accountId: AccountId): string => `totp:${accountId}`

/** Recovery codes are long and random: a plain hash is enough. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.replaceAll('-', '').toLowerCase()).digest('base64url')

const sameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Whether a code is correct now; does not use it up. */
export const matchesTotp = (secret: string, code: string, now: number): boolean =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).validate({
    token: code,
    window: 1,
    timestamp: now,
  }) !== null

/**
 * RFC 6238 with steps of 30 s, accepting one step before and after. Each step is accepted only once, so that a code
 * seen by somebody else is useless.
 */
async function isTotp(
  context: { pool: Pool; clock: () => number },
  accountId: AccountId,
  secret: string,
  code: string,
) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  const now = context.clock()
  const delta = totp.validate({ token: code, window: 1, timestamp: now })
  if (delta === null) return false
  const step = Math.floor(now / 30_000) + delta
  return rememberWrapper(context.pool, `totp:${accountId}:${step}`, now)
}

interface FactorContext extends GuessContext {
  readonly secrets: Secrets
}

/** Counts the guess and checks it. Refusals: lockedOut, codeWrong. */
export async function proveSecondFactor(
  context: FactorContext,
  accountId: AccountId,
  stored: Pick<AccountSecrets, 'totpSecret' | 'recoveryHashes'>,
  code: string,
): Promise<Refusal | undefined> {
  const kind = kindOfCode(code)
  const wait = await chargeGuess(context, accountId, kind)
  if (wait) return wait
  if (!(await verifySecondFactor(context, accountId, stored, code))) return refuse('codeWrong')
  await guessedRight(context, accountId, kind)
  return undefined
}

/** Whether the code is the app's current one or an unused recovery code. A recovery code is used up. */
async function verifySecondFactor(
  context: FactorContext,
  accountId: AccountId,
  stored: Pick<AccountSecrets, 'totpSecret' | 'recoveryHashes'>,
  code: string,
): Promise<boolean> {
  if (stored.totpSecret === null) return true
  if (kindOfCode(code) === 'totp') {
    return isTotp(context, accountId, context.secrets.open(stored.totpSecret, totpPurpose(accountId)), code)
  }
  const digest = hashRecoveryCode(code)
  const known = stored.recoveryHashes.find((one) => sameText(one, digest))
  // If two sign-ins use one code at the same moment, only the one that deletes it succeeds.
  return known !== undefined && takeRecoveryHash(context.pool, accountId, known)
}
