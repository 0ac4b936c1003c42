import { createHmac, randomBytes } from 'node:crypto'
import type { AccountId } from '@strata/domain/ids'
import { chargeGuess, findPasswords, guessedRight, openWrapped, verifyPassword } from '../access/passwords.ts'
import type { Clock } from '../platform/clock.ts'
import type { Pool } from '../platform/db.ts'
import { Refusal, refuse } from '../platform/refusal.ts'

export interface PasswordContext {
  readonly pool: Pool
  readonly clock: Clock
  readonly appSecret: string
}

const REMEMBER_MS = 10 * 60_000
const REMEMBERED = 10_000

/**
 * Checks transfer passwords. The hash is slow on purpose, so a proved password is remembered for ten minutes as a keyed
 * digest in memory. A series of transfers then computes it only once.
 */
export class TransferPasswords {
  readonly #context: PasswordContext
  readonly #key = randomBytes(32)
  readonly #proved = new Map<AccountId, { digest: string; until: number }>()
  readonly #turns = new Map<AccountId, Promise<unknown>>()

  constructor(context: PasswordContext) {
    this.#context = context
  }

  /**
   * Undefined: the password is right. Refusals: an invalid wrapper, transferPasswordUnset, transferPasswordWrong,
   * lockedOut after wrong guesses (longer each time). Call it once per wrapper, after looking up the requestId.
   */
  async prove(accountId: AccountId, sealed: string): Promise<Refusal | undefined> {
    const typed = await openWrapped(this.#context, sealed)
    if (typed instanceof Refusal) return typed
    // One at a time per account: of parallel calls the first computes the hash, and the others do not count as guesses.
    const turn = (this.#turns.get(accountId) ?? Promise.resolve()).then(() => this.#judge(accountId, typed))
    const settled = turn.catch(() => undefined)
    this.#turns.set(accountId, settled)
    void settled.then(() => {
      if (this.#turns.get(accountId) === settled) this.#turns.delete(accountId)
    })
    return turn
  }

  async #judge(accountId: AccountId, typed: string): Promise<Refusal | undefined> {
    const { pool, clock } = this.#context
    const stored = (await findPasswords(pool, accountId))?.transferHash ?? null
    if (stored === null) return refuse('transferPasswordUnset')
    const digest = createHmac('sha256', this.#key).update(`${accountId} ${stored} ${typed}`).digest('base64')
    const now = clock()
    const proved = this.#proved.get(accountId)
    if (proved && proved.until > now && proved.digest === digest) return undefined
    const wait = await chargeGuess(this.#context, accountId, 'transfer')
    if (wait) return wait
    if (!(await verifyPassword(stored, typed))) return refuse('transferPasswordWrong')
    await guessedRight(this.#context, accountId, 'transfer')
    if (this.#proved.size >= REMEMBERED) this.#proved.clear()
    this.#proved.set(accountId, { digest, until: now + REMEMBER_MS })
    return undefined
  }
}
