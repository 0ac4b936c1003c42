/**
 * Items that win unless a ball of the draw eliminates them: 自选不中 by any of its numbers, 过关 by a lost leg. Each item is
 * one bit. The row of a ball marks the items it eliminates; the union of a draw's seven rows gives its eliminated
 * items, 32 at a time. Tables over 8 bits give the sum of the remaining ("living") items.
 */

/** Balls of a draw, and so rows that are joined per draw. */
const WIDTH = 7
/** Words of items handled at once. With more, the tables would not fit into the processor's cache. */
const BLOCK = 8
const BYTES = 4
const PATTERNS = 256

export interface CrossedItem {
  /** What the item adds to a draw that does not eliminate it. */
  readonly alive: number
  /** Rows that eliminate it. */
  readonly rows: readonly number[]
}

/** For each pattern of a byte, the sum of the values whose bit is set. */
const fillTable = (table: Float64Array, from: number, values: readonly number[]): void => {
  for (let pattern = 1; pattern < PATTERNS; pattern++) {
    const lowest = 31 - Math.clz32(pattern & -pattern)
    table[from + pattern] = (table[from + (pattern & (pattern - 1))] as number) + (values[lowest] ?? 0)
  }
}

/** Called with each draw and word that has living items, for values that depend on more than living. */
export type SeeAlive = (draw: number, word: number, alive: number) => void

/**
 * Adds the values of living items to the sum of every draw. `rowsOf` holds seven rows per draw; a game with fewer balls
 * uses the row `empty` for the rest.
 */
export const addLiving = (
  sums: Float64Array,
  items: readonly CrossedItem[],
  draws: { readonly rowsOf: Uint16Array; readonly rowCount: number },
  see?: { readonly wants: (draw: number) => boolean; readonly alive: SeeAlive },
): void => {
  const { rowsOf, rowCount } = draws
  for (let first = 0; first < items.length; first += BLOCK * 32) {
    const block = items.slice(first, first + BLOCK * 32)
    const rows = new Int32Array(rowCount * BLOCK)
    const table = new Float64Array(BLOCK * BYTES * PATTERNS)
    for (const [index, { rows: crossing }] of block.entries()) {
      const word = index >> 5
      for (const row of crossing) rows[row * BLOCK + word] = (rows[row * BLOCK + word] as number) | (1 << (index & 31))
    }
    for (let byte = 0; byte < BLOCK * BYTES; byte++)
      fillTable(
        table,
        byte * PATTERNS,
        block.slice(byte * 8, byte * 8 + 8).map(({ alive }) => alive),
      )
    const words = Math.ceil(block.length / 32)
    const lastLiving = block.length % 32 === 0 ? -1 : (1 << (block.length % 32)) - 1
    for (let draw = 0; draw < sums.length; draw++) {
      const at = draw * WIDTH
      const a = (rowsOf[at] as number) * BLOCK
      const b = (rowsOf[at + 1] as number) * BLOCK
      const c = (rowsOf[at + 2] as number) * BLOCK
      const d = (rowsOf[at + 3] as number) * BLOCK
      const e = (rowsOf[at + 4] as number) * BLOCK
      const f = (rowsOf[at + 5] as number) * BLOCK
      const g = (rowsOf[at + 6] as number) * BLOCK
      const seen = see?.wants(draw) ?? false
      let sum = sums[draw] as number
      for (let word = 0; word < words; word++) {
        const dead =
          (rows[a + word] as number) |
          (rows[b + word] as number) |
          (rows[c + word] as number) |
          (rows[d + word] as number) |
          (rows[e + word] as number) |
          (rows[f + word] as number) |
          (rows[g + word] as number)
        const alive = word === words - 1 ? ~dead & lastLiving : ~dead
        const from = word * BYTES * PATTERNS
        sum +=
          (table[from + (alive & 255)] as number) +
          (table[from + PATTERNS + ((alive >>> 8) & 255)] as number) +
          (table[from + 2 * PATTERNS + ((alive >>> 16) & 255)] as number) +
          (table[from + 3 * PATTERNS + (alive >>> 24)] as number)
        if (seen && alive !== 0) see?.alive(draw, (first >> 5) + word, alive)
      }
      sums[draw] = sum
    }
  }
}
