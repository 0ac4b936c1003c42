import { type Queryable, row, rows } from '../../platform/db.ts'
import type { PeriodState } from '../periods/store-periods.ts'

/** A version of a period's result, as it was put in force. */
export interface ResultVersion {
  readonly periodId: number
  readonly version: number
  readonly kind: 'draw' | 'correction' | 'void'
  /** Empty of a void. */
  readonly result: readonly number[]
  readonly operator: string
  readonly reason: string
  readonly at: number
}

/** All versions of these periods, oldest first. */
export async function resultVersions(on: Queryable, periodIds: readonly number[]): Promise<ResultVersion[]> {
  const found = await rows<{
    period_id: number
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

/** Where an operator's own entry stands among those of sources: no source can have this code. */
const MANUAL = '#manual'

export interface ManualEntry {
  readonly periodId: number
  readonly result: readonly number[]
  readonly operatorId: number
  readonly operator: string
  readonly at: number
}

/** Notes what an operator entered; entering again replaces it. */
export async function putManualEntry(on: Queryable, entry: ManualEntry): Promise<void> {
  await on.query(
    `insert into draw_entries (period_id, source, result, at, operator_id, operator) values ($1, $2, $3, $4, $5, $6)
     on conflict (period_id, source) do update
       set result = excluded.result, at = excluded.at, operator_id = excluded.operator_id, operator = excluded.operator`,
    [entry.periodId, MANUAL, entry.result, entry.at, entry.operatorId, entry.operator],
  )
}

export async function manualEntries(on: Queryable, periodIds: readonly number[]): Promise<ManualEntry[]> {
  const found = await rows<{ period_id: number; result: number[]; operator_id: number; operator: string; at: bigint }>(
    on,
    `select period_id, result, operator_id, operator, at from draw_entries
      where period_id = any($1::integer[]) and source = $2 and operator_id is not null`,
    [periodIds, MANUAL],
  )
  return found.map(({ period_id: periodId, operator_id: operatorId, at, ...rest }) => ({
    periodId,
    operatorId,
    ...rest,
    at: Number(at),
  }))
}

export interface PeriodsAsked {
  readonly gameId: number
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
  readonly id: number
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

/** A page of a game's periods as its operator sees them. */
export async function pageOfPeriods(
  on: Queryable,
  page: PeriodsAsked,
): Promise<{ rows: ListedPeriod[]; total: number }> {
  const values = [page.gameId, page.state, page.periodNo, page.from, page.to]
  const direction = page.ascending ? 'asc' : 'desc'
  const found = await rows<ListedPeriod & Record<string, unknown>>(
    on,
    `select p.id, p.period_no, p.state, p.open_at, p.close_at, p.hedge_close_at, p.draw_at, p.result_version
       from periods p where ${asked} order by p.${page.by} ${direction}, p.id ${direction} limit $6 offset $7`,
    [...values, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(
    on,
    `select count(*)::integer as total from periods p where ${asked}`,
    values,
  )
  return { rows: found, total }
}

export async function addResultSource(
  on: Queryable,
  source: { readonly code: string; readonly secret: string; readonly at: number },
): Promise<void> {
  await on.query(
    `insert into result_sources (code, secret, game_ids, created_at)
     values ($1, $2, (select array_agg(id order by id) from games), $3)`,
    [source.code, source.secret, source.at],
  )
}
