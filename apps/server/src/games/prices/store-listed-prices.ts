import { type Drop, dropKey } from '@strata/domain/games/drops'
import type { Stops } from '@strata/domain/games/stops'
import type { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import type { Odds } from '@strata/domain/money'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'

export interface PriceRow {
  readonly play: string
  readonly price_key: string
  readonly base: string | Record<string, string>
  readonly floor: bigint
  readonly open: boolean
  readonly offset_odds: bigint
}

/** Base prices of a pankou with the merchant's offset. */
const PRICES = `
  select p.play, p.price_key, p.base, p.floor, p.open,
         coalesce((select o.offset_odds from price_offsets o
                    where o.merchant_id = $3 and o.game_id = p.game_id and o.play = p.play and o.price_key = p.price_key), 0)
           as offset_odds
    from prices p
   where p.game_id = $1 and p.pankou = $2
   order by p.play, p.price_key`

export const readPricesOf = (
  on: Queryable,
  asked: { readonly gameId: GameId; readonly pankou: string; readonly merchantId: MerchantId },
): Promise<PriceRow[]> =>
  rows<PriceRow & Record<string, unknown>>(on, PRICES, [asked.gameId, asked.pankou, asked.merchantId])

export interface Stand {
  /** Counter of changes of prices, drops and stops. */
  readonly moved: bigint
  readonly stops: Stops
  /** The period on sale; `opened` is the latest one that ever opened. */
  readonly on_sale: PeriodId | null
  readonly opened: number | null
}

/** The values that determine the version of a game's price list; undefined: no such game. */
export const readStand = (on: Queryable, gameId: GameId): Promise<Stand | undefined> =>
  maybeRow<Stand & Record<string, unknown>>(
    on,
    `select g.odds_version + g.drop_changes + g.stop_changes as moved, g.stops,
            (select id from periods where game_id = g.id and state = 'open' order by close_at limit 1) as on_sale,
            (select id from periods where game_id = g.id and options is not null order by draw_at desc, id desc limit 1)
              as opened
       from games g where g.id = $1`,
    [gameId],
  )

/** The drops of a period by price key, in the order in which they are subtracted. */
export async function dropsOf(on: Queryable, periodId: PeriodId | null): Promise<Map<string, Drop[]>> {
  if (periodId === null) return new Map()
  const found = await rows<{ play: string; price_key: string; drop_odds: bigint; floor_odds: bigint }>(
    on,
    `select play, price_key, drop_odds, floor_odds from price_drops
      where period_id = $1 and drop_odds > 0 order by play, price_key, cause desc`,
    [periodId],
  )
  const drops = new Map<string, Drop[]>()
  for (const { play, price_key: key, drop_odds: drop, floor_odds: floor } of found) {
    const name = dropKey(play, key)
    drops.set(name, [...(drops.get(name) ?? []), { drop: drop as Odds, floor: floor as Odds }])
  }
  return drops
}
