import { SIGNATURE_WINDOW_MS } from '@strata/contract/signature'
import { BatchLoader } from '../../platform/batch-loader.ts'
import { BlockLimit } from '../../platform/block-limit.ts'
import type { Pool } from '../../platform/db.ts'
import { deleteNonces, insertNonces, type Nonce, type SeenNonce } from './store-nonces.ts'

/**
 * Nonces a second of one signer, and at once after a rest. A nonce lives for four minutes at most and the sweep comes every
 * ten, so a signer never has more than some four million of them.
 */
export const NONCES_PER_SECOND = 5_000
const PER_SIGNER = { perSecond: NONCES_PER_SECOND, burst: 20_000 }
const STATEMENTS_AT_ONCE = 2
/** Another process may have a clock that is behind. */
const CLOCK_MARGIN_MS = 60_000

type Remembered = 'new' | 'seen' | 'tooMany'

const nameOf = ({ signer, nonce }: Nonce): string => `${signer}\n${nonce}`

/** Which nonces were used. In the database, so that every process knows them; calls made at once share a statement. */
export class Nonces {
  readonly #limit = new BlockLimit(PER_SIGNER)
  readonly #inserts: BatchLoader<SeenNonce & { readonly count: number }, boolean>
  #count = 0

  constructor(pool: Pool) {
    this.#inserts = new BatchLoader({
      readAll: async (asked) => {
        const fresh = new Set((await insertNonces(pool, asked)).map(nameOf))
        // Of two calls with the same one in a batch only the first is new.
        return asked.map((one) => fresh.delete(nameOf(one)))
      },
      keyOf: ({ count }) => String(count),
      concurrency: STATEMENTS_AT_ONCE,
    })
  }

  /** Uses a nonce up for as long as the call's timestamp is accepted. Only for calls whose signature is right. */
  async use(signer: string, nonce: string, timestamp: number): Promise<Remembered> {
    if (!this.#limit.take(signer)) return 'tooMany'
    this.#count += 1
    const seen = { signer, nonce, validUntil: timestamp + SIGNATURE_WINDOW_MS, count: this.#count }
    return (await this.#inserts.read(seen)) ? 'new' : 'seen'
  }
}

/** Forgets nonces of calls whose timestamp is refused by now. */
export const sweepNonces = (pool: Pool, now: number): Promise<void> => deleteNonces(pool, now - CLOCK_MARGIN_MS)
