/** Ways to fill several amounts of a manual replenishment at once, and what the amounts do to the results. */

import { divideFloor, type Money, min, type Odds, type Rate, ZERO } from '../money/money.ts'
import { floorToUnit, gainPerYuan } from './automatic.ts'

/** An item that may be sent up. Several items may share an outcome, such as 特码A and 特码B of one number. */
export interface FillItem {
  readonly outcome: string
  /** The outcomes of which every draw makes exactly one true. Null: what is sent affects no other item. */
  readonly market: string | null
  /** 盈亏 if the outcome is drawn; the same for all items of an outcome. */
  readonly result: Money
  /** The most that can be sent. */
  readonly sendable: Money
  readonly topOdds: Odds
  /** The sender's own commission on what it sends up. */
  readonly rate: Rate
  readonly unit: Money
}

/** What one yuan sent up costs if another outcome of the market is drawn, in 1/100,000: `1 - rate`. */
const costPerYuan = (rate: Rate): bigint => 100_000n - rate

/**
 * The result of each item after its amount and those of the others have been sent: more by what is sent on its own
 * outcome, less by the cost of what is sent on the other outcomes of its market. Rounded down; an order's own rounding
 * of its commission is not counted.
 */
export const resultsAfter = (items: readonly (FillItem & { readonly sent: Money })[]): readonly Money[] =>
  items.map((item) => {
    let parts = 0n
    for (const { outcome, market, sent, topOdds, rate } of items) {
      if (outcome === item.outcome) parts += sent * gainPerYuan(topOdds, rate)
      else if (market !== null && market === item.market) parts -= sent * costPerYuan(rate)
    }
    return (item.result + divideFloor(parts, 100_000n)) as Money
  })

/** The average result of the outcomes, each counted once, rounded down. */
const averageOf = (items: readonly FillItem[]): Money => {
  const results = new Map(items.map(({ outcome, result }) => [outcome, result]))
  let sum = 0n
  for (const result of results.values()) sum += result
  return (results.size === 0 ? ZERO : divideFloor(sum, BigInt(results.size))) as Money
}

/**
 * 平均盈亏: amounts that raise every outcome below the average of all to it, in whole units, at most what can be sent
 * and never above the average. In a market an amount costs every other outcome the same, so it moves its own outcome
 * against them by the odds. Items of one outcome are filled one after the other.
 */
export const evenAmounts = (items: readonly FillItem[]): readonly Money[] => {
  const average = averageOf(items)
  const raised = new Map<string, bigint>()
  return items.map(({ outcome, market, result, sendable, topOdds, rate, unit }) => {
    const already = raised.get(outcome) ?? 0n
    const missing = average - result - already
    const effect = market === null ? gainPerYuan(topOdds, rate) : topOdds * 10n
    if (missing <= 0n || effect <= 0n) return ZERO
    const amount = floorToUnit(min(divideFloor(missing * 100_000n, effect) as Money, sendable), unit)
    raised.set(outcome, already + divideFloor(amount * effect, 100_000n))
    return amount
  })
}
