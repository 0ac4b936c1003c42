import { admitBets, type BetAllowance } from '@strata/domain/book/bet-rate'
import type { MerchantId } from '@strata/domain/ids'
import type { Clock } from '../platform/clock.ts'

/** How many bets each merchant may still send, in the memory of this process. */
export class BetRates {
  readonly #clock: Clock
  readonly #allowances = new Map<MerchantId, BetAllowance>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether the merchant may send so many bets now; if so, they count. */
  admits(merchantId: MerchantId, limit: number | null, bets: number): boolean {
    if (limit === null) return true
    const after = admitBets(this.#allowances.get(merchantId), { limit, bets, now: this.#clock() })
    if (after) this.#allowances.set(merchantId, after)
    return after !== null
  }
}
