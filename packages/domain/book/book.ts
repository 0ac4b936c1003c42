/**
 * Who holds what of one order and what flows across each link when its item loses, wins or is refunded.
 *
 * There are at most four holders, one column per role: h head, m merchant, g general agent, a agent; b is the bettor (a
 * member, or the sender of a replenishment). `S_l` is the sum of the shares held ABOVE level l. A skipped level has
 * share 0 and carries the rate of the level below it. This makes its flow and every passed figure equal to those of the
 * level below, so no formula here depends on which levels were skipped.
 */

import type { PathId } from '../ids.ts'
import { divideHalfEven, type Money, type Rate, type Share } from '../money/money.ts'

/** Path ids of the holders above a bettor. Null: the level is skipped. Head and merchant are never skipped. */
export interface Chain {
  readonly h: PathId
  readonly m: PathId | null
  readonly g: PathId | null
  readonly a: PathId | null
}

/** Shares in 1/10,000 (their sum is 10,000, or 0 for a fly-out) and rates in 1/100,000 on the order's pankou. */
export interface Holding {
  readonly sH: Share
  readonly sM: Share
  readonly sG: Share
  readonly sA: Share
  readonly rM: Rate
  readonly rG: Rate
  readonly rA: Rate
  readonly rB: Rate
}

/** What each level owes the level above it. Negative: the level above owes it. */
export interface Flows {
  readonly uM: Money
  readonly uG: Money
  readonly uA: Money
  readonly uB: Money
}

export interface HolderAmounts {
  readonly h: Money
  readonly m: Money
  readonly g: Money
  readonly a: Money
}

/**
 * What an order row stores, so that a losing order is settled by sums: flows if it loses, passed stake, held
 * commission.
 */
export interface LosingFold {
  readonly luM: Money
  readonly luG: Money
  readonly luA: Money
  readonly luB: Money
  readonly psM: Money
  readonly psG: Money
  readonly psA: Money
  readonly hcH: Money
  readonly hcM: Money
  readonly hcG: Money
  readonly hcA: Money
}

/** Share scale times rate scale: the denominator of every flow. */
const FLOW_SCALE = 1_000_000_000n
const RATE_UNIT = 100_000n
const SHARE_UNIT = 10_000n

const portion = (above: bigint, amount: bigint): Money => {
  if (above === 0n) return 0n as Money
  if (above === SHARE_UNIT) return amount as Money
  return divideHalfEven(above * amount, SHARE_UNIT) as Money
}

const flow = (above: bigint, winLoss: bigint, turnover: bigint, rate: bigint): Money =>
  above === 0n ? (0n as Money) : (divideHalfEven(above * (winLoss - rate * turnover), FLOW_SCALE) as Money)

/**
 * Flow across each link, rounded half-even once per link. `payout` includes the stake (0 when lost). `counts` is false
 * for a refund or void, for which nobody earns commission.
 */
export const flows = (holding: Holding, stake: Money, payout: Money, counts: boolean): Flows => {
  const winLoss = (stake - payout) * RATE_UNIT
  const turnover = counts ? stake : 0n
  const aboveG = holding.sH + holding.sM
  const aboveA = aboveG + holding.sG
  const uB = flow(SHARE_UNIT, winLoss, turnover, holding.rB)
  const uA = aboveA === SHARE_UNIT && holding.rA === holding.rB ? uB : flow(aboveA, winLoss, turnover, holding.rA)
  const uG = aboveG === aboveA && holding.rG === holding.rA ? uA : flow(aboveG, winLoss, turnover, holding.rG)
  const uM = flow(holding.sH, winLoss, turnover, holding.rM)
  return { uM, uG, uA, uB }
}

/** Each holder's profit: what the level below owes it less what it owes above. The profits sum to `uB`. */
export const profits = (owed: Flows): HolderAmounts => ({
  h: owed.uM,
  m: (owed.uG - owed.uM) as Money,
  g: (owed.uA - owed.uG) as Money,
  a: (owed.uB - owed.uA) as Money,
})

/** The stake held above each level (above b: all of it). */
export const passedStakes = (holding: Holding, stake: Money) => ({
  psM: portion(holding.sH, stake),
  psG: portion(holding.sH + holding.sM, stake),
  psA: portion(holding.sH + holding.sM + holding.sG, stake),
})

/** The win or loss (stake less payout, without commission) held above each level. */
export const passedWinLoss = (holding: Holding, stake: Money, payout: Money) => {
  const winLoss = (stake - payout) as Money
  return {
    pwM: portion(holding.sH, winLoss),
    pwG: portion(holding.sH + holding.sM, winLoss),
    pwA: portion(holding.sH + holding.sM + holding.sG, winLoss),
    pwB: winLoss,
  }
}

const commissionOn = (held: bigint, stake: bigint, rate: bigint): Money =>
  held === 0n || rate === 0n ? (0n as Money) : (-divideHalfEven(held * rate * stake, FLOW_SCALE) as Money)

/**
 * Commission on the part each level holds, at its own rate (the head uses its child's), as a cost: never above zero.
 */
export const heldCommission = (holding: Holding, stake: Money): HolderAmounts => ({
  h: commissionOn(holding.sH, stake, holding.rM),
  m: commissionOn(holding.sM, stake, holding.rM),
  g: commissionOn(holding.sG, stake, holding.rG),
  a: commissionOn(holding.sA, stake, holding.rA),
})

/** Everything that the order row stores, computed in one pass because it runs for every bet. */
export const losingFold = (holding: Holding, stake: Money): LosingFold => {
  const { sH, sM, sG, sA, rM, rG, rA, rB } = holding
  const aboveG = sH + sM
  const aboveA = aboveG + sG
  const winLoss = stake * RATE_UNIT
  const luB = flow(SHARE_UNIT, winLoss, stake, rB)
  const luA = aboveA === SHARE_UNIT && rA === rB ? luB : flow(aboveA, winLoss, stake, rA)
  const luG = aboveG === aboveA && rG === rA ? luA : flow(aboveG, winLoss, stake, rG)
  return {
    luM: flow(sH, winLoss, stake, rM),
    luG,
    luA,
    luB,
    psM: portion(sH, stake),
    psG: portion(aboveG, stake),
    psA: portion(aboveA, stake),
    hcH: commissionOn(sH, stake, rM),
    hcM: commissionOn(sM, stake, rM),
    hcG: commissionOn(sG, stake, rG),
    hcA: commissionOn(sA, stake, rA),
  }
}

const MAX_FOLDS = 20_000
let foldCount = 0
let folds = new WeakMap<Holding, Map<bigint, LosingFold>>()

/**
 * The same, remembered by the holding as an object and the stake: most stakes are round, and members of one agent share
 * one holding.
 */
export const knownFold = (holding: Holding, stake: Money): LosingFold => {
  let ofHolding = folds.get(holding)
  const known = ofHolding?.get(stake)
  if (known) return known
  if (foldCount >= MAX_FOLDS) {
    folds = new WeakMap()
    foldCount = 0
    ofHolding = undefined
  }
  if (!ofHolding) {
    ofHolding = new Map()
    folds.set(holding, ofHolding)
  }
  const fold = losingFold(holding, stake)
  ofHolding.set(stake, fold)
  foldCount += 1
  return fold
}

/** The flows of a losing order, as stored. */
export const losingFlows = (fold: LosingFold): Flows => ({ uM: fold.luM, uG: fold.luG, uA: fold.luA, uB: fold.luB })
