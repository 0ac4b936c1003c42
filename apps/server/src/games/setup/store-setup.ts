import type { WireQuote } from '@strata/domain/games/price'
import type { GameId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'
import type { ResultSource } from '../periods/store-periods.ts'

export interface NewGame {
  readonly id: GameId
  readonly gameType: string
  readonly name: string
  readonly options: unknown
  readonly schedule: unknown
  readonly resultSource: ResultSource
  /** Off: no period is planned and no bet is taken. */
  readonly enabled: boolean
}

/** Returns false when the game exists already. */
export async function insertGame(on: Queryable, game: NewGame): Promise<boolean> {
  const done = await on.query(
    `insert into games (id, game_type, name, options, schedule, result_source, enabled)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
    [
      game.id,
      game.gameType,
      game.name,
      JSON.stringify(game.options),
      JSON.stringify(game.schedule ?? {}),
      game.resultSource,
      game.enabled,
    ],
  )
  return (done.rowCount ?? 0) > 0
}

export async function setResultSource(
  on: Queryable,
  gameId: GameId,
  source: ResultSource,
  schedule: unknown,
): Promise<void> {
  await on.query('update games set result_source = $2, schedule = $3 where id = $1', [
    gameId,
    source,
    JSON.stringify(schedule ?? {}),
  ])
}

export interface NewPrice {
  readonly play: string
  readonly priceKey: string
  readonly pankou: string
  readonly base: WireQuote
  readonly floor: bigint
  readonly open: boolean
}

export async function insertPrices(on: Queryable, gameId: GameId, prices: readonly NewPrice[]): Promise<void> {
  await on.query(
    `insert into prices (game_id, play, price_key, pankou, base, floor, open)
     select $1, t.play, t.price_key, t.pankou, t.base::jsonb, t.floor, t.open
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]::bigint[], $7::boolean[])
            as t (play, price_key, pankou, base, floor, open)
     on conflict (game_id, play, price_key, pankou) do nothing`,
    [
      gameId,
      prices.map((price) => price.play),
      prices.map((price) => price.priceKey),
      prices.map((price) => price.pankou),
      prices.map((price) => JSON.stringify(price.base)),
      prices.map((price) => String(price.floor)),
      prices.map((price) => price.open),
    ],
  )
}
