import type { GameId, MerchantId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'

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
