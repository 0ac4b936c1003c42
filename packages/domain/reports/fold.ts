/** The measures of single orders. Every rollup row is a sum of them. */

import { flows, type Holding, heldCommission, passedStakes, passedWinLoss } from '../book/book.ts'
import type { Money } from '../money/money.ts'
import type { Measures } from './reports.ts'

export type OrderResult = 'win' | 'lose' | 'refund'

/** The measures of one settled order. `payout` includes the stake; for a refund it is the stake itself. */
export const measuresOf = (holding: Holding, stake: Money, payout: Money, result: OrderResult): Measures => {
  const counts = result !== 'refund'
  const none = 0n as Money
  const owed = flows(holding, stake, payout, counts)
  const passed = passedStakes(holding, stake)
  const won = passedWinLoss(holding, stake, payout)
  const commission = counts ? heldCommission(holding, stake) : { h: none, m: none, g: none, a: none }
  return {
    orders: 1n,
    stake,
    valid: counts ? stake : none,
    payout,
    ...owed,
    pvM: counts ? passed.psM : none,
    pvG: counts ? passed.psG : none,
    pvA: counts ? passed.psA : none,
    ...won,
    hcH: commission.h,
    hcM: commission.m,
    hcG: commission.g,
    hcA: commission.a,
  }
}
