import type { GameId, GroupId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { firstIdOf, idMs } from '../../platform/ids.ts'
import type { LiveEvent } from '../../platform/live.ts'

/** The low bits of a version are its marks; the high bits are the millisecond of its last batch. */
const MARK_BITS = 12n
const MARK_MASK = (1n << MARK_BITS) - 1n

/**
 * The version of a board. It fits a JSON number and never decreases within a merchant. `marks` counts the changes of
 * odds, terms, settings and result: a screen whose version has other marks needs all rows.
 */
export const boardVersion = (batch: bigint, marks: bigint): number =>
  Number((BigInt(idMs(batch)) << MARK_BITS) | (marks & MARK_MASK))

/** Longer than a batch takes from getting its number to the end of its commit. */
const SETTLED_MS = 6_000

/**
 * The batch of a board's version: the last batch it shows, or a later time before which no batch can be missing from
 * what was read at `readAtMs`. So a board without recent changes does not send its last rows again.
 */
export function versionBatch(last: bigint, readAtMs: number): bigint {
  const settled = firstIdOf(readAtMs - SETTLED_MS)
  return last > settled ? last : settled
}

/** Batches of several merchants commit out of order, so rows that are this much older than a version are sent again. */
const OVERLAP_MS = 2_000

/** The first batch that a screen with this version may have missed. Null: it needs all rows. */
export function batchSince(version: number | undefined, marks: bigint): bigint | null {
  if (version === undefined) return null
  const [moment, known] = [BigInt(version) >> MARK_BITS, BigInt(version) & MARK_MASK]
  return known === (marks & MARK_MASK) ? firstIdOf(Number(moment) - OVERLAP_MS) : null
}

/** The event for one path's boards that a batch changed its exposure in a period. */
export function boardEvent(moved: {
  readonly merchantId: MerchantId
  readonly pathId: PathId
  readonly periodId: PeriodId
  readonly gameId: GameId
  readonly periodNo: string
  readonly groupIds: readonly GroupId[]
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
