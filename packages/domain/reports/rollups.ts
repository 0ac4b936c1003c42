/**
 * Which rollup rows an order belongs to, and the fold from orders to rows. `verify` compares stored rows with this
 * fold.
 */

import { holdersOf } from '../book/exposure.ts'
import type { Order } from '../book/order.ts'
import type { Day } from '../calendar/calendar.ts'
import type { GameId, PathId } from '../ids.ts'
import { type Money, NO_SHARE, type Share, WHOLE_SHARE } from '../money/money.ts'
import { measuresOf, type OrderResult } from './fold.ts'
import { addMeasures, type Measures, type ShareRange, ZERO_MEASURES } from './reports.ts'

/** An order of a settled period. Unconfirmed fly-outs are not reported: do not pass them. */
export interface SettledOrder {
  readonly order: Order
  /** Includes the stake; 0 when lost, the stake itself when refunded. */
  readonly payout: Money
  readonly result: OrderResult
  readonly day: Day
}

/** Smallest and largest share of each level over the orders of a row. */
export type ShareRanges = Readonly<Record<'h' | 'm' | 'g' | 'a', ShareRange>>
interface RowSums {
  readonly measures: Measures
  readonly shares: ShareRanges
}

/** A row of rollup_paths without merchant and sums. `taker`: role that took a replenishment, null otherwise. */
export interface PathRowKey {
  readonly day: Day
  readonly gameId: GameId
  readonly kind: Order['kind']
  readonly taker: 0 | 1 | 2 | 3 | null
  readonly path: PathId
  /** True: the path is the bettor of these orders; false: they passed through it. */
  readonly asBettor: boolean
  /** The path above on the chain; null for the head. */
  readonly parent: PathId | null
}
export type PathRow = PathRowKey & RowSums

/**
 * The path rows of an order: its bettor, and every chain node below the head that it passed through. A replenishment
 * passes only the nodes between sender and taker. A fly-out passes none.
 */
export const pathRowsOf = ({ order, day }: SettledOrder): PathRowKey[] => {
  const taker = order.kind === 'replenishment' ? order.takerRole : null
  const above = holdersOf(order.chain).filter(({ path }) => path !== order.bettor)
  const base = { day, gameId: order.item.gameId, kind: order.kind, taker }
  const rows: PathRowKey[] = [{ ...base, path: order.bettor, asBettor: true, parent: above[0]?.path ?? null }]
  if (order.kind === 'flyout') return rows
  above.forEach(({ role, path }, index) => {
    const passed = role > 0 && (taker === null || role > taker)
    if (passed) rows.push({ ...base, path, asBettor: false, parent: above[index + 1]?.path ?? null })
  })
  return rows
}

/** A row of rollup_plays without merchant and sums. It belongs to a chain node; taker and head have rows too. */
export interface PlayRowKey {
  readonly day: Day
  readonly gameId: GameId
  readonly playCode: string
  readonly pankou: Order['pankou']
  readonly kind: Order['kind']
  readonly taker: 0 | 1 | 2 | 3 | null
  readonly path: PathId
  /** The node itself sent these replenishments or fly-outs. */
  readonly own: boolean
}
export type PlayRow = PlayRowKey & RowSums

export const playRowsOf = ({ order, day }: SettledOrder): PlayRowKey[] => {
  const taker = order.kind === 'replenishment' ? order.takerRole : null
  const base = {
    day,
    gameId: order.item.gameId,
    playCode: order.item.playCode,
    pankou: order.pankou,
    kind: order.kind,
    taker,
  }
  const rows: PlayRowKey[] = []
  for (const { role, path } of holdersOf(order.chain)) {
    const own = path === order.bettor
    if (own || (order.kind !== 'flyout' && (taker === null || role >= taker))) rows.push({ ...base, path, own })
  }
  return rows
}

const widen = (range: ShareRange, share: Share): ShareRange => ({
  min: share < range.min ? share : range.min,
  max: share > range.max ? share : range.max,
})
const NO_RANGE: ShareRange = { min: WHOLE_SHARE, max: NO_SHARE }

const foldRows = <Key extends object>(
  orders: Iterable<SettledOrder>,
  keysOf: (settled: SettledOrder) => Key[],
): (Key & RowSums)[] => {
  const rows = new Map<string, { key: Key; measures: Measures; shares: ShareRanges }>()
  for (const settled of orders) {
    const { holding, stake } = settled.order
    const measures = measuresOf(holding, stake, settled.payout, settled.result)
    for (const key of keysOf(settled)) {
      const name = JSON.stringify(Object.values(key))
      const row = rows.get(name) ?? {
        key,
        measures: ZERO_MEASURES,
        shares: { h: NO_RANGE, m: NO_RANGE, g: NO_RANGE, a: NO_RANGE },
      }
      row.measures = addMeasures(row.measures, measures)
      row.shares = {
        h: widen(row.shares.h, holding.sH),
        m: widen(row.shares.m, holding.sM),
        g: widen(row.shares.g, holding.sG),
        a: widen(row.shares.a, holding.sA),
      }
      rows.set(name, row)
    }
  }
  return [...rows.values()].map(({ key, measures, shares }) => ({ ...key, measures, shares }))
}

export const foldPathRows = (orders: Iterable<SettledOrder>): PathRow[] => foldRows(orders, pathRowsOf)
export const foldPlayRows = (orders: Iterable<SettledOrder>): PlayRow[] => foldRows(orders, playRowsOf)
