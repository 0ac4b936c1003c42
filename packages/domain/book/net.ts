/** What a holder wins or loses: per item of a board, per outcome of a draw, and when the board warns. */

import { divideHalfEven, type Money, type Odds, ZERO } from '../money/money.ts'
import type { ExposureFigures } from './exposure.ts'

/** total 总额: the holder as holding 100% at its own rate; held 实占: without replenishments; net: all of it. */
export type AmountMode = 'total' | 'held' | 'net'

/** A holder's two results on one item in a mode. */
export const resultsOf = (
  figures: Readonly<ExposureFigures>,
  mode: AmountMode,
): { readonly ifLose: Money; readonly ifWin: Money } => {
  if (mode === 'net') return figures
  if (mode === 'held') return { ifLose: figures.heldIfLose, ifWin: figures.heldIfWin }
  const ifLose = (figures.betAmount - figures.ownCommission) as Money
  return { ifLose, ifWin: (ifLose - figures.payWin) as Money }
}

export interface BoardItem {
  readonly itemCode: string
  /** The set of items of which a draw makes exactly one win; null: the item stands alone. */
  readonly market: string | null
  /** Over all pankou. */
  readonly figures: Readonly<ExposureFigures>
}

/**
 * netAmount 盈亏 per item: its ifWin and the ifLose of the market's other items; alone its ifWin. Items of a market with
 * no orders may be left out: they add nothing to the others, and `marketLosing` is their own value.
 */
export const netAmounts = (items: readonly BoardItem[], mode: AmountMode): Map<string, Money> => {
  const losing = marketLosing(items, mode)
  const nets = new Map<string, Money>()
  for (const { itemCode, market, figures } of items) {
    const { ifLose, ifWin } = resultsOf(figures, mode)
    const others = market === null ? 0n : (losing.get(market) ?? 0n) - ifLose
    nets.set(itemCode, (ifWin + others) as Money)
  }
  return nets
}

/** Sum of ifLose per market: the netAmount of an item of the market that nobody bet on. */
export const marketLosing = (items: readonly BoardItem[], mode: AmountMode): Map<string, Money> => {
  const losing = new Map<string, Money>()
  for (const { market, figures } of items) {
    if (market === null) continue
    losing.set(market, ((losing.get(market) ?? 0n) + resultsOf(figures, mode).ifLose) as Money)
  }
  return losing
}

/** What an outcome makes of an item; a lower tier is named by its odds beside the highest tier's. */
export type ItemEffect = 'lose' | 'win' | 'refund' | { readonly tierOdds: Odds; readonly topOdds: Odds }

/**
 * A holder's result on one item under an outcome. Between losing and the highest tier it is read off the line between
 * the two: exact when all orders on the item share their odds, within rounding.
 */
export const itemResult = (figures: Readonly<ExposureFigures>, effect: ItemEffect, mode: AmountMode): Money => {
  if (effect === 'refund') return ZERO
  const { ifLose, ifWin } = resultsOf(figures, mode)
  if (effect === 'lose') return ifLose
  if (effect === 'win') return ifWin
  return (ifLose + divideHalfEven((ifWin - ifLose) * effect.tierOdds, effect.topOdds)) as Money
}

export interface Outcome {
  readonly code: string
  /** Items not named lose. */
  readonly effects: ReadonlyMap<string, ItemEffect>
}

export interface ScenarioItem {
  /** Play and item as the outcome's `effects` name it. */
  readonly key: string
  readonly figures: Readonly<ExposureFigures>
}

/** A holder's result over all items under each outcome, in the order of `outcomes`. */
export const scenario = (
  items: readonly ScenarioItem[],
  outcomes: Iterable<Outcome>,
  mode: AmountMode,
): { readonly code: string; readonly result: Money }[] => {
  const byKey = new Map(items.map((item) => [item.key, item.figures]))
  let allLose = 0n
  for (const { figures } of items) allLose += resultsOf(figures, mode).ifLose
  const results: { code: string; result: Money }[] = []
  for (const { code, effects } of outcomes) {
    let result = allLose
    for (const [key, effect] of effects) {
      const figures = byKey.get(key)
      if (figures) result += itemResult(figures, effect, mode) - resultsOf(figures, mode).ifLose
    }
    results.push({ code, result: result as Money })
  }
  return results
}

/** The worst outcomes first; equal results by code. */
export const worstOutcomes = <T extends { readonly code: string; readonly result: Money }>(
  results: readonly T[],
  count: number,
): T[] =>
  [...results]
    .sort((one, two) => (one.result !== two.result ? (one.result < two.result ? -1 : 1) : one.code < two.code ? -1 : 1))
    .slice(0, count)

/** 0 none, 1 the net amount, 2 the loss reached its warning line (null: no line). Loss is the graver and wins. */
export type Warning = 0 | 1 | 2
export const warningOf = (
  item: { readonly net: Money; readonly netAmount: Money },
  lines: { readonly amount: Money | null; readonly loss: Money | null },
): Warning => {
  if (lines.loss !== null && item.netAmount < 0n && -item.netAmount >= lines.loss) return 2
  return lines.amount !== null && item.net > 0n && item.net >= lines.amount ? 1 : 0
}
