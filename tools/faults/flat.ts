/**
 * Whether a figure that was looked at over and over stayed where it was.
 *
 * Looks that follow each other are alike (a heap grows until it is collected, a table until it is vacuumed), so a fit
 * through all of them would be far too sure of itself. The time is cut into blocks that are longer than such a cycle, and
 * each block counts once, with its middle value. The growth is the middle one of the slopes between any two blocks
 * (Theil and Sen), its interval that of Kendall's rank statistic: both need no normal distribution, and one wild block
 * changes little.
 */

export interface Allowed {
  /** Of the figure's own level. */
  readonly share: number
  /** In the unit of the figure: what is small in any case. */
  readonly least: number
}

/** `unsure`: the growth may be none, and may be more than is allowed. A longer run would tell. */
export type Verdict = 'flat' | 'grew' | 'unsure'

export interface Flatness {
  readonly verdict: Verdict
  /** The middle value of the figure. */
  readonly level: number
  /** What it grew over the time that counts, and between which two values that lies, 19 times out of 20. */
  readonly growth: number
  readonly low: number
  readonly high: number
  readonly allowed: number
}

/** So long a process warms up: code is compiled, caches fill. */
const WARM_UP = 1 / 3
const BLOCKS = 12
/** Of the normal distribution, for 95% between both ends. */
const Z = 1.96

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, two) => one - two)
  const [below, above] = [
    sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
    sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0,
  ]
  return (below + above) / 2
}

/** The looks that count. */
export const settled = <T>(looks: readonly T[]): readonly T[] => looks.slice(Math.floor(looks.length * WARM_UP))

function blocksOf(values: readonly number[]): number[] {
  const count = Math.min(BLOCKS, values.length)
  const edge = (at: number): number => Math.floor((at * values.length) / count)
  return Array.from({ length: count }, (_, at) => middle(values.slice(edge(at), edge(at + 1))))
}

/** The slopes between any two blocks, ascending. */
const slopesOf = (blocks: readonly number[]): number[] =>
  blocks
    .flatMap((value, at) => blocks.slice(at + 1).map((later, further) => (later - value) / (further + 1)))
    .toSorted((one, two) => one - two)

/**
 * The growth of a figure over the time after its warm-up, from values at equal distances.
 *
 * Flat is proved: even the upper end of the interval is within what is allowed. Grown is proved as well: the figure rose
 * for sure, and most likely by more than is allowed.
 */
export function flatness(values: readonly number[], { share, least }: Allowed): Flatness {
  const blocks = blocksOf(settled(values))
  const level = middle(blocks)
  const allowed = Math.max(least, share * Math.abs(level))
  const slopes = slopesOf(blocks)
  const n = blocks.length
  if (n < BLOCKS) return { verdict: 'unsure', level, growth: 0, low: -Infinity, high: Infinity, allowed }
  const half = Z * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  const below = Math.max(0, Math.floor((slopes.length - half) / 2) - 1)
  const [low = 0, high = 0] = [slopes[below], slopes[slopes.length - 1 - below]].map((slope = 0) => slope * n)
  const growth = middle(slopes) * n
  const verdict = high <= allowed ? 'flat' : low > 0 && growth > allowed ? 'grew' : 'unsure'
  return { verdict, level, growth, low, high, allowed }
}
