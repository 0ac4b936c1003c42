import type { GameId, MerchantId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'

/** How much a merchant's members get less than the price, on every pankou and tier. */
export interface Offset {
  readonly play: string
  readonly priceKey: string
  readonly offset: bigint
}

export async function readOffsets(on: Queryable, merchantId: MerchantId, gameId: GameId): Promise<Offset[]> {
  const found = await rows<{ play: string; price_key: string; offset_odds: bigint }>(
    on,
    'select play, price_key, offset_odds from price_offsets where merchant_id = $1 and game_id = $2',
    [merchantId, gameId],
  )
  return found.map(({ play, price_key, offset_odds }) => ({ play, priceKey: price_key, offset: offset_odds }))
}

/** Writes differences of a merchant; 0 removes one. */
export async function saveOffsets(
  on: Queryable,
  { merchantId, gameId }: { readonly merchantId: MerchantId; readonly gameId: GameId },
  offsets: readonly Offset[],
): Promise<void> {
  const columns = [
    offsets.map(({ play }) => play),
    offsets.map(({ priceKey }) => priceKey),
    offsets.map(({ offset }) => String(offset)),
  ]
  await on.query(
    `delete from price_offsets o
      using unnest($3::text[], $4::text[], $5::text[]::bigint[]) as t (play, price_key, offset_odds)
      where o.merchant_id = $1 and o.game_id = $2 and o.play = t.play and o.price_key = t.price_key
        and t.offset_odds = 0`,
    [merchantId, gameId, ...columns],
  )
  await on.query(
    `insert into price_offsets (merchant_id, game_id, play, price_key, offset_odds)
     select $1, $2, t.play, t.price_key, t.offset_odds
       from unnest($3::text[], $4::text[], $5::text[]::bigint[]) as t (play, price_key, offset_odds)
      where t.offset_odds > 0
     on conflict (merchant_id, game_id, play, price_key) do update set offset_odds = excluded.offset_odds`,
    [merchantId, gameId, ...columns],
  )
}
