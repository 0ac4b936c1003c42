import type { CurrentPrice, GameBook, ResolvedItem } from '@strata/domain/book/intake'
import type { Order } from '@strata/domain/book/order'
import { gameById, type PayoutKind } from '@strata/domain/games/catalogue'
import { type Item, parseItem } from '@strata/domain/games/item'
import type { RuleOptions } from '@strata/domain/games/options'
import { highestOutcome, payout } from '@strata/domain/games/payout'
import { formatQuote } from '@strata/domain/games/price'
import type { Stops } from '@strata/domain/games/stops'
import type { GameId } from '@strata/domain/ids'
import type { Money, Odds } from '@strata/domain/money'
import type { Pay } from '../exposures/order-columns.ts'

/** What rules and prices depend on besides the catalogue. One per game and batch. */
export interface GameRules {
  readonly lunarYear: number
  readonly options: RuleOptions
}

/** The current quote of an item in canonical order. Undefined: it is not on sale. */
export type QuoteOf = (item: Item, pankou: 'A' | 'B' | 'C' | 'D') => readonly Odds[] | undefined

/** How far the automatic drop lowers an item's odds (for legs the largest drop). 0n: not at all. */
export type DropOf = (item: Item, pankou: 'A' | 'B' | 'C' | 'D') => bigint

const PAY_KINDS = { single: 0, tiers: 1, multi: 2, legs: 3 } as const satisfies Record<PayoutKind, number>

const MEMO_LIMIT = 100_000
const items = new Map<string, Item | null>()

/** A checked item, cached because the same codes come with every bet. */
export function itemAt(gameId: GameId, playCode: string, itemCode: string): Item | null {
  const key = `${gameId} ${playCode} ${itemCode}`
  const known = items.get(key)
  if (known !== undefined) return known
  const game = gameById(gameId)
  const parsed = game && parseItem(game.code, playCode, itemCode)
  const item = parsed?.ok ? parsed.value : null
  if (items.size >= MEMO_LIMIT) items.clear()
  items.set(key, item)
  return item
}

const checkedItem = (gameId: GameId, playCode: string, itemCode: string): Item => {
  const item = itemAt(gameId, playCode, itemCode)
  if (!item) throw new Error(`not an item: ${gameId} ${playCode} ${itemCode}`)
  return item
}

/** The highest price of a quote. Boards sort by it. */
export const highestOf = (quote: readonly [Odds, ...Odds[]]): Odds =>
  quote.reduce((highest, price) => (price > highest ? price : highest))

const resolved = new WeakMap<Item, ResolvedItem>()
const resolve = (item: Item): ResolvedItem => {
  let known = resolved.get(item)
  if (!known) {
    known = { itemCode: item.code, groupId: item.play.groupId, priceKey: item.code }
    resolved.set(item, known)
  }
  return known
}

/** The prices of one game. Quotes are formatted once, so cache this object while the prices are valid. */
export class GamePrices {
  readonly rules: GameRules
  readonly #quoteOf: QuoteOf
  /** See DropOf. */
  readonly dropOf: DropOf
  /** Plays that are stopped; they have no price. */
  readonly stops: Stops
  readonly #prices = new Map<string, CurrentPrice | null>()

  constructor(rules: GameRules, quoteOf: QuoteOf, dropOf: DropOf = () => 0n, stops: Stops = {}) {
    this.stops = stops
    this.rules = rules
    this.#quoteOf = quoteOf
    this.dropOf = dropOf
  }

  at(item: Item, pankou: 'A' | 'B' | 'C' | 'D'): CurrentPrice | null {
    const key = `${item.play.id} ${item.code} ${pankou}`
    let known = this.#prices.get(key)
    if (known === undefined) {
      const odds = this.#quoteOf(item, pankou) as CurrentPrice['odds'] | undefined
      known = odds ? { quote: formatQuote(item.play, item.code, odds), odds } : null
      if (this.#prices.size >= MEMO_LIMIT) this.#prices.clear()
      this.#prices.set(key, known)
    }
    return known
  }

  /** The most often that an item can win in one draw. */
  hitsOf({ play, code }: Item): number {
    return play.payoutKind === 'multi' ? highestOutcome(play, code, [], this.rules).hits : 1
  }

  /** The highest payout of an item: highest-paid tier, most hits, no leg pushed. */
  topPayout(item: Item, odds: readonly [Odds, ...Odds[]], stake: Money): Money {
    const { payoutKind: kind, payoutCap } = item.play
    if (kind === 'single' || kind === 'tiers') {
      const paid = ((stake * highestOf(odds)) / 10_000n) as Money
      return payoutCap !== null && paid > payoutCap ? payoutCap : paid
    }
    return payout(stake, odds, highestOutcome(item.play, item.code, odds, this.rules), kind, payoutCap)
  }
}

/** The prices of a game in a period. Undefined: they were not requested. */
export type PricesOf = (gameId: GameId, periodNo: string) => GamePrices | undefined

/** Catalogue and current prices behind the interface of intake and replenishment. */
export function catalogueBook(pricesOf: PricesOf): GameBook {
  return {
    resolveItem(gameId, playCode, itemCode) {
      const item = itemAt(gameId, playCode, itemCode)
      return item && resolve(item)
    },
    currentPrice({ gameId, periodNo, playCode, item, pankou }) {
      return pricesOf(gameId, periodNo)?.at(checkedItem(gameId, playCode, item.itemCode), pankou) ?? null
    },
    topPayout({ gameId, periodNo, playCode, item, odds, stake }) {
      const prices = pricesOf(gameId, periodNo)
      if (!prices) throw new Error(`no prices of game ${gameId}`)
      return prices.topPayout(checkedItem(gameId, playCode, item.itemCode), odds, stake)
    },
  }
}

/** How an accepted order's item pays: by its own quote, which for a fly-out is not the current one. */
export function payOf({ item: { gameId, playCode, itemCode }, odds }: Order): Pay {
  const { play } = checkedItem(gameId, playCode, itemCode)
  const several = play.payoutKind === 'tiers' || play.payoutKind === 'legs'
  return { kind: PAY_KINDS[play.payoutKind], odds: highestOf(odds), tiers: several ? odds : null, cap: play.payoutCap }
}
