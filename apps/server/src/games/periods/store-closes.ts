import type { PeriodId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'

/** A close that an operator moved to an earlier time. */
export interface EarlyClose {
  readonly periodId: PeriodId
  readonly at: number
  readonly operator: string
  readonly reason: string
  /** The close before it. */
  readonly wasAt: number
  readonly closeAt: number
}

export async function insertClose(on: Queryable, close: EarlyClose): Promise<void> {
  await on.query(
    `insert into period_closes (period_id, at, operator, reason, was_at, close_at) values ($1, $2, $3, $4, $5, $6)`,
    [close.periodId, close.at, close.operator, close.reason, close.wasAt, close.closeAt],
  )
}

/** The last early close of each of these periods that has one. */
export async function lastCloses(on: Queryable, periodIds: readonly PeriodId[]): Promise<Map<PeriodId, EarlyClose>> {
  const found = await rows<{
    period_id: PeriodId
    at: bigint
    operator: string
    reason: string
    was_at: bigint
    close_at: bigint
  }>(
    on,
    `select distinct on (period_id) period_id, at, operator, reason, was_at, close_at from period_closes
      where period_id = any($1::integer[]) order by period_id, close_at`,
    [periodIds],
  )
  return new Map(
    found.map(({ period_id: periodId, at, was_at, close_at, ...rest }) => [
      periodId,
      { periodId, ...rest, at: Number(at), wasAt: Number(was_at), closeAt: Number(close_at) },
    ]),
  )
}
