import type { GameId, PeriodId } from '@strata/domain/ids'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import type { PeriodState } from '../periods/store-periods.ts'
import { byDraw } from './store-results-query.ts'

/** A version of a period's result that was put in force. */
export interface ResultVersion {
  readonly periodId: PeriodId
  readonly version: number
  readonly kind: 'draw' | 'correction' | 'void'
  /** Empty for a void. */
  readonly result: readonly number[]
  readonly operator: string
  readonly reason: string
  readonly at: number
}

/** All versions of these periods, oldest first. */
export async function resultVersions(on: Queryable, periodIds: readonly PeriodId[]): Promise<ResultVersion[]> {
  const found = await rows<{
    period_id: PeriodId
    version: number
    kind: ResultVersion['kind']
    result: number[] | null
    operator: string
    reason: string
    at: bigint
  }>(
    on,
    `select period_id, version, kind, result, operator, reason, at from draws
      where period_id = any($1::integer[]) order by period_id, version`,
    [periodIds],
  )
  return found.map(({ period_id: periodId, result, at, ...rest }) => ({
    periodId,
    ...rest,
    result: result ?? [],
    at: Number(at),
  }))
}

export interface PeriodsAsked {
  readonly gameId: GameId
  readonly state: PeriodState | null
  readonly periodNo: string | null
  /** Business days, both inclusive; null: open. */
  readonly from: string | null
  readonly to: string | null
  readonly by: 'draw_at' | 'period_no'
  readonly ascending: boolean
  readonly limit: number
  readonly offset: number
}

export interface ListedPeriod {
  readonly id: PeriodId
  readonly period_no: string
  readonly state: PeriodState
  readonly open_at: bigint
  readonly close_at: bigint
  readonly hedge_close_at: bigint
  readonly draw_at: bigint
  readonly result_version: number
}

const asked = `p.game_id = $1 and ($2::text is null or p.state = $2) and ($3::text is null or p.period_no = $3)
  and ($4::date is null or p.day >= $4::date) and ($5::date is null or p.day <= $5::date)`

/** A page of a game's periods with their operator data. */
export async function pageOfPeriods(
  on: Queryable,
  page: PeriodsAsked,
): Promise<{ rows: ListedPeriod[]; total: number }> {
  const values = [page.gameId, page.state, page.periodNo, page.from, page.to]
  const direction = page.ascending ? 'asc' : 'desc'
  const found = await rows<ListedPeriod & Record<string, unknown>>(
    on,
    `select p.id, p.period_no, p.state, p.open_at, p.close_at, p.hedge_close_at, p.draw_at, p.result_version
       from periods p where ${asked} order by ${page.by === 'draw_at' ? byDraw(direction) : `p.${page.by} ${direction}, p.id ${direction}`} limit $6 offset $7`,
    [...values, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(
    on,
    `select count(*)::integer as total from periods p where ${asked}`,
    values,
  )
  return { rows: found, total }
}

export interface DrawRow {
  readonly kind: 'draw' | 'correction' | 'void'
  readonly result: readonly number[] | null
  readonly draw_date: string
  readonly reason: string
}

export async function readDraw(on: Queryable, periodId: PeriodId, version: number): Promise<DrawRow> {
  const found = await rows<DrawRow>(
    on,
    'select kind, result, draw_date, reason from draws where period_id = $1 and version = $2',
    [periodId, version],
  )
  if (!found[0]) throw new Error(`period ${periodId} has no draw of version ${version}`)
  return found[0]
}

/** The balls of a result version, in draw order. Null for a void period. */
export async function ballsOf(
  on: Queryable,
  periodId: PeriodId,
  version: number,
): Promise<{ balls: number[]; date: string } | null> {
  const found = await maybeRow<{ result: number[] | null; draw_date: string }>(
    on,
    'select result, draw_date from draws where period_id = $1 and version = $2',
    [periodId, version],
  )
  return found?.result ? { balls: found.result, date: found.draw_date } : null
}
