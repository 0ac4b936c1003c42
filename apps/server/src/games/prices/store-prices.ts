import type { WireQuote } from '@strata/domain/games/price'
import type { GameId } from '@strata/domain/ids'
import type { Odds } from '@strata/domain/money'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'

/** Draw time of the game's period on sale, or of the next one to open. */
export async function nextDrawAt(on: Queryable, gameId: GameId, now: number): Promise<number | undefined> {
  const found = await maybeRow<{ draw_at: bigint }>(
    on,
    `select draw_at from periods
      where game_id = $1 and close_at > $2 and state in ('open', 'scheduled') order by draw_at limit 1`,
    [gameId, now],
  )
  return found && Number(found.draw_at)
}

/** The version of a game's prices, locked until the transaction ends; undefined: no such game. */
export async function lockedOddsVersion(on: Queryable, gameId: GameId): Promise<number | undefined> {
  const found = await maybeRow<{ odds_version: bigint }>(
    on,
    'select odds_version from games where id = $1 for no key update',
    [gameId],
  )
  return found && Number(found.odds_version)
}

export interface StoredPrice {
  readonly play: string
  readonly priceKey: string
  readonly pankou: string
  readonly base: WireQuote
  readonly floor: bigint
  readonly open: boolean
}

export interface PriceName {
  readonly play: string
  readonly priceKey: string
  readonly pankou: string
}

/** The stored prices with these names, unordered; names that do not exist are left out. */
export async function readStoredPrices(
  on: Queryable,
  gameId: GameId,
  names: readonly PriceName[],
): Promise<StoredPrice[]> {
  const found = await rows<{
    play: string
    price_key: string
    pankou: string
    base: WireQuote
    floor: bigint
    open: boolean
  }>(
    on,
    `select p.play, p.price_key, p.pankou, p.base, p.floor, p.open
       from unnest($2::text[], $3::text[], $4::text[]) as t (play, price_key, pankou)
       join prices p on p.game_id = $1 and p.play = t.play and p.price_key = t.price_key and p.pankou = t.pankou`,
    [gameId, names.map((name) => name.play), names.map((name) => name.priceKey), names.map((name) => name.pankou)],
  )
  return found.map(({ price_key, ...price }) => ({ ...price, priceKey: price_key }))
}

/** All stored prices of a game on a pankou, or of one play of it. */
export async function pricesOfPankou(
  on: Queryable,
  gameId: GameId,
  pankou: string,
  play: string | null,
): Promise<StoredPrice[]> {
  const found = await rows<{ play: string; price_key: string; base: WireQuote; floor: bigint; open: boolean }>(
    on,
    `select play, price_key, base, floor, open from prices
      where game_id = $1 and pankou = $2 and ($3::text is null or play = $3) order by play, price_key`,
    [gameId, pankou, play],
  )
  return found.map(({ price_key, ...price }) => ({ ...price, priceKey: price_key, pankou }))
}

/** All stored prices of a game on every pankou. */
export async function pricesOfGame(on: Queryable, gameId: GameId): Promise<StoredPrice[]> {
  const found = await rows<StoredPrice & { price_key: string }>(
    on,
    'select play, price_key, pankou, base, floor, open from prices where game_id = $1',
    [gameId],
  )
  return found.map(({ price_key, ...price }) => ({ ...price, priceKey: price_key }))
}

/** A game's prices are about to look different to somebody: the next version. Undefined: `version` is not in force. */
export async function bumpOddsVersion(on: Queryable, gameId: GameId, version: number): Promise<number | undefined> {
  const bumped = await maybeRow<{ odds_version: bigint }>(
    on,
    'update games set odds_version = odds_version + 1 where id = $1 and odds_version = $2 returning odds_version',
    [gameId, version],
  )
  return bumped && Number(bumped.odds_version)
}

export interface PriceChange {
  readonly play: string
  readonly priceKey: string
  readonly pankou: string
  readonly base?: WireQuote
  readonly floor?: Odds
  readonly open?: boolean
}

/**
 * Changes prices of a game, all or none; the next batch of every merchant notices it by the version. Returns the
 * new version, or undefined when `version` is not the one in force. The caller must have checked the quotes.
 */
export async function setPrices(
  on: Queryable,
  gameId: GameId,
  version: number,
  changes: readonly PriceChange[],
): Promise<number | undefined> {
  const bumped = await bumpOddsVersion(on, gameId, version)
  if (bumped === undefined) return undefined
  await on.query(
    `update prices p set base = coalesce(t.base::jsonb, p.base), floor = coalesce(t.floor, p.floor), open = coalesce(t.open, p.open)
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]::bigint[], $7::boolean[])
            as t (play, price_key, pankou, base, floor, open)
      where p.game_id = $1 and p.play = t.play and p.price_key = t.price_key and p.pankou = t.pankou`,
    [
      gameId,
      changes.map((change) => change.play),
      changes.map((change) => change.priceKey),
      changes.map((change) => change.pankou),
      changes.map((change) => (change.base === undefined ? null : JSON.stringify(change.base))),
      changes.map((change) => (change.floor === undefined ? null : String(change.floor))),
      changes.map((change) => change.open ?? null),
    ],
  )
  return bumped
}

export interface PriceRow {
  readonly play: string
  readonly price_key: string
  readonly pankou: string
  readonly base: string | Record<string, string>
  readonly floor: bigint
  readonly open: boolean
}

export const readPrices = (on: Queryable, gameId: GameId): Promise<PriceRow[]> =>
  rows<PriceRow>(on, 'select play, price_key, pankou, base, floor, open from prices where game_id = $1', [gameId])
