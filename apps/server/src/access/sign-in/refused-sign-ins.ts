const SUMMED_MS = 60_000
const MAX_KEYS = 10_000

/**
 * Attempts that have to wait are logged once a minute for each account or address block, with how many there were since the
 * line before: whoever keeps trying fills no table. Counts of one process, in bounded memory.
 */
export class RefusedSignIns {
  readonly #counts = new Map<string, { loggedAt: number; since: number }>()

  get size(): number {
    return this.#counts.size
  }

  /** How many attempts the line to be written now stands for; undefined: no line now. */
  count(key: string, now: number): number | undefined {
    const known = this.#counts.get(key)
    if (known && now - known.loggedAt < SUMMED_MS) {
      known.since += 1
      return undefined
    }
    this.#counts.delete(key)
    if (this.#counts.size >= MAX_KEYS) {
      const oldest = this.#counts.keys().next()
      if (!oldest.done) this.#counts.delete(oldest.value)
    }
    this.#counts.set(key, { loggedAt: now, since: 0 })
    return 1 + (known?.since ?? 0)
  }
}
