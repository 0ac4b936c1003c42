import type { Tx } from '../../platform/db.ts'

/** What a correction or a void did to a merchant's part of a period, for everybody with an order in it. */
export interface Touched {
  readonly merchantId: number
  readonly periodId: number
  /** Holders whose books it moved, the head among them. */
  readonly paths: readonly number[]
  readonly kind: 'correction' | 'periodVoid' | 'orderVoid'
  readonly gameId: number
  readonly periodNo: string
  /** Business day of the period. */
  readonly day: string
  /** Balls that were settled before; null: a void, or nothing was settled. */
  readonly before: readonly number[] | null
  /** Balls in force now; null of a void. */
  readonly after: readonly number[] | null
  readonly reason: string
  /** Of the void of one order. */
  readonly orderNo?: bigint
  /** The same thing told twice is told once. */
  readonly once: string
  readonly at: number
}

/** Tells everybody concerned, in the transaction that changes their books. */
export type OnTouched = (tx: Tx, touched: Touched) => Promise<void>
