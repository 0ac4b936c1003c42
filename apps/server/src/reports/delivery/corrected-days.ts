import type { GameId, PathId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { bettorsIn } from '../../book/orders.ts'
import type { Queryable } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { bettorsInDropped, type CorrectionMark, correctionsIn } from '../../settlement/settle.ts'
import type { Seat } from '../seat.ts'
import { type ReportRequest, rangeOf } from './report-filters.ts'

/** The corrections and voids in a report's range; open orders have none. */
const correctionsOf = async (
  on: Queryable,
  seat: Seat,
  request: ReportRequest,
  nowMs: number,
): Promise<CorrectionMark[]> => {
  if (request.state === 'open' || seat.pathRole > ROLE.agent) return []
  const range = await rangeOf(on, request, nowMs)
  if (range instanceof Refusal) return []
  const { merchantIds, pathId } = seat
  const { days, periodIds } = range
  return correctionsIn(on, { merchantIds, pathId, days, periodIds, gameIds: request.gameIds ?? null })
}

/** Unique days in order; a row without corrections has no field. */
const correctedDays = (found: readonly CorrectionMark[]): { correctedDays?: string[] } =>
  found.length === 0 ? {} : { correctedDays: [...new Set(found.map((one) => one.day))].toSorted() }

/** Marks rows by day or game. Rows by group or play are not marked, because a correction concerns a whole period. */
export const markClasses = async <
  R extends { readonly day?: string | undefined; readonly gameId?: GameId | undefined },
>(
  on: Queryable,
  seat: Seat,
  { request, nowMs }: { readonly request: ReportRequest & { readonly by: string }; readonly nowMs: number },
  rows: readonly R[],
): Promise<(R & { correctedDays?: string[] })[]> => {
  if (request.by !== 'date' && request.by !== 'game') return [...rows]
  const corrections = await correctionsOf(on, seat, request, nowMs)
  const concerns = (row: R, one: CorrectionMark): boolean =>
    request.by === 'date' ? one.day === row.day : one.game_id === row.gameId
  return rows.map((row) => ({ ...row, ...correctedDays(corrections.filter((one) => concerns(row, one))) }))
}

/** Tells whether a bettor bet in a period, also on a day whose single orders are no longer stored. */
async function bettorsOf(
  on: Queryable,
  { merchantIds }: Seat,
  corrections: readonly CorrectionMark[],
  bettors: readonly PathId[],
): Promise<(bettor: PathId, period: CorrectionMark) => boolean> {
  if (bettors.length === 0 || corrections.length === 0) return () => false
  const periods = corrections.map(({ period_id: id, day }) => ({ id, day }))
  const found = await Promise.all([
    bettorsIn(on, merchantIds, periods, bettors),
    bettorsInDropped(on, merchantIds, periods, bettors),
  ])
  const bets = new Set(found.flat().map((one) => `${one.path_id} ${one.period_id}`))
  return (bettor, { period_id }) => bets.has(`${bettor} ${period_id}`)
}

interface ReportRow {
  readonly agentPathsId: PathId
  readonly memberFlag?: boolean | undefined
}

/**
 * Marks rows of a report by path: a node's with the corrections that changed its books, a bettor's with those of
 * periods in which it bet, or of its own order.
 */
export const markRows = async <R extends ReportRow>(
  on: Queryable,
  seat: Seat,
  { request, nowMs }: { readonly request: ReportRequest; readonly nowMs: number },
  rows: readonly R[],
): Promise<(R & { correctedDays?: string[] })[]> => {
  const corrections = await correctionsOf(on, seat, request, nowMs)
  if (corrections.length === 0) return [...rows]
  const bettors = rows.filter((row) => row.memberFlag).map((row) => row.agentPathsId)
  const whole = corrections.filter((one) => one.kind !== 'orderVoid')
  const bet = await bettorsOf(on, seat, whole, bettors)
  const concerns = (row: R, one: CorrectionMark): boolean => {
    if (!row.memberFlag) return one.paths.includes(row.agentPathsId)
    return one.kind === 'orderVoid' ? one.bettor === row.agentPathsId : bet(row.agentPathsId, one)
  }
  return rows.map((row) => ({ ...row, ...correctedDays(corrections.filter((one) => concerns(row, one))) }))
}
