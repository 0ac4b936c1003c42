import { gameById, playOf } from '@strata/domain/games/catalogue'
import { type Drop, dropKey, oddsAfter } from '@strata/domain/games/drops'
import { formatQuote, parseOdds, type WireQuote } from '@strata/domain/games/price'
import type { Odds } from '@strata/domain/money'
import { type Queryable, rows } from '../platform/db.ts'

/** A price as the wire lists it. */
export interface ListedPrice {
  readonly playCode: string
  /** The item's code, or the class of a combination. */
  readonly key: string
  readonly quote: WireQuote
  readonly open: boolean
}

interface PriceRow {
  play: string
  price_key: string
  base: string | Record<string, string>
  floor: bigint
  open: boolean
  offset_odds: bigint
}

/** Base prices of a pankou with the merchant's offset. */
const text = `
  select p.play, p.price_key, p.base, p.floor, p.open,
         coalesce((select o.offset_odds from price_offsets o
                    where o.merchant_id = $3 and o.game_id = p.game_id and o.play = p.play and o.price_key = p.price_key), 0)
           as offset_odds
    from prices p
   where p.game_id = $1 and p.pankou = $2
   order by p.play, p.price_key`

const oddsOf = (stored: string): Odds => {
  const parsed = parseOdds(stored)
  if (!parsed.ok) throw new Error(`stored odds ${stored}`)
  return parsed.value
}

function currentQuote(gameId: number, row: PriceRow, drops: readonly Drop[]): WireQuote {
  if (row.offset_odds === 0n && drops.length === 0) return row.base
  const play = playOf(gameById(gameId)?.code ?? '', row.play)
  if (!play) throw new Error(`stored price of ${row.play}`)
  const { base } = row
  const tiers = typeof base === 'string' ? [base] : play.tiers.map((tier) => base[tier.code] ?? '')
  const cut = { offset: row.offset_odds, floor: row.floor, drops }
  const lowered = tiers.map((tier) => oddsAfter(oddsOf(tier), cut))
  return formatQuote(play, row.price_key, lowered)
}

interface Stand {
  /** Changes of prices and drops. */
  readonly moved: bigint
  /** The period on sale, and the latest that ever was. */
  readonly on_sale: number | null
  readonly opened: number | null
}

/**
 * A number that rises whenever listed prices may have changed: with each change of a price or a drop, and when another period
 * comes on sale or the last one goes off, since drops belong to a period. Ids of periods rise.
 */
const versionOf = ({ moved, on_sale, opened }: Stand): number =>
  Number(moved) + 2 * (on_sale ?? opened ?? 0) + (on_sale === null ? 1 : 0)

/** The drops of a period by price key, each in the order in which they come off. */
async function dropsOf(on: Queryable, periodId: number | null): Promise<Map<string, Drop[]>> {
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

/** Current prices of a game on a pankou for a merchant's players (0: no merchant's offsets). Undefined: no such game. */
export async function listPrices(
  on: Queryable,
  asked: { readonly gameId: number; readonly pankou: string; readonly merchantId: number },
): Promise<{ version: number; prices: ListedPrice[] } | undefined> {
  // Read first: what moves meanwhile is another version at the next look.
  const [stand] = await rows<Stand & Record<string, unknown>>(
    on,
    `select g.odds_version + g.drop_changes as moved,
            (select id from periods where game_id = g.id and state = 'open' order by close_at limit 1) as on_sale,
            (select id from periods where game_id = g.id and options is not null order by draw_at desc, id desc limit 1)
              as opened
       from games g where g.id = $1`,
    [asked.gameId],
  )
  if (!stand) return undefined
  const drops = await dropsOf(on, stand.on_sale)
  const found = await rows<PriceRow>(on, text, [asked.gameId, asked.pankou, asked.merchantId])
  const prices = found.map((row) => ({
    playCode: row.play,
    key: row.price_key,
    quote: currentQuote(asked.gameId, row, drops.get(dropKey(row.play, row.price_key)) ?? []),
    open: row.open,
  }))
  return { version: versionOf(stand), prices }
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
 * Changes prices of a game, all or none; the next batch of every merchant sees them by the version. Answers the new version,
 * or undefined when `version` is not the one in force. The caller has checked the quotes.
 */
export async function setPrices(
  on: Queryable,
  gameId: number,
  version: number,
  changes: readonly PriceChange[],
): Promise<number | undefined> {
  const bumped = await rows<{ odds_version: bigint }>(
    on,
    'update games set odds_version = odds_version + 1 where id = $1 and odds_version = $2 returning odds_version',
    [gameId, version],
  )
  if (!bumped[0]) return undefined
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
  return Number(bumped[0].odds_version)
}
