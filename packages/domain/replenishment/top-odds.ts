/** The most that a yuan on an item can pay, from its quote alone, for forms that propose amounts. */

import { discountedOdds } from '../book/order.ts'
import { ODDS_SCALE, type Odds, type Share } from '../money/money.ts'

export interface PricedItem {
  /** One price, one per tier, or one per leg. */
  readonly odds: readonly [Odds, ...Odds[]]
  readonly itemCode: string
  /** 正肖: the most often that it can win in one draw. */
  readonly hits: number
}

/** 过关 names its legs with their balls; every price is a leg's, and all must win. */
const isLegs = (itemCode: string): boolean => itemCode.includes(':')

/**
 * As odds of one yuan: the highest tier, all hits, or all legs; rounded down as a payout is. `discount`: how much less an
 * outside book pays, in 1/10,000. The cap of a play's payout is not counted: no yuan reaches it.
 */
export const topOddsOf = ({ odds, itemCode, hits }: PricedItem, discount: Share): Odds => {
  const paid = discount === 0n ? odds : discountedOdds(odds, discount)
  if (isLegs(itemCode)) {
    const product = paid.reduce((product, price) => product * price, ODDS_SCALE as bigint)
    return (product / ODDS_SCALE ** BigInt(paid.length)) as Odds
  }
  if (hits > 1) return (ODDS_SCALE + BigInt(hits) * (paid[0] - ODDS_SCALE)) as Odds
  return paid.reduce((top, price) => (price > top ? price : top))
}
