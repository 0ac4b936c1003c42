import { must } from '@strata/domain/must'
import { BatchLoader } from '../../platform/batch-loader.ts'
import type { Pool } from '../../platform/db.ts'
import type { ExposureRow } from '../exposures/store-exposures.ts'
import { ALL_ROWS, type ChangedRows, type FiguresKey, readChangedRows } from './store-board-cache.ts'

interface Cached {
  /** The same array while no row changed, so that values computed from it can be cached by it. */
  readonly rows: readonly ExposureRow[]
  readonly byName: ReadonlyMap<string, ExposureRow>
  readonly sum: bigint
  readonly last: bigint
  /** The number of the read that it comes from. */
  readonly reading: number
}

const keyOf = (key: FiguresKey): string => `${key.merchantId} ${key.periodId} ${key.path} ${key.plays.join()}`
const rowName = ({ play, item, pankou }: ExposureRow): string => `${play} ${item} ${pankou}`
const byName = (one: ExposureRow, two: ExposureRow): number => {
  const [a, b] = [rowName(one), rowName(two)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** The cached rows with the changed ones merged in. Undefined: other rows changed too, so all must be read. */
function merged(known: Cached | undefined, found: ChangedRows, reading: number): Cached | undefined {
  if (known && found.rows.length === 0 && found.sum === known.sum && found.count === known.rows.length)
    return { ...known, reading }
  const all = new Map(known?.byName)
  for (const row of found.rows) all.set(rowName(row), row)
  let [sum, last] = [0n, 0n]
  for (const { changed } of all.values()) {
    sum += changed
    if (changed > last) last = changed
  }
  if (sum !== found.sum || all.size !== found.count) return undefined
  const rows = [...all.values()]
  return { rows: all.size === known?.rows.length ? rows : rows.sort(byName), byName: all, sum, last, reading }
}

const READS_AT_ONCE = 2
/** About 70 MB. */
const MAX_ROWS = 100_000
/** Size in rows. An entry without rows also costs memory, so it counts as one. */
const sizeOf = ({ rows }: Cached): number => rows.length + 1

/**
 * Caches the figures of holders. A board that is read again costs only a check and the rows that changed since. The
 * result always equals what the database has at the time of the read.
 */
export class FiguresCache {
  readonly #pool: Pool
  /** In the order of use, least recently used first. */
  readonly #cache = new Map<string, Cached>()
  readonly #reads: BatchLoader<FiguresKey, readonly ExposureRow[]>
  #readings = 0
  #size = 0

  constructor(pool: Pool) {
    this.#pool = pool
    this.#reads = new BatchLoader({ readAll: (keys) => this.#readAll(keys), keyOf, concurrency: READS_AT_ONCE })
  }

  /** Rows of a holder in a period on these plays. */
  read(key: FiguresKey): Promise<readonly ExposureRow[]> {
    return this.#reads.read(key)
  }

  async #readAll(keys: readonly FiguresKey[]): Promise<readonly (readonly ExposureRow[])[]> {
    const reading = ++this.#readings
    const known = keys.map((key) => this.#cache.get(keyOf(key)))
    const found = await readChangedRows(
      this.#pool,
      keys.map((key, index) => ({ key, after: known[index]?.last ?? ALL_ROWS })),
    )
    const now = found.map((one, index) => merged(known[index], one, reading))
    const again = keys.flatMap((key, index) => (now[index] ? [] : [{ key, index }]))
    if (again.length > 0) {
      // Rows were deleted, or a batch with a lower number committed later. Read all rows.
      const whole = await readChangedRows(
        this.#pool,
        again.map(({ key }) => ({ key, after: ALL_ROWS })),
      )
      for (const [at, { index }] of again.entries())
        now[index] = merged(undefined, must(whole[at], 'the whole board'), reading)
    }
    return keys.map((key, index) => {
      const cached = now[index]
      if (!cached) throw new Error(`rows of ${keyOf(key)} do not sum up`)
      this.#store(keyOf(key), cached)
      return cached.rows
    })
  }

  #store(name: string, cached: Cached): void {
    const before = this.#cache.get(name)
    // A newer read has already stored its result.
    if (before && before.reading > cached.reading) return
    this.#cache.delete(name)
    this.#cache.set(name, cached)
    this.#size += sizeOf(cached) - (before ? sizeOf(before) : 0)
    for (const [oldest, one] of this.#cache) {
      if (this.#size <= MAX_ROWS || oldest === name) break
      this.#cache.delete(oldest)
      this.#size -= sizeOf(one)
    }
  }
}
