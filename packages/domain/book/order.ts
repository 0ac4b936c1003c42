/** The three kinds of order as immutable facts. All are stored in one table and folded by the same arithmetic. */

import { divideFloor, type Money, type Odds, type Share } from '../money/money.ts'
import type { Chain, Holding, LosingFold } from './book.ts'
import type { HolderRole } from './shares.ts'

export type Pankou = 'A' | 'B' | 'C' | 'D'

/** One item in one period: what exposures, limits and outcomes are keyed by. */
export interface ItemRef {
  readonly periodId: number
  readonly gameId: number
  readonly periodNo: string
  /** Play group 玩法大类: the key of limits and commission. */
  readonly groupId: number
  readonly playCode: string
  /** The catalogue's code; of a combination its codes joined in catalogue order. */
  readonly itemCode: string
}

interface OrderFacts {
  /** Made by the application, time-ordered. */
  readonly id: bigint
  readonly item: ItemRef
  readonly pankou: Pankou
  readonly stake: Money
  /** The quote it was taken at: tiers as the play lists them, legs as the item does. A single price has one. */
  readonly odds: readonly [Odds, ...Odds[]]
  /** Payout if the item wins its highest tier: stake included, cap applied, rounded down once. */
  readonly topPayout: Money
  /** The bettor's path: the member, or the sender of a replenishment or fly-out. */
  readonly bettor: number
  /** Holders by role; a sender's own column holds its own path, with share 0. */
  readonly chain: Chain
  readonly holding: Holding
  readonly fold: LosingFold
}

export interface MemberOrder extends OrderFacts {
  readonly kind: 'member'
  readonly betNo: string
  /** Canonical content of the bet, compared when its number comes again. */
  readonly content: string
}

export interface ReplenishmentOrder extends OrderFacts {
  readonly kind: 'replenishment'
  readonly senderRole: HolderRole
  readonly taker: number
  readonly takerRole: HolderRole
  /** The order that made the automatic send it up; null: sent by hand or by a change of settings. */
  readonly causeOrderId: bigint | null
}

export type FlyOutState = 'pending' | 'confirmed' | 'rejected'

export interface FlyOutOrder extends OrderFacts {
  readonly kind: 'flyout'
  readonly senderRole: HolderRole
  /** The fly-order account's path. */
  readonly pilot: number
  readonly state: FlyOutState
  readonly causeOrderId: bigint | null
}

export type Order = MemberOrder | ReplenishmentOrder | FlyOutOrder

/** A map key of the item within its period. Codes never hold a blank. */
export const itemKey = (item: ItemRef): string => `${item.periodId} ${item.playCode} ${item.itemCode}`

/** An outside book's odds: `floor(odds * (1 - discount))`, each tier and leg. `discount` in 1/10,000. */
export const discountedOdds = (odds: readonly [Odds, ...Odds[]], discount: Share): readonly [Odds, ...Odds[]] => {
  const cut = (value: Odds): Odds => divideFloor(value * (10_000n - discount), 10_000n) as Odds
  return [cut(odds[0]), ...odds.slice(1).map(cut)]
}
