import { calendarDay } from '@strata/domain/calendar'
import { type Game, gameByCode, playOf, playsOfGame } from '@strata/domain/games/catalogue'
import { defaultOdds, formatQuote, sameQuote } from '@strata/domain/games/price'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import type { Odds } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { PANKOU, type Pankou } from '@strata/domain/pankou'
import { type Pool, runTx } from '../../platform/db.ts'
import { pricedYear, savePricedYear } from './priced-year.ts'
import { recordOf } from './set-odds.ts'
import { insertPriceVersion } from './store-price-changes.ts'
import {
  lockedOddsVersion,
  nextDrawAt,
  type PriceChange,
  type PriceName,
  readStoredPrices,
  type StoredPrice,
  setPrices,
} from './store-prices.ts'

/** Prices whose defaults differ between two lunar years: 生肖, 五行 and the sides made of animals. */
export function yearChanges(game: Game, from: number, to: number): PriceChange[] {
  return playsOfGame(game.code).flatMap((play) =>
    play.prices.flatMap(({ key }) =>
      PANKOU.flatMap((pankou) => {
        const quote = defaultOdds(play, key, pankou, to)
        if (sameQuote(quote, defaultOdds(play, key, pankou, from))) return []
        return [{ play: play.code, priceKey: key, pankou, base: formatQuote(play, key, quote) }]
      }),
    ),
  )
}

/** The least odds of a price in a year: one of several tiers. */
const leastOdds = (game: Game, { play, priceKey, pankou }: PriceName, year: number): Odds =>
  defaultOdds(must(playOf(game.code, play), play), priceKey, pankou as Pankou, year).reduce((a, b) => (b < a ? b : a))

/** A floor above the new price would be what is paid. */
const withFloor = (game: Game, change: PriceChange, year: number, was: StoredPrice | undefined): PriceChange => {
  const least = leastOdds(game, change, year)
  return was && was.floor > least ? { ...change, floor: least } : change
}

/**
 * Adjusts 6HC's prices to the lunar year of the next draw. Prices that depend on the year are reset to their
 * defaults, even if an operator had set them: an animal that has five numbers this year would be overpaid at last
 * year's price. Floors come down with them. Returns the number of changed prices.
 */
export async function refreshLunarPrices(pool: Pool, now: number): Promise<number> {
  const game = gameByCode('6HC')
  if (!game) throw new Error('game 6HC is missing')
  const drawAt = await nextDrawAt(pool, game.id, now)
  const year = lunarYearOf(calendarDay(drawAt ?? now))
  if (year === null || (await pricedYear(pool)) === year) return 0
  return runTx(pool, {}, async (tx) => {
    const version = await lockedOddsVersion(tx, game.id)
    if (version === undefined) return 0
    const before = await pricedYear(tx)
    if (before === year) return 0
    await savePricedYear(tx, year)
    if (before === undefined) return 0
    const reset = yearChanges(game, before, year)
    const keyOf = ({ play, priceKey, pankou }: PriceName): string => `${play} ${priceKey} ${pankou}`
    const was = new Map((await readStoredPrices(tx, game.id, reset)).map((price) => [keyOf(price), price]))
    const changes = reset.map((change) => withFloor(game, change, year, was.get(keyOf(change))))
    const made = await setPrices(tx, game.id, version, changes)
    if (made === undefined) throw new Error(`prices of game ${game.id} changed under their lock`)
    const recorded = changes.flatMap((change) => recordOf(was.get(keyOf(change)), change))
    await insertPriceVersion(tx, game.id, {
      version: made,
      at: now,
      operatorId: 0,
      operatorName: '',
      changes: recorded,
    })
    return changes.length
  })
}
