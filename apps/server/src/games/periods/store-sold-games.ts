import type { Stops } from '@strata/domain/games/stops'
import type { GameId, PeriodId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'
import type { PeriodState } from './store-periods.ts'

export interface GameRow {
  readonly game_id: GameId
  readonly enabled: boolean
  readonly maintenance: { readonly from?: number; readonly until?: number | null } | null
  readonly odds_version: bigint
  readonly stops: Stops
  readonly game_options: unknown
  readonly period_no: string
  readonly period_id: PeriodId | null
  readonly state: PeriodState | null
  readonly day: string | null
  readonly open_at: bigint | null
  readonly close_at: bigint | null
  readonly hedge_close_at: bigint | null
  readonly draw_at: bigint | null
  readonly options: unknown
}

/** Games with the named periods. A period that does not exist has null columns. */
export async function readGames(
  on: Queryable,
  wanted: readonly { readonly gameId: GameId; readonly periodNo: string }[],
): Promise<GameRow[]> {
  const found = await on.query<GameRow & Record<string, unknown>>({
    name: 'book-games',
    text: `select g.id as game_id, g.enabled, g.maintenance, g.odds_version, g.stops, g.options as game_options, t.period_no,
                  p.id as period_id, p.state, p.day, p.open_at, p.close_at, p.hedge_close_at, p.draw_at, p.options
             from unnest($1::integer[], $2::text[]) as t (game_id, period_no)
             join games g on g.id = t.game_id
             left join periods p on p.game_id = t.game_id and p.period_no = t.period_no`,
    values: [wanted.map((one) => one.gameId), wanted.map((one) => one.periodNo)],
  })
  return found.rows
}
