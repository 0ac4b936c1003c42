import type { MerchantId } from '@strata/domain/ids'
import type { Clock } from '../platform/clock.ts'
import type { Pool } from '../platform/db.ts'
import { noteKeyUse } from './store-merchant-keys.ts'

/** A key's last use is written at most once in this time, however many bets it signs. */
const EVERY_MS = 60_000

/** Records when each key last signed. The signed call does not wait for the write. */
export class KeyUse {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #written = new Map<string, number>()

  constructor(pool: Pool, clock: Clock) {
    this.#pool = pool
    this.#clock = clock
  }

  note(merchantId: MerchantId, keyId: number): void {
    const key = `${merchantId}:${keyId}`
    const at = this.#clock()
    const last = this.#written.get(key)
    if (last !== undefined && at - last < EVERY_MS) return
    this.#written.set(key, at)
    // A failed write loses one instant of a display value: the next call writes again.
    noteKeyUse(this.#pool, { merchantId, keyId, at, everyMs: EVERY_MS }).catch(() => this.#written.delete(key))
  }
}
