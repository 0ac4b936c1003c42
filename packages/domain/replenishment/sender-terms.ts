/** One path's terms for replenishment in a game and play group: its settings, its limits and its chain. */

import type { Chain } from '../book/book.ts'
import type { GameBook } from '../book/intake.ts'
import type { ItemRef } from '../book/order.ts'
import type { HolderRole } from '../book/shares.ts'
import type { GameId, GroupId, PathId } from '../ids.ts'
import type { Money, Rate, Share } from '../money/money.ts'
import type { Pankou } from '../pankou.ts'
import type { AcceptType } from './routing.ts'

/** Automatic replenishment 自动补货 of a play group. */
export interface AutoSetting {
  readonly enabled: boolean
  readonly mode: 'stake' | 'loss'
  /** 占成控额. Null: hold everything; 0: send everything. */
  readonly holdLimit: Money | null
  /** Amounts are rounded down to a multiple of it. Above zero. */
  readonly unit: Money
  /** Mode `loss`: the most one item may lose. Null: no limit. */
  readonly maxLoss: Money | null
  /** holdLimit of single items (mode `stake`), by `overrideKey`. */
  readonly items: ReadonlyMap<string, Money | null>
}

export const overrideKey = (item: { readonly playCode: string; readonly itemCode: string }): string =>
  `${item.playCode} ${item.itemCode}`

/** The outside book of a path: its fly-order account and the automatic settings toward it. */
export interface FlyOutSetting {
  /** The fly-order account's path. */
  readonly flyOutAccount: PathId
  readonly auto: AutoSetting | null
  /** How much lower the outside book's odds are, in 1/10,000. */
  readonly discount: Share
  readonly rate: Rate
  /** Limit of confirmed and pending together, per item and period. Null: no limit. */
  readonly maxPerItem: Money | null
  /** `record` is confirmed when created; `http` waits for the answer. */
  readonly connector: 'record' | 'http'
}

export interface SenderTerms {
  readonly path: PathId
  readonly role: HolderRole
  /** Null for the head. */
  readonly parent: PathId | null
  /** The path's own chain. Its own column holds the path itself. */
  readonly chain: Chain
  /** How the parent treats this path. The head has no parent and always has 4. */
  readonly acceptType: AcceptType
  readonly replenishPankou: Pankou | null
  /** Its own rate in the play group on a pankou. */
  readonly rate: (pankou: Pankou) => Rate
  /** Limits per item and period; null: none. `maxFill` limits its `out`, the others its `in` and `through`. */
  readonly maxFill: Money | null
  readonly acceptLimit: Money | null
  readonly sendLimit: Money | null
  readonly auto: AutoSetting | null
  /** Null: fly-out is not allowed, or there is no account for it. */
  readonly flyOut: FlyOutSetting | null
}

/** Everything that replenishment needs to know: one snapshot per batch. */
export interface ReplenishmentWorld {
  readonly sender: (path: PathId, gameId: GameId, groupId: GroupId) => SenderTerms | undefined
  readonly games: GameBook
  readonly nextOrderId: () => bigint
  /** True for 30 s after the outside book rejected the item. Automatic fly-out skips it then. */
  readonly flyOutPaused: (path: PathId, item: ItemRef) => boolean
}
