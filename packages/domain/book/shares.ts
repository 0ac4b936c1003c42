/** Splits an order among its chain by the terms of each link and the remainder rule. */

import { NO_SHARE, type Rate, type Share, share, WHOLE_SHARE } from '../money/money.ts'
import type { Holding } from './book.ts'

export type HolderRole = 0 | 1 | 2 | 3
export type Remainder = 'head' | 'parent'

/** Share terms of one link: `parentRole` holds `uplineShare` of what comes through the child. */
export interface ShareLink {
  readonly parentRole: HolderRole
  readonly uplineShare: Share
  /** The most the child and those under it may hold; 0 on a bettor's link. */
  readonly downlineCap: Share
  readonly remainder: Remainder
}

export interface Shares {
  readonly sH: Share
  readonly sM: Share
  readonly sG: Share
  readonly sA: Share
}

/**
 * Shares of a chain. `links` are bottom-up, the bettor's link first. Each parent holds its uplineShare. On a link
 * flagged `parent` it also holds what the child was allowed but did not take. The head holds the rest. Validated terms
 * never give more than 100%; other terms throw.
 */
export const splitShares = (links: readonly ShareLink[]): Shares => {
  const held: [bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n]
  let below = 0n
  for (const link of links) {
    const own = link.uplineShare + (link.remainder === 'parent' ? link.downlineCap - below : 0n)
    held[link.parentRole] = own
    below += own
  }
  const rest = below - held[0]
  if (rest < 0n || rest > WHOLE_SHARE || held.some((part) => part < 0n)) throw new Error(`shares exceed 100%: ${below}`)
  return {
    sH: share(WHOLE_SHARE - rest),
    sM: share(held[1]),
    sG: share(held[2]),
    sA: share(held[3]),
  }
}

/** Own rates on the order's pankou. Null: the level is skipped. */
export interface ChainRates {
  readonly m: Rate | null
  readonly g: Rate | null
  readonly a: Rate | null
  readonly b: Rate
}

/** Shares and rates as the order stores them. A skipped level carries the rate of the level below it. */
export const holdingOf = (shares: Shares, rates: ChainRates): Holding => {
  const rA = rates.a ?? rates.b
  const rG = rates.g ?? rA
  return { ...shares, rM: rates.m ?? rG, rG, rA, rB: rates.b }
}

/** The holding of a replenishment. The taker has all of it; the levels between still earn their rate difference. */
export const takerHolding = (taker: HolderRole, rates: ChainRates): Holding =>
  holdingOf(
    {
      sH: taker === 0 ? WHOLE_SHARE : NO_SHARE,
      sM: taker === 1 ? WHOLE_SHARE : NO_SHARE,
      sG: taker === 2 ? WHOLE_SHARE : NO_SHARE,
      sA: taker === 3 ? WHOLE_SHARE : NO_SHARE,
    },
    rates,
  )

/** The holding of a fly-out. Nobody on the chain holds anything; the flow `uB` is between sender and outside book. */
export const flyOutHolding = (outsideRate: Rate): Holding => ({
  sH: NO_SHARE,
  sM: NO_SHARE,
  sG: NO_SHARE,
  sA: NO_SHARE,
  rM: outsideRate,
  rG: outsideRate,
  rA: outsideRate,
  rB: outsideRate,
})
