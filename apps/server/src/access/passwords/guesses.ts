import type { AccountId } from '@strata/domain/ids'
import type { Pool, Queryable } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { chargeAttempt, forgetAttempts, returnAttempt } from '../sign-in/store-waits.ts'

/** The secrets that a caller can prove. Each has one counter over all calls that ask for it. */
const SECRET_KINDS = ['login', 'transfer', 'totp', 'recovery'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

export interface GuessContext {
  readonly pool: Pool
  readonly clock: () => number
}

const DAY_MS = 86_400_000
const perSecret = { free: 5, firstWaitMs: 30_000, longestWaitMs: 3_600_000, forgetAfterMs: DAY_MS }
/** Wrong guesses per account and day, over all its secrets. */
const MAX_A_DAY = 20
const perDay = { free: MAX_A_DAY, firstWaitMs: DAY_MS, longestWaitMs: DAY_MS, forgetAfterMs: DAY_MS }

const secretKey = (accountId: AccountId, kind: SecretKind): string => `secret ${kind} ${accountId}`
/** A new key each UTC day, so that single mistakes over many days never add up. */
const dayKey = (accountId: AccountId, now: number): string => `secrets ${Math.floor(now / DAY_MS)} ${accountId}`

const lockedUntil = (until: number, now: number): Refusal =>
  refuse('lockedOut', { minutes: Math.max(1, Math.ceil((until - now) / 60_000)) })

/** Counts a guess before it is checked, so that parallel guesses are all counted. Refusal: lockedOut. */
export async function chargeGuess(
  { pool, clock }: GuessContext,
  accountId: AccountId,
  kind: SecretKind,
): Promise<Refusal | undefined> {
  const now = clock()
  const until = await chargeAttempt(pool, secretKey(accountId, kind), { now, ...perSecret })
  if (until > 0) return lockedUntil(until, now)
  const tomorrow = await chargeAttempt(pool, dayKey(accountId, now), { now, ...perDay })
  return tomorrow > 0 ? lockedUntil((Math.floor(now / DAY_MS) + 1) * DAY_MS, now) : undefined
}

/** After a correct guess: clears the counter of this secret and subtracts this one guess from the day's counter. */
export async function guessedRight(
  { pool, clock }: GuessContext,
  accountId: AccountId,
  kind: SecretKind,
): Promise<void> {
  const now = clock()
  await forgetAttempts(pool, secretKey(accountId, kind))
  await returnAttempt(pool, dayKey(accountId, now), now)
}

/** Clears all counters of an account. Only for who has more power than any guess would give: somebody at the server itself. */
export async function forgetSecretGuesses(on: Queryable, accountId: AccountId, now: number): Promise<void> {
  for (const kind of SECRET_KINDS) await forgetAttempts(on, secretKey(accountId, kind))
  await forgetAttempts(on, dayKey(accountId, now))
}

/** Decides by the form: six digits are a code of the app, anything else is a recovery code. */
export const kindOfCode = (code: string): 'totp' | 'recovery' => (/^\d{6}$/.test(code) ? 'totp' : 'recovery')
