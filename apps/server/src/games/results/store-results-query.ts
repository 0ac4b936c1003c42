import type { GameId, PeriodId } from '@strata/domain/ids'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import type { PeriodState } from '../periods/store-periods.ts'

export interface HistoryRow {
  readonly id: PeriodId
  readonly period_no: string
  readonly draw_at: bigint
  readonly state: PeriodState
  readonly options: unknown
  readonly commitment: string | null
  readonly result_version: number
  readonly result: number[] | null
  readonly draw_date: string | null
}

export interface HistoryAsked {
  readonly gameId: GameId
  /** Business days, both inclusive; null: open. */
  readonly from: string | null
  readonly to: string | null
  readonly ascending: boolean
  readonly limit: number
  readonly offset: number
}

/**
 * Periods by their draws. A period's day is that of its draw: said first, one index finds the days asked for and has them
 * in order. By the draw alone all later periods are read to come to an old day.
 */
export const byDraw = (direction: 'asc' | 'desc'): string =>
  `p.day ${direction}, p.draw_at ${direction}, p.id ${direction}`

const filter = `p.game_id = $1 and ($2::date is null or p.day >= $2::date) and ($3::date is null or p.day <= $3::date)`

export async function pageOfHistory(
  on: Queryable,
  asked: HistoryAsked,
): Promise<{ rows: HistoryRow[]; total: number }> {
  const direction = asked.ascending ? 'asc' : 'desc'
  const found = await rows<HistoryRow & Record<string, unknown>>(
    on,
    `select p.id, p.period_no, p.draw_at, p.state, p.options, p.commitment, p.result_version, d.result, d.draw_date
       from periods p
       left join draws d on d.period_id = p.id and d.version = p.result_version
      where ${filter}
      order by ${byDraw(direction)} limit $4 offset $5`,
    [asked.gameId, asked.from, asked.to, asked.limit, asked.offset],
  )
  const { total } = await row<{ total: number }>(
    on,
    `select count(*)::integer as total from periods p where ${filter}`,
    [asked.gameId, asked.from, asked.to],
  )
  return { rows: found, total }
}

export interface CommittedPeriod {
  readonly id: PeriodId
  readonly state: PeriodState
  readonly open_at: bigint
  readonly close_at: bigint
  readonly draw_at: bigint
  readonly commitment: string | null
  readonly committed_at: bigint | null
  readonly result: number[] | null
}

/** One period with its commitment and the result in force. */
export const committedPeriod = (
  on: Queryable,
  asked: { readonly gameId: GameId; readonly periodNo: string },
): Promise<CommittedPeriod | undefined> =>
  maybeRow<CommittedPeriod & Record<string, unknown>>(
    on,
    `select p.id, p.state, p.open_at, p.close_at, p.draw_at, p.commitment, p.committed_at, d.result
       from periods p
       left join draws d on d.period_id = p.id and d.version = p.result_version
      where p.game_id = $1 and p.period_no = $2`,
    [asked.gameId, asked.periodNo],
  )

export interface LatestDraw {
  readonly period_no: string
  readonly draw_at: bigint
  readonly options: unknown
  readonly result: number[]
  readonly draw_date: string
}

/** The latest results in force, newest first; void periods have none. */
export const latestDraws = (
  on: Queryable,
  asked: {
    readonly gameId: GameId
    readonly to: string | null
    /** Only draws before this instant. */
    readonly before?: number
    readonly limit: number
  },
): Promise<LatestDraw[]> =>
  rows<LatestDraw & Record<string, unknown>>(
    on,
    `select p.period_no, p.draw_at, p.options, d.result, d.draw_date
       from periods p
       join draws d on d.period_id = p.id and d.version = p.result_version
      where p.game_id = $1 and ($2::date is null or p.day <= $2::date) and p.state in ('drawn', 'settled')
        and cardinality(d.result) > 0 and ($4::bigint is null or p.draw_at < $4)
      order by p.draw_at desc, p.id desc limit $3`,
    [asked.gameId, asked.to, asked.limit, asked.before ?? null],
  )

export interface PlacedPeriod {
  readonly place: 'current' | 'next' | 'last'
  readonly game_id: GameId
  readonly period_no: string
  readonly state: PeriodState
  readonly open_at: bigint
  readonly close_at: bigint
  readonly hedge_close_at: bigint
  readonly draw_at: bigint
  readonly result: number[] | null
}

/**
 * For every game: the period on sale (or else waiting for its draw), the next one to open and the last with a
 * result.
 */
export function periodsNow(on: Queryable): Promise<PlacedPeriod[]> {
  return rows<PlacedPeriod & Record<string, unknown>>(
    on,
    `select n.place, p.game_id, p.period_no, p.state, p.open_at, p.close_at, p.hedge_close_at, p.draw_at, d.result
       from games g
      cross join lateral (
            (select 'current' as place, id from periods where game_id = g.id and state in ('open', 'closed')
              order by state desc, draw_at limit 1)
            union all
            (select 'next', id from periods where game_id = g.id and state = 'scheduled' order by draw_at limit 1)
            union all
            (select 'last', id from periods where game_id = g.id and state in ('drawn', 'settled')
              order by draw_at desc limit 1)) n
       join periods p on p.id = n.id
       left join draws d on d.period_id = p.id and d.version = p.result_version
      where g.enabled`,
  )
}
