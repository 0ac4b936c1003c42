const MAX_BLOCKS = 20_000

interface Bucket {
  tokens: number
  at: number
}

export interface BlockLimitOptions {
  /** Calls per second that are always allowed. */
  readonly perSecond: number
  /** Calls allowed at once after a pause. */
  readonly burst: number
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
}

/** A token bucket per address block, in memory and bounded. A refused call costs one look-up in a map. */
export class BlockLimit {
  readonly #options: Required<BlockLimitOptions>
  readonly #buckets = new Map<string, Bucket>()

  constructor(options: BlockLimitOptions) {
    this.#options = { now: () => performance.now(), ...options }
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Whether a call from this block is allowed. */
  take(block: string): boolean {
    const { perSecond, burst, now } = this.#options
    const at = now()
    const known = this.#buckets.get(block)
    const tokens = known ? Math.min(burst, known.tokens + ((at - known.at) / 1000) * perSecond) : burst
    // The map is in order of the last call, so that the least recently used block is dropped first.
    this.#buckets.delete(block)
    if (this.#buckets.size >= MAX_BLOCKS) {
      const oldest = this.#buckets.keys().next()
      if (!oldest.done) this.#buckets.delete(oldest.value)
    }
    this.#buckets.set(block, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
    return tokens >= 1
  }
}
