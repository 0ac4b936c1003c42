/** The three kinds of order as immutable facts. One table stores all of them and the same arithmetic folds them. */

import type { GameId, GroupId, PathId, PeriodId } from '../ids.ts'
import { divideFloor, type Money, type Odds, type Share } from '../money/money.ts'
import type { Pankou } from '../pankou.ts'
import type { Chain, Holding, LosingFold } from './book.ts'
import type { HolderRole } from './shares.ts'

/** One item in one period: the key of exposures, limits and outcomes. */
export interface ItemRef {
  readonly periodId: PeriodId
  readonly gameId: GameId
  readonly periodNo: string
  /** Play group 玩法大类: the key of limits and commission. */
  readonly groupId: GroupId
  readonly playCode: string
  /** The catalogue's code. For a combination: its codes joined in catalogue order. */
  readonly itemCode: string
}

interface OrderFacts {
  /** Made by the application, time-ordered. */
  readonly id: bigint
  readonly item: ItemRef
  readonly pankou: Pankou
  readonly stake: Money
  /**
   * The quote at which it was accepted: tiers as the play lists them, legs as the item does. A single price has one.
   */
  readonly odds: readonly [Odds, ...Odds[]]
  /** Payout if the item wins its highest tier: with the stake and the cap, rounded down once. */
  readonly topPayout: Money
  /** The bettor's path: the member, or the sender of a replenishment or fly-out. */
  readonly bettor: PathId
  /** Holders by role. A sender's own column holds its own path, with share 0. */
  readonly chain: Chain
  readonly holding: Holding
  readonly fold: LosingFold
}

export interface MemberOrder extends OrderFacts {
  readonly kind: 'member'
  readonly betNo: string
  /** Canonical content of the bet, compared when its number is sent again. */
  readonly content: string
}

export interface ReplenishmentOrder extends OrderFacts {
  readonly kind: 'replenishment'
  readonly senderRole: HolderRole
  readonly taker: PathId
  readonly takerRole: HolderRole
  /** The order that caused this automatic replenishment. Null: sent by hand or after a change of settings. */
  readonly causeOrderId: bigint | null
}

export type FlyOutState = 'pending' | 'confirmed' | 'rejected'

export interface FlyOutOrder extends OrderFacts {
  readonly kind: 'flyout'
  readonly senderRole: HolderRole
  /** The fly-order account's path. */
  readonly flyOutAccount: PathId
  readonly state: FlyOutState
  readonly causeOrderId: bigint | null
}

export type Order = MemberOrder | ReplenishmentOrder | FlyOutOrder

/** A map key of the item within its period. Codes contain no blank. */
export const itemKey = (item: ItemRef): string => `${item.periodId} ${item.playCode} ${item.itemCode}`

/** The odds of an outside book: `floor(odds * (1 - discount))`, for each tier and leg. `discount` in 1/10,000. */
export const discountedOdds = (odds: readonly [Odds, ...Odds[]], discount: Share): readonly [Odds, ...Odds[]] => {
  const cut = (value: Odds): Odds => divideFloor(value * (10_000n - discount), 10_000n) as Odds
  return [cut(odds[0]), ...odds.slice(1).map(cut)]
}
