import { firstIdOf, idMs } from '../../platform/ids.ts'
import type { LiveEvent } from '../../platform/live.ts'

/** The low bits of a version are what else a board is made of; the rest is the millisecond of its last batch. */
const MARK_BITS = 12n
const MARK_MASK = (1n << MARK_BITS) - 1n

/**
 * What a viewer's screen calls a batch's moment: fits a JSON number, and never falls within a merchant. `marks` counts the
 * changes of odds, terms, settings and result: a screen whose version has other marks needs all rows.
 */
export const boardVersion = (batch: bigint, marks: bigint): number =>
  Number((BigInt(idMs(batch)) << MARK_BITS) | (marks & MARK_MASK))

/** Longer than a batch takes from its number to the end of its commit. */
const SETTLED_MS = 6_000

/**
 * The batch that a board's version stands for: the last it shows, or a later moment up to which none can be missing from what
 * was read at an instant. A board that has long been quiet so sends its last rows no more.
 */
export function versionBatch(last: bigint, readAtMs: number): bigint {
  const settled = firstIdOf(readAtMs - SETTLED_MS)
  return last > settled ? last : settled
}

/** Batches of several merchants commit out of order; a screen is sent what is at most this much older than its version. */
const OVERLAP_MS = 2_000

/** The batch from which on a screen with this version may have missed something; null: all rows. */
export function batchSince(version: number | undefined, marks: bigint): bigint | null {
  if (version === undefined) return null
  const [moment, known] = [BigInt(version) >> MARK_BITS, BigInt(version) & MARK_MASK]
  return known === (marks & MARK_MASK) ? firstIdOf(Number(moment) - OVERLAP_MS) : null
}

/** Tells one path's boards that a batch moved its exposure in a period. */
export function boardEvent(moved: {
  readonly merchantId: number
  readonly pathId: number
  readonly periodId: number
  readonly gameId: number
  readonly periodNo: string
  readonly groupIds: readonly number[]
  readonly batch: bigint
  readonly at: number
}): LiveEvent {
  const { merchantId, periodId, batch, ...data } = moved
  return {
    type: 'board',
    merchantId,
    key: `${periodId} ${data.pathId}`,
    data: { ...data, version: boardVersion(batch, MARK_MASK) },
    pace: `${data.gameId} ${data.pathId}`,
    gathers: 'groupIds',
  }
}
