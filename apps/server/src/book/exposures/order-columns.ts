import type { Order } from '@strata/domain/book/order'
import type { Money, Odds } from '@strata/domain/money'
import { Column } from '../../platform/columns.ts'

/** Order kinds as stored. */
export const KIND = { member: 0, replenishment: 1, flyout: 2 } as const

/** How an item pays, as stored with the order. See strata_payout. */
export interface Pay {
  /** 0 one price, 1 tiers, 2 multiplied by hits, 3 legs. */
  readonly kind: number
  readonly odds: Odds
  readonly tiers: readonly Odds[] | null
  readonly cap: Money | null
}

/** One order in the form of its row. */
export interface OrderLine {
  readonly order: Order
  /** Business day of the period. */
  readonly day: string
  readonly pay: Pay
  /** Only for members: the balance after the stake. */
  readonly balanceAfter: Money | null
}

/** Column and parameter type, in the order in which OrderColumns fills them. */
export const ORDER_COLUMNS = [
  ['id', 'bigint'],
  ['day', 'date'],
  ['game_id', 'smallint'],
  ['period_id', 'integer'],
  ['kind', 'smallint'],
  ['taker', 'smallint'],
  ['bettor', 'integer'],
  ['m', 'integer'],
  ['g', 'integer'],
  ['a', 'integer'],
  ['holder', 'integer'],
  ['play', 'text'],
  ['item', 'text'],
  ['pankou', 'text'],
  ['pay_kind', 'smallint'],
  ['odds', 'bigint'],
  // An array of arrays must be rectangular, so the tiers of an order are sent as the text of one array.
  ['odds_tiers', 'text'],
  ['pay_cap', 'bigint'],
  ['pay_top', 'bigint'],
  ['stake', 'bigint'],
  ['s_h', 'smallint'],
  ['s_m', 'smallint'],
  ['s_g', 'smallint'],
  ['s_a', 'smallint'],
  ['r_m', 'integer'],
  ['r_g', 'integer'],
  ['r_a', 'integer'],
  ['r_b', 'integer'],
  ['lu_m', 'bigint'],
  ['lu_g', 'bigint'],
  ['lu_a', 'bigint'],
  ['lu_b', 'bigint'],
  ['ps_m', 'bigint'],
  ['ps_g', 'bigint'],
  ['ps_a', 'bigint'],
  ['hc_h', 'bigint'],
  ['hc_m', 'bigint'],
  ['hc_g', 'bigint'],
  ['hc_a', 'bigint'],
  ['balance_after', 'bigint'],
  ['bet_no', 'text'],
  ['cause', 'bigint'],
] as const

const takerOf = (order: Order): number | null => (order.kind === 'replenishment' ? order.takerRole : null)
const holderOf = (order: Order): number | null => (order.kind === 'flyout' ? order.flyOutAccount : null)
const betNoOf = (order: Order): string | null => (order.kind === 'member' ? order.betNo : null)
const causeOf = (order: Order): bigint | null => (order.kind === 'member' ? null : order.causeOrderId)

/** The columns of a batch's orders. */
export class OrderColumns {
  /** In the order of ORDER_COLUMNS. */
  readonly columns: readonly Column[] = ORDER_COLUMNS.map(([, type]) => new Column(type))
  count = 0

  add({ order, day, pay, balanceAfter }: OrderLine): void {
    const { item, chain, holding, fold } = order
    let at = 0
    const add = (value: bigint | number | null): void => this.columns[at++]?.add(value)
    const addText = (value: string | null): void => this.columns[at++]?.addText(value)
    const addDay = (value: string): void => this.columns[at++]?.addDay(value)
    add(order.id)
    addDay(day)
    add(item.gameId)
    add(item.periodId)
    add(KIND[order.kind])
    add(takerOf(order))
    add(order.bettor)
    add(chain.m)
    add(chain.g)
    add(chain.a)
    add(holderOf(order))
    addText(item.playCode)
    addText(item.itemCode)
    addText(order.pankou)
    add(pay.kind)
    add(pay.odds)
    addText(pay.tiers === null ? null : `{${pay.tiers.join(',')}}`)
    add(pay.cap)
    add(order.topPayout)
    add(order.stake)
    add(holding.sH)
    add(holding.sM)
    add(holding.sG)
    add(holding.sA)
    add(holding.rM)
    add(holding.rG)
    add(holding.rA)
    add(holding.rB)
    add(fold.luM)
    add(fold.luG)
    add(fold.luA)
    add(fold.luB)
    add(fold.psM)
    add(fold.psG)
    add(fold.psA)
    add(fold.hcH)
    add(fold.hcM)
    add(fold.hcG)
    add(fold.hcA)
    add(balanceAfter)
    addText(betNoOf(order))
    add(causeOf(order))
    this.count += 1
  }
}
