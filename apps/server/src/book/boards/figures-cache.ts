import { BatchLoader } from '../../platform/batch-loader.ts'
import type { Pool } from '../../platform/db.ts'
import type { ExposureRow } from '../exposures/store-exposures.ts'
import { ALL_ROWS, type ChangedRows, type FiguresKey, readChangedRows } from './store-board-cache.ts'

interface Kept {
  /** The same array as long as no row has changed: what was made of it stands. */
  readonly rows: readonly ExposureRow[]
  readonly byName: ReadonlyMap<string, ExposureRow>
  readonly sum: bigint
  readonly last: bigint
  /** Which reading it comes from. */
  readonly reading: number
}

const keyOf = (key: FiguresKey): string => `${key.merchantId} ${key.periodId} ${key.path} ${key.plays.join()}`
const rowName = ({ play, item, pankou }: ExposureRow): string => `${play} ${item} ${pankou}`
const byName = (one: ExposureRow, two: ExposureRow): number => {
  const [a, b] = [rowName(one), rowName(two)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** The rows known with those that changed; undefined: something else changed as well. */
function merged(known: Kept | undefined, found: ChangedRows, reading: number): Kept | undefined {
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
/** Some 70 MB. */
const MAX_ROWS = 100_000
/** In rows; what holds none is not for nothing either. */
const sizeOf = ({ rows }: Kept): number => rows.length + 1

/**
 * Figures of holders as they were last read, so that a board asked again costs what has changed since: no more than a look
 * whether anything has. What is answered is always what the database holds when asked.
 */
export class FiguresCache {
  readonly #pool: Pool
  /** The one used longest ago first. */
  readonly #kept = new Map<string, Kept>()
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
    const known = keys.map((key) => this.#kept.get(keyOf(key)))
    const found = await readChangedRows(
      this.#pool,
      keys.map((key, index) => ({ key, after: known[index]?.last ?? ALL_ROWS })),
    )
    const now = found.map((one, index) => merged(known[index], one, reading))
    const again = keys.flatMap((key, index) => (now[index] ? [] : [{ key, index }]))
    if (again.length > 0) {
      // Rows were taken away, or a batch came with an older number than one before it: all of them are read.
      const whole = await readChangedRows(
        this.#pool,
        again.map(({ key }) => ({ key, after: ALL_ROWS })),
      )
      for (const [at, { index }] of again.entries()) now[index] = merged(undefined, whole[at] as ChangedRows, reading)
    }
    return keys.map((key, index) => {
      const kept = now[index]
      if (!kept) throw new Error(`rows of ${keyOf(key)} do not sum up`)
      this.#keep(keyOf(key), kept)
      return kept.rows
    })
  }

  #keep(name: string, kept: Kept): void {
    const before = this.#kept.get(name)
    // A reading that was overtaken.
    if (before && before.reading > kept.reading) return
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    this.#size += sizeOf(kept) - (before ? sizeOf(before) : 0)
    for (const [oldest, one] of this.#kept) {
      if (this.#size <= MAX_ROWS || oldest === name) break
      this.#kept.delete(oldest)
      this.#size -= sizeOf(one)
    }
  }
}
