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

/** One difference in one change, as on the wire ("0.05"; "0": none). */
export interface RecordedOffset {
  readonly play: string
  readonly key: string
  readonly before: string
  readonly after: string
}

export interface OffsetVersion {
  /** Of the game's prices. */
  readonly version: number
  readonly at: number
  readonly operatorId: number
  readonly operatorName: string
  readonly changes: readonly RecordedOffset[]
}

interface OfMerchant {
  readonly merchantId: MerchantId
  readonly gameId: GameId
}

export async function insertOffsetVersion(
  on: Queryable,
  { merchantId, gameId }: OfMerchant,
  made: OffsetVersion,
): Promise<void> {
  await on.query(
    `insert into offset_changes (merchant_id, game_id, version, at, operator_id, operator_name, changes)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [merchantId, gameId, made.version, made.at, made.operatorId, made.operatorName, JSON.stringify(made.changes)],
  )
}

interface VersionRow {
  readonly version: bigint
  readonly at: bigint
  readonly operator_id: number
  readonly operator_name: string
  readonly changes: RecordedOffset[]
}

const fromRow = (found: VersionRow): OffsetVersion => ({
  version: Number(found.version),
  at: Number(found.at),
  operatorId: found.operator_id,
  operatorName: found.operator_name,
  changes: found.changes,
})

const columns = 'version, at, operator_id, operator_name, changes'

/** The latest changes of a merchant's differences, newest first. */
export async function lastOffsetVersions(
  on: Queryable,
  { merchantId, gameId }: OfMerchant,
  limit: number,
): Promise<OffsetVersion[]> {
  const found = await rows<VersionRow & Record<string, unknown>>(
    on,
    `select ${columns} from offset_changes where merchant_id = $1 and game_id = $2 order by version desc limit $3`,
    [merchantId, gameId, limit],
  )
  return found.map(fromRow)
}

/** Every change after a version, oldest first. */
export async function offsetVersionsAfter(
  on: Queryable,
  { merchantId, gameId }: OfMerchant,
  version: number,
): Promise<OffsetVersion[]> {
  const found = await rows<VersionRow & Record<string, unknown>>(
    on,
    `select ${columns} from offset_changes where merchant_id = $1 and game_id = $2 and version > $3 order by version`,
    [merchantId, gameId, version],
  )
  return found.map(fromRow)
}
