import type { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'

/** A correction or void of a merchant's part of a period, for the notices to everybody with an order in it. */
export interface Touched {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
  /** Holders whose books changed, including the head. */
  readonly paths: readonly PathId[]
  readonly kind: 'correction' | 'periodVoid' | 'orderVoid'
  readonly gameId: GameId
  readonly periodNo: string
  /** Business day of the period. */
  readonly day: string
  /** The balls that were settled before. Null: a void, or nothing was settled. */
  readonly before: readonly number[] | null
  /** The balls in force now. Null for a void. */
  readonly after: readonly number[] | null
  readonly reason: string
  /** Only for the void of one order. */
  readonly orderNo?: bigint
  /** A key: the same key is announced only once. */
  readonly once: string
  readonly at: number
}

/** Notifies everybody concerned, in the transaction that changes their books. */
export type OnTouched = (tx: Tx, touched: Touched) => Promise<void>
