import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderQuery } from '@strata/contract/endpoints/reports'
import type { Day } from '@strata/domain/calendar'
import { formatMoney, type Money } from '@strata/domain/money'
import { totalOf } from '@strata/domain/reports'
import { ROLE } from '@strata/domain/tree'
import type { Queryable } from '../../platform/db.ts'
import { classFigures } from '../delivery/classification.ts'
import { classificationFromRollup } from '../delivery/store-rollups.ts'
import type { Seat } from '../seat.ts'
import { narrowed, narrowedBelow } from './order-narrowing.ts'
import type { OrderKey } from './store-order-page.ts'
import { countOrders, type OrderFilter, type OrderScope, type OrderTotals, sumOrders } from './store-orders.ts'

export type OrdersSummary = NonNullable<ResponseOf<typeof orderQuery>['summary']>

/** Orders are counted exactly up to this number, above it "more". */
export const MAX_COUNTED = 10_000
/** Limit for summing orders before the page is shown. */
export const MAX_SUMMED = 2_000

/** Count and sums of the orders of a filter. */
export interface Tally {
  readonly counted: number
  /** Absent: too many orders to sum before the page is shown. */
  readonly summary?: OrdersSummary
}

/** Limits for counting and summing. */
interface Reach {
  readonly most: number
  /** Sum all orders, however many there are. */
  readonly whole?: boolean
  /** Their number, if it is already known. */
  readonly counted?: number | undefined
}

export const orderScope = (seat: Seat): OrderScope => ({
  merchantIds: seat.merchantIds,
  seatId: seat.seatId,
  seatRole: seat.seatRole,
})

const NO_ORDERS = { orders: 0n, stake: 0n, payout: 0n, member_result: 0n, held_stake: 0n, held_result: 0n }

const summaryOnWire = (sums: OrderTotals): OrdersSummary => ({
  orders: Number(sums.orders),
  stake: formatMoney(sums.stake as Money),
  payout: formatMoney(sums.payout as Money),
  memberResult: formatMoney(sums.member_result as Money),
  heldStake: formatMoney(sums.held_stake as Money),
  heldResult: formatMoney(sums.held_result as Money),
})

export const NO_SUMMARY = summaryOnWire(NO_ORDERS)

interface Sums {
  readonly counted: number
  readonly sums?: OrderTotals
}

/** Counts first: with many orders the sums would not be used. */
const sumsOf = async (on: Queryable, scope: OrderScope, filter: OrderFilter, reach: Reach): Promise<Sums> => {
  const below = await narrowedBelow(on, scope, filter)
  if (!reach.whole) {
    const counted = reach.counted ?? (await countOrders(on, scope, below, reach.most + 1))
    if (counted > MAX_SUMMED) return { counted }
  }
  const sums = await sumOrders(on, scope, below, { areMany: reach.whole ?? false })
  return { counted: Number(sums.orders), sums }
}

/** Count and sums for a narrowed filter. */
export const tally = async (
  on: Queryable,
  scope: OrderScope,
  filter: OrderFilter,
  reach: Reach = { most: MAX_COUNTED },
): Promise<Tally> => {
  const { counted, sums } = await sumsOf(on, scope, filter, reach)
  return sums ? { counted, summary: summaryOnWire(sums) } : { counted }
}

/** The sums of at most `MAX_SUMMED` orders, read by their numbers. */
export const tallyOf = async (on: Queryable, scope: OrderScope, found: readonly OrderKey[]): Promise<Tally> => {
  if (found.length === 0) return { counted: 0, summary: NO_SUMMARY }
  const days = [...new Set(found.map(({ day }) => day))]
  return tally(on, scope, { orderIds: found.map(({ id }) => id), days }, { most: found.length, counted: found.length })
}

/** Fields that the rollup has, beside the state `settled`; any other filter needs the orders themselves. */
const ROLLED_UP: ReadonlySet<string> = new Set(['from', 'to', 'path', 'gameId', 'kind', 'play', 'plays', 'pankou'])

export interface Known extends Tally {
  /** Days with any matching orders; undefined: all. */
  readonly days: readonly Day[] | undefined
}

const isKnown = (seat: Seat, filter: OrderFilter): boolean => {
  const { from, to, gameId, play, plays, state } = filter
  // A play code is unique only within its game.
  if (play !== undefined && (gameId === undefined || plays !== undefined)) return false
  if (from === undefined || to === undefined || seat.pathRole > ROLE.agent) return false
  return Object.keys(filter).every((name) => ROLLED_UP.has(name) || (name === 'state' && state === 'settled'))
}

const rolledUp = async (on: Queryable, seat: Seat, filter: OrderFilter) => {
  const { from = '', to = '', gameId, kind, play, plays, pankou } = filter
  const scope = {
    merchantIds: seat.merchantIds,
    pathId: seat.pathId,
    pathRole: seat.pathRole,
    seatRole: seat.seatRole,
    isSeat: seat.pathId === seat.seatId,
    gameIds: gameId === undefined ? null : [gameId],
    kind: kind ?? null,
  }
  const classes = await classificationFromRollup(on, scope, { from, to }, 'date', {
    plays: play === undefined ? (plays ?? null) : [`${gameId}:${play}`],
    pankou: pankou ?? null,
  })
  return {
    figures: totalOf(classes.map((row) => classFigures(row, seat))),
    payout: classes.reduce((sum, row) => sum + row.payout, 0n),
    days: classes.flatMap((row) => (row.orders === 0n || row.key_day === null ? [] : [row.key_day as Day])),
  }
}

/**
 * Sums of settled orders from the rollup and of open ones from the orders; null: the filter needs more than the
 * rollup has.
 */
export const knownFromRollup = async (
  on: Queryable,
  seat: Seat,
  filter: OrderFilter,
  reach: Reach,
): Promise<Known | null> => {
  if (!isKnown(seat, filter)) return null
  const scope = orderScope(seat)
  // Reads open ones first: an order that is settled in between may then be counted twice, but its day is never left
  // out.
  const open = filter.state === 'settled' ? null : await narrowed(on, scope, { ...filter, state: 'unsettled' })
  const found: Sums = open === null ? { counted: 0, sums: NO_ORDERS } : await sumsOf(on, scope, open, reach)
  const { figures, payout, days } = await rolledUp(on, seat, filter)
  const counted = Number(figures.orders) + found.counted
  const openDays = found.counted === 0 ? [] : (open?.days as readonly Day[] | undefined)
  const known = { counted, days: openDays && [...new Set([...days, ...openDays])] }
  const { sums } = found
  if (sums === undefined) return known
  const summary = {
    orders: counted,
    stake: formatMoney((figures.stake + sums.stake) as Money),
    payout: formatMoney((payout + sums.payout) as Money),
    memberResult: formatMoney(figures.memberResult),
    heldStake: formatMoney((figures.heldStake + sums.held_stake) as Money),
    heldResult: formatMoney(figures.heldResult),
  }
  return { ...known, summary }
}

/** Sums of all orders of a filter, however many there are. */
export const wholeSummary = async (on: Queryable, seat: Seat, filter: OrderFilter): Promise<OrdersSummary> => {
  const whole = { most: MAX_COUNTED, whole: true }
  const known = await knownFromRollup(on, seat, filter, whole)
  if (known?.summary) return known.summary
  const scope = orderScope(seat)
  const narrow = await narrowed(on, scope, filter)
  return (narrow && (await tally(on, scope, narrow, whole)).summary) ?? NO_SUMMARY
}
