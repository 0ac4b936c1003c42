import type { AccountId } from '@strata/domain/ids'
import { type Pool, sqlState } from '../platform/db.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { Semaphore } from '../platform/semaphore.ts'

const AT_ONCE = 2
const MAX_WAITING = 8
const QUERY_CANCELED = '57014'

/** A statement timeout, or no free connection of the reports' pool in time. */
const isOverdue = (error: unknown): boolean =>
  sqlState(error) === QUERY_CANCELED ||
  (error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect'))

/** The pools of reports, separate from the connections of sign-ins, boards and bets. */
export interface ReportReads {
  readonly reports: Pool
  /** A replica if there is one. */
  readonly replica: Pool
  readonly heavy: HeavyReads
}

interface Asked {
  readonly caller: { readonly account: { readonly id: AccountId } }
  readonly reply: { readonly raw: { readonly destroyed: boolean } }
}

/**
 * Limits reads that may take seconds: at most two at once per account. Further ones wait in order of arrival, at
 * most eight; more are refused (42901). A caller who disconnected while waiting is skipped.
 */
export class HeavyReads {
  readonly #accounts = new Map<AccountId, { readonly seats: Semaphore; users: number }>()

  /** Number of accounts that read or wait now. */
  get size(): number {
    return this.#accounts.size
  }

  async run<T>({ caller, reply }: Asked, read: () => Promise<T>): Promise<T | Refusal> {
    const { id } = caller.account
    const entry = this.#accounts.get(id) ?? { seats: new Semaphore(AT_ONCE), users: 0 }
    if (entry.seats.waiting >= MAX_WAITING) return refuse('tooManyRequests')
    this.#accounts.set(id, entry)
    entry.users += 1
    try {
      return await entry.seats.take(async () => (reply.raw.destroyed ? refuse('overloaded') : await read()))
    } catch (error) {
      if (isOverdue(error)) return refuse('overloaded')
      throw error
    } finally {
      entry.users -= 1
      if (entry.users === 0) this.#accounts.delete(id)
    }
  }
}
