/** One path's place in replenishment for a game and play group: its settings, its limits and who is above it. */

import type { Chain } from '../book/book.ts'
import type { GameBook } from '../book/intake.ts'
import type { ItemRef, Pankou } from '../book/order.ts'
import type { HolderRole } from '../book/shares.ts'
import type { Money, Rate, Share } from '../money/money.ts'
import type { AcceptType } from './routing.ts'

/** Automatic replenishment 自动补货 of a play group. */
export interface AutoSetting {
  readonly enabled: boolean
  readonly mode: 'stake' | 'loss'
  /** 占成控额; null: keep all; 0: send all. */
  readonly holdLimit: Money | null
  /** Amounts are rounded down to a multiple of it; above zero. */
  readonly unit: Money
  /** Mode `loss`: the most one item may lose; null: any. */
  readonly maxLoss: Money | null
  /** holdLimit of single items (mode `stake`), by `overrideKey`. */
  readonly items: ReadonlyMap<string, Money | null>
}

export const overrideKey = (item: { readonly playCode: string; readonly itemCode: string }): string =>
  `${item.playCode} ${item.itemCode}`

/** The outside book of a path: its fly-order account and the automatic settings toward it. */
export interface FlyOutSetting {
  /** The fly-order account's path. */
  readonly pilot: number
  readonly auto: AutoSetting | null
  /** What the outside book pays less, in 1/10,000. */
  readonly discount: Share
  readonly rate: Rate
  /** Confirmed and pending together, per item and period; null: no limit. */
  readonly maxPerItem: Money | null
  /** Connector `record` confirms when created, `http` waits for the answer. */
  readonly connector: 'record' | 'http'
}

export interface SenderTerms {
  readonly path: number
  readonly role: HolderRole
  /** Null for the head. */
  readonly parent: number | null
  /** The path's own chain, its own column filled with itself. */
  readonly chain: Chain
  /** How the parent treats this path; the head, which has nobody above, is given 4. */
  readonly acceptType: AcceptType
  readonly replenishPankou: Pankou | null
  /** Its own rate in the play group on a pankou. */
  readonly rate: (pankou: Pankou) => Rate
  /** Limits per item and period, null: none. `maxFill` binds its own `out`, the others its `in` and `through`. */
  readonly maxFill: Money | null
  readonly acceptLimit: Money | null
  readonly sendLimit: Money | null
  readonly auto: AutoSetting | null
  /** Null: not allowed, or no account to fly out to. */
  readonly flyOut: FlyOutSetting | null
}

/** The world that replenishment is decided in: one snapshot per batch. */
export interface ReplenishmentWorld {
  readonly sender: (path: number, gameId: number, groupId: number) => SenderTerms | undefined
  readonly games: GameBook
  readonly nextOrderId: () => bigint
  /** True for 30 s after the outside book rejected the item: automatic fly-out leaves it alone. */
  readonly flyOutPaused: (path: number, item: ItemRef) => boolean
}
