import type { CurrentPrice, GameBook, ResolvedItem } from '@strata/domain/book/intake'
import type { Order } from '@strata/domain/book/order'
import { gameById, type PayoutKind } from '@strata/domain/games/catalogue'
import { type Item, parseItem } from '@strata/domain/games/item'
import type { RuleOptions } from '@strata/domain/games/options'
import { highestOutcome, payout } from '@strata/domain/games/payout'
import { formatQuote } from '@strata/domain/games/price'
import type { Money, Odds } from '@strata/domain/money'
import type { Pay } from '../exposures/order-columns.ts'

/** What rules and prices depend on besides the catalogue; one a game and batch. */
export interface GameRules {
  readonly lunarYear: number
  readonly options: RuleOptions
}

/** The current quote of an item in canonical order; undefined: not on sale. */
export type QuoteOf = (item: Item, pankou: 'A' | 'B' | 'C' | 'D') => readonly Odds[] | undefined

/** How far the automatic drop has lowered an item's odds (the most of its legs); 0n: not at all. */
export type DropOf = (item: Item, pankou: 'A' | 'B' | 'C' | 'D') => bigint

const PAY_KINDS = { single: 0, tiers: 1, multi: 2, legs: 3 } as const satisfies Record<PayoutKind, number>

const MEMO_LIMIT = 100_000
const items = new Map<string, Item | null>()

/** A checked item, remembered: the same codes come with every bet. */
export function itemAt(gameId: number, playCode: string, itemCode: string): Item | null {
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

const checkedItem = (gameId: number, playCode: string, itemCode: string): Item => {
  const item = itemAt(gameId, playCode, itemCode)
  if (!item) throw new Error(`not an item: ${gameId} ${playCode} ${itemCode}`)
  return item
}

const highestFirst = (quote: readonly Odds[]): readonly [Odds, ...Odds[]] =>
  quote.toSorted((one, two) => (one < two ? 1 : one > two ? -1 : 0)) as unknown as readonly [Odds, ...Odds[]]

const resolved = new WeakMap<Item, ResolvedItem>()
const resolve = (item: Item): ResolvedItem => {
  let known = resolved.get(item)
  if (!known) {
    known = { itemCode: item.code, groupId: item.play.groupId, priceKey: item.code }
    resolved.set(item, known)
  }
  return known
}

/** The prices of one game, quotes formatted once: keep it as long as they stand. */
export class GamePrices {
  readonly rules: GameRules
  readonly #quoteOf: QuoteOf
  /** See DropOf. */
  readonly dropOf: DropOf
  readonly #prices = new Map<string, { price: CurrentPrice; quote: readonly Odds[] } | null>()

  constructor(rules: GameRules, quoteOf: QuoteOf, dropOf: DropOf = () => 0n) {
    this.rules = rules
    this.#quoteOf = quoteOf
    this.dropOf = dropOf
  }

  at(item: Item, pankou: 'A' | 'B' | 'C' | 'D'): { price: CurrentPrice; quote: readonly Odds[] } | null {
    const key = `${item.play.id} ${item.code} ${pankou}`
    let known = this.#prices.get(key)
    if (known === undefined) {
      const quote = this.#quoteOf(item, pankou)
      const price = quote && { quote: formatQuote(item.play, item.code, quote), odds: highestFirst(quote) }
      known = price && quote ? { price, quote } : null
      if (this.#prices.size >= MEMO_LIMIT) this.#prices.clear()
      this.#prices.set(key, known)
    }
    return known
  }

  /** The highest payout of an item: dearest tier, most hits, no leg pushed. */
  topPayout(item: Item, odds: readonly [Odds, ...Odds[]], stake: Money): Money {
    const { payoutKind: kind, payoutCap } = item.play
    // Tiers come highest first here, so the first is what the dearest tier pays.
    if (kind === 'single' || kind === 'tiers') {
      const paid = ((stake * odds[0]) / 10_000n) as Money
      return payoutCap !== null && paid > payoutCap ? payoutCap : paid
    }
    return payout(stake, odds, highestOutcome(item.play, item.code, odds, this.rules), kind, payoutCap)
  }
}

/** The prices of a game as they stand in a period; undefined: not asked for. */
export type PricesOf = (gameId: number, periodNo: string) => GamePrices | undefined

/** The catalogue and current prices as intake and replenishment ask for them. */
export function catalogueBook(pricesOf: PricesOf): GameBook {
  return {
    resolveItem(gameId, playCode, itemCode) {
      const item = itemAt(gameId, playCode, itemCode)
      return item && resolve(item)
    },
    currentPrice({ gameId, periodNo, playCode, item, pankou }) {
      return pricesOf(gameId, periodNo)?.at(checkedItem(gameId, playCode, item.itemCode), pankou)?.price ?? null
    },
    topPayout({ gameId, periodNo, playCode, item, odds, stake }) {
      const prices = pricesOf(gameId, periodNo)
      if (!prices) throw new Error(`no prices of game ${gameId}`)
      return prices.topPayout(checkedItem(gameId, playCode, item.itemCode), odds, stake)
    },
  }
}

/** How an accepted order's item pays, at the prices it was accepted on. */
export function payOf(pricesOf: PricesOf, order: Order): Pay {
  const { gameId, periodNo, playCode, itemCode } = order.item
  const { play } = checkedItem(gameId, playCode, itemCode)
  const several = play.payoutKind === 'tiers' || play.payoutKind === 'legs'
  const quote = several
    ? pricesOf(gameId, periodNo)?.at(checkedItem(gameId, playCode, itemCode), order.pankou)?.quote
    : null
  if (quote === undefined) throw new Error(`no price of ${playCode} ${itemCode}`)
  return { kind: PAY_KINDS[play.payoutKind], odds: order.odds[0], tiers: quote, cap: play.payoutCap }
}
