import { addressBlock, NEIGHBOURHOOD } from '../../platform/address-block.ts'
import type { Pool, Queryable } from '../../platform/db.ts'
import {
  type AttemptRule,
  chargeAttempt,
  countFailures,
  findWait,
  forgetAttempts,
  forgetAttemptsBelow,
  returnAttempt,
} from './store-waits.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Few attempts per account and address block, and per known device. */
const perAccount = { free: 5, firstWaitMs: 30_000, longestWaitMs: HOUR_MS, forgetAfterMs: DAY_MS }
/** Many per address block over all accounts, because an office may share one address. */
const perBlock = { free: 60, firstWaitMs: 30_000, longestWaitMs: 600_000, forgetAfterMs: HOUR_MS }
/** For one account over all address blocks, known devices excluded: guesses from many addresses become slow as well. */
const perAccountAnywhere = { free: 20, firstWaitMs: 30_000, longestWaitMs: 900_000, forgetAfterMs: DAY_MS }

export interface Brake {
  readonly key: string
  readonly rule: AttemptRule
}

/** The counts of an attempt. A right password clears the first; the others lose this one attempt. */
export type Brakes = readonly [Brake, ...Brake[]]

/** Key of the count of wrong passwords for a name from unknown devices at any address. */
const anywhereKey = (accountName: string): string => `account ${accountName.toLowerCase()}`

/** Clears the counts of an account after a reset of its password: nobody has guessed at the new one yet. */
export const forgetGuesses = async (on: Queryable, accountName: string): Promise<void> => {
  await forgetAttempts(on, anywhereKey(accountName))
  await forgetAttemptsBelow(on, anywhereKey(accountName))
}

export function brakesOfStranger(accountName: string, ip: string): Brakes {
  const block = addressBlock(ip, NEIGHBOURHOOD)
  return [
    { key: `${anywhereKey(accountName)} ${block}`, rule: perAccount },
    { key: `block ${block}`, rule: perBlock },
    { key: anywhereKey(accountName), rule: perAccountAnywhere },
  ]
}

/** A known device waits only for its own wrong passwords, never for those of others. */
export const brakesOfDevice = (tokenHash: string): Brakes => [{ key: `device ${tokenHash}`, rule: perAccount }]

/** After so many failures of an address block over all accounts, each of its attempts needs a captcha. */
const BLOCK_FAILURES = 20
/** The same for one account over all address blocks. */
const ANYWHERE_FAILURES = 10

/** Whether an attempt must come with a captcha: after `after` failures of its own; 0: never. Only reads. */
export async function needsCaptcha(on: Queryable, brakes: Brakes, now: number, after: number): Promise<boolean> {
  if (after === 0) return false
  const [own = 0, block = 0, anywhere = 0] = await countFailures(on, brakes, now)
  return own >= after || block >= BLOCK_FAILURES || anywhere >= ANYWHERE_FAILURES
}

export interface Wait {
  readonly key: string
  readonly until: number
}

const MAX_KNOWN = 10_000
/** How long a wait is trusted without reading it again, because another process may have ended it. */
const TRUSTED_MS = 10_000

/**
 * The throttled accounts, address blocks and devices. A throttled attempt costs a lookup in memory, and one read of
 * the database every 10 seconds. It never writes.
 */
export class SignInWaits {
  readonly #known = new Map<string, { until: number; readAt: number }>()

  get size(): number {
    return this.#known.size
  }

  /** A wait that is known without reading the database. */
  remembered(brakes: Brakes, now: number): Wait | undefined {
    for (const { key } of brakes) {
      const known = this.#known.get(key)
      if (known && known.until > now && now - known.readAt < TRUSTED_MS) return { key, until: known.until }
    }
    return undefined
  }

  /** Whether the attempt has to wait, without counting it. */
  async waiting(pool: Pool, brakes: Brakes, now: number): Promise<Wait | undefined> {
    const waiting = await findWait(pool, brakes, now)
    return waiting && this.#remember(waiting, now)
  }

  /** Counts an attempt before the password is checked, unless it has to wait. */
  async charge(pool: Pool, brakes: Brakes, now: number): Promise<Wait | undefined> {
    const waiting = await findWait(pool, brakes, now)
    if (waiting) return this.#remember(waiting, now)
    for (const { key, rule } of brakes) {
      const until = await chargeAttempt(pool, key, { now, ...rule })
      if (until > 0) return this.#remember({ key, until }, now)
    }
    return undefined
  }

  /** Takes the attempt back: the password was right, and only the code is missing. */
  async takeBack(pool: Pool, brakes: Brakes, now: number): Promise<void> {
    for (const { key } of brakes) {
      this.#known.delete(key)
      await returnAttempt(pool, key, now)
    }
  }

  /** After a successful sign-in: clears its own count and takes the attempt back from the shared ones. */
  async end(pool: Pool, [own, ...shared]: Brakes, now: number): Promise<void> {
    this.#known.delete(own.key)
    await forgetAttempts(pool, own.key)
    for (const { key } of shared) {
      this.#known.delete(key)
      await returnAttempt(pool, key, now)
    }
  }

  #remember(wait: Wait, now: number): Wait {
    this.#known.delete(wait.key)
    if (this.#known.size >= MAX_KNOWN) {
      const oldest = this.#known.keys().next()
      if (!oldest.done) this.#known.delete(oldest.value)
    }
    this.#known.set(wait.key, { until: wait.until, readAt: now })
    return wait
  }
}
