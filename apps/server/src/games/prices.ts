import { gameById, playOf } from '@strata/domain/games/catalogue'
import { NO_DROP, oddsAfter } from '@strata/domain/games/drops'
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
  drop_odds: bigint | null
  drop_floor: bigint | null
}

/** Base prices of a pankou with what comes off: the merchant's offset and the drops of the period now on sale. */
const text = `
  select p.play, p.price_key, p.base, p.floor, p.open,
         coalesce((select o.offset_odds from price_offsets o
                    where o.merchant_id = $3 and o.game_id = p.game_id and o.play = p.play and o.price_key = p.price_key), 0)
           as offset_odds, d.drop_odds, d.floor_odds as drop_floor
    from prices p
    left join price_drops d on d.play = p.play and d.price_key = p.price_key
     and d.period_id = (select id from periods where game_id = $1 and state = 'open' order by close_at limit 1)
   where p.game_id = $1 and p.pankou = $2
   order by p.play, p.price_key`

const oddsOf = (stored: string): Odds => {
  const parsed = parseOdds(stored)
  if (!parsed.ok) throw new Error(`stored odds ${stored}`)
  return parsed.value
}

function currentQuote(gameId: number, row: PriceRow): WireQuote {
  if (row.offset_odds === 0n && !row.drop_odds) return row.base
  const play = playOf(gameById(gameId)?.code ?? '', row.play)
  if (!play) throw new Error(`stored price of ${row.play}`)
  const { base } = row
  const tiers = typeof base === 'string' ? [base] : play.tiers.map((tier) => base[tier.code] ?? '')
  const drop = row.drop_odds ? { drop: row.drop_odds as Odds, floor: (row.drop_floor ?? 0n) as Odds } : NO_DROP
  const cut = { offset: row.offset_odds, floor: row.floor, drop }
  const lowered = tiers.map((tier) => oddsAfter(oddsOf(tier), cut))
  return formatQuote(play, row.price_key, lowered)
}

/** Current prices of a game on a pankou for a merchant's players (0: no merchant's offsets). Undefined: no such game. */
export async function listPrices(
  on: Queryable,
  asked: { readonly gameId: number; readonly pankou: string; readonly merchantId: number },
): Promise<{ version: number; prices: ListedPrice[] } | undefined> {
  const game = await rows<{ odds_version: bigint }>(on, 'select odds_version from games where id = $1', [asked.gameId])
  if (!game[0]) return undefined
  const found = await rows<PriceRow>(on, text, [asked.gameId, asked.pankou, asked.merchantId])
  const prices = found.map((row) => ({
    playCode: row.play,
    key: row.price_key,
    quote: currentQuote(asked.gameId, row),
    open: row.open,
  }))
  return { version: Number(game[0].odds_version), prices }
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
