import { gameById, playOf } from '@strata/domain/games/catalogue'
import { type Drop, dropKey, oddsAfter } from '@strata/domain/games/drops'
import { formatQuote, parseOdds, type WireQuote } from '@strata/domain/games/price'
import type { GameId, MerchantId } from '@strata/domain/ids'
import type { Odds } from '@strata/domain/money'
import type { Queryable } from '../../platform/db.ts'
import { dropsOf, type PriceRow, readPricesOf, readStand, type Stand } from './store-listed-prices.ts'

/** A price in the wire's form. */
export interface ListedPrice {
  readonly playCode: string
  /** The item's code, or the class of a combination. */
  readonly key: string
  readonly quote: WireQuote
  readonly open: boolean
}

const oddsOf = (stored: string): Odds => {
  const parsed = parseOdds(stored)
  if (!parsed.ok) throw new Error(`stored odds ${stored} are invalid`)
  return parsed.value
}

function currentQuote(gameId: GameId, row: PriceRow, drops: readonly Drop[]): WireQuote {
  if (row.offset_odds === 0n && drops.length === 0) return row.base
  const play = playOf(gameById(gameId)?.code ?? '', row.play)
  if (!play) throw new Error(`stored price of ${row.play} is invalid`)
  const { base } = row
  const tiers = typeof base === 'string' ? [base] : play.tiers.map((tier) => base[tier.code] ?? '')
  const cut = { offset: row.offset_odds, floor: row.floor, drops }
  const lowered = tiers.map((tier) => oddsAfter(oddsOf(tier), cut))
  return formatQuote(play, row.price_key, lowered)
}

/**
 * A number that increases whenever listed prices may have changed: with each change of a price or a drop, and when
 * a period comes on sale or goes off, since drops belong to a period. Relies on increasing ids of periods.
 */
const versionOf = ({ moved, on_sale, opened }: Stand): number =>
  Number(moved) + 2 * (on_sale ?? opened ?? 0) + (on_sale === null ? 1 : 0)

/**
 * Current prices of a game on a pankou for a merchant's players (0: without a merchant's offsets). Undefined: no
 * such game.
 */
export async function listPrices(
  on: Queryable,
  asked: { readonly gameId: GameId; readonly pankou: string; readonly merchantId: MerchantId },
): Promise<{ version: number; prices: ListedPrice[] } | undefined> {
  // Read before the prices: a change in between then gives a new version at the next read.
  const stand = await readStand(on, asked.gameId)
  if (!stand) return undefined
  const drops = await dropsOf(on, stand.on_sale)
  const found = await readPricesOf(on, asked)
  const prices = found.map((row) => ({
    playCode: row.play,
    key: row.price_key,
    quote: currentQuote(asked.gameId, row, drops.get(dropKey(row.play, row.price_key)) ?? []),
    open: row.open && !Object.hasOwn(stand.stops, row.play),
  }))
  return { version: versionOf(stand), prices }
}
