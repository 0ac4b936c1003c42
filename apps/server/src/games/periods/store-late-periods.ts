import type { GameId } from '@strata/domain/ids'
import { type Queryable, row, rows } from '../../platform/db.ts'
import type { ResultSource } from './store-periods.ts'

export interface LatePeriod {
  readonly game_id: GameId
  readonly game_name: string
  readonly period_no: string
  readonly draw_at: bigint
  readonly source: ResultSource
}

/** Periods that should have been drawn before an instant and have no result. */
export const latePeriods = (on: Queryable, before: number, limit: number): Promise<LatePeriod[]> =>
  rows<LatePeriod & Record<string, unknown>>(
    on,
    `select p.game_id, g.name as game_name, p.period_no, p.draw_at, g.result_source as source
       from periods p join games g on g.id = p.game_id
      where p.state in ('open', 'closed') and p.draw_at < $1 order by p.draw_at limit $2`,
    [before, limit],
  )

/** Since when the oldest result waits for its settlement; null: every result is settled. */
export const oldestUnsettled = async (on: Queryable): Promise<number | null> => {
  const { at } = await row<{ at: bigint | null }>(
    on,
    `select min(d.at) as at from periods p join draws d on d.period_id = p.id and d.version = p.result_version
      where p.state = 'drawn'`,
    [],
  )
  return at === null ? null : Number(at)
}
