import type { Stops } from '@strata/domain/games/stops'
import type { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'

export interface GameRow {
  readonly game_id: GameId
  readonly enabled: boolean
  readonly maintenance: { readonly from?: number; readonly until?: number | null } | null
  readonly odds_version: bigint
  readonly stops: Stops
  readonly game_options: unknown
  readonly period_no: string
  readonly period_id: PeriodId | null
  readonly state: 'scheduled' | 'open' | 'closed' | 'drawn' | 'settled' | 'void' | null
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

export interface CutRow {
  readonly game_id: GameId
  /** Null: for all periods (a merchant's offset). Otherwise: the period of the drop. */
  readonly period_no: string | null
  readonly play: string
  readonly price_key: string
  /** The amount subtracted from the base. */
  readonly cut: bigint
  /** For a drop: it never lowers odds below this value. */
  readonly floor: bigint
}

/** A merchant's offsets, and the drops of periods that still accept bets or replenishment, in a fixed order. */
export async function readCuts(
  on: Queryable,
  merchantId: MerchantId,
  wanted: readonly { readonly gameId: GameId; readonly periodNo: string }[],
): Promise<CutRow[]> {
  const found = await on.query<CutRow & Record<string, unknown>>({
    name: 'book-cuts',
    text: `select game_id, null as period_no, play, price_key, offset_odds as cut, 0::bigint as floor, '' as cause
             from price_offsets
            where merchant_id = $1 and game_id = any($2::integer[])
           union all
           select p.game_id, p.period_no, d.play, d.price_key, d.drop_odds, d.floor_odds, d.cause
             from unnest($2::integer[], $3::text[]) as t (game_id, period_no)
             join periods p on p.game_id = t.game_id and p.period_no = t.period_no and p.state in ('open', 'closed')
             join price_drops d on d.period_id = p.id and d.drop_odds > 0
           -- Of one key what a streak takes off comes first.
           order by 1, 2, 3, 4, 7 desc`,
    values: [merchantId, wanted.map((one) => one.gameId), wanted.map((one) => one.periodNo)],
  })
  return found.rows
}
