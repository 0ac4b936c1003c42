import type { GameBook, PeriodFacts } from '@strata/domain/book/intake'
import type { Order } from '@strata/domain/book/order'
import type { Queryable } from '../../platform/db.ts'
import type { Pay } from '../exposures/order-columns.ts'
import type { GamePrices } from './catalogue-book.ts'

/** A period as a batch is decided in it. */
export interface BatchPeriod extends PeriodFacts {
  readonly gameId: number
  readonly periodNo: string
  readonly openAt: number
  readonly drawAt: number
  /** Business day. */
  readonly day: string
}

/** Periods, prices and rules that one batch is decided on. */
export interface BatchGames {
  readonly book: GameBook
  /** At the period's own rules and drops. */
  readonly prices: (gameId: number, periodNo: string) => GamePrices | undefined
  readonly period: (gameId: number, periodNo: string) => BatchPeriod | undefined
  /** Undefined: there is no such game. */
  readonly maintenance: (gameId: number) => boolean | undefined
  /** How an order's item pays, as stored with it. */
  readonly pay: (order: Order) => Pay
}

/** Reads what a batch needs of the games room, inside the batch's transaction. */
export type OpenGames = (
  on: Queryable,
  merchantId: number,
  wanted: readonly { readonly gameId: number; readonly periodNo: string }[],
) => Promise<BatchGames>
