import type { GameBook, PeriodFacts } from '@strata/domain/book/intake'
import type { Order } from '@strata/domain/book/order'
import type { GameId, MerchantId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'
import type { Pay } from '../exposures/order-columns.ts'
import type { GamePrices } from './catalogue-book.ts'

/** The facts of a period that a batch is decided with. */
export interface BatchPeriod extends PeriodFacts {
  readonly gameId: GameId
  readonly periodNo: string
  readonly openAt: number
  readonly drawAt: number
  /** Business day. */
  readonly day: string
}

/** The periods, prices and rules that a batch is decided with. */
export interface BatchGames {
  readonly book: GameBook
  /** With the period's own rules and drops. */
  readonly prices: (gameId: GameId, periodNo: string) => GamePrices | undefined
  readonly period: (gameId: GameId, periodNo: string) => BatchPeriod | undefined
  /** Undefined: there is no such game. */
  readonly maintenance: (gameId: GameId) => boolean | undefined
  /** How an order's item pays, as stored with it. */
  readonly pay: (order: Order) => Pay
}

/** Reads what a batch needs about games, inside the batch's transaction. */
export type OpenGames = (
  on: Queryable,
  merchantId: MerchantId,
  wanted: readonly { readonly gameId: GameId; readonly periodNo: string }[],
) => Promise<BatchGames>
