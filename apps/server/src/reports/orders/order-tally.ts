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

/** Counted exactly to here, then "more". */
export const MAX_COUNTED = 10_000
/** Added up before the page is shown. */
export const MAX_SUMMED = 2_000

/** How many orders a filter has, and what they come to. */
export interface Tally {
  readonly counted: number
  /** Absent: too many to add up before the page is shown. */
  readonly summary?: OrdersSummary
}

/** How far orders are counted. */
interface Reach {
  readonly most: number
  /** Whether they are added up however many they are. */
  readonly whole?: boolean
  /** How many they are, where somebody knows. */
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

/** Counting comes first: of many orders the sums would be thrown away. */
const sumsOf = async (on: Queryable, scope: OrderScope, filter: OrderFilter, reach: Reach): Promise<Sums> => {
  const below = await narrowedBelow(on, scope, filter)
  if (!reach.whole) {
    const counted = reach.counted ?? (await countOrders(on, scope, below, reach.most + 1))
    if (counted > MAX_SUMMED) return { counted }
  }
  const sums = await sumOrders(on, scope, below, { areMany: reach.whole ?? false })
  return { counted: Number(sums.orders), sums }
}

/** Orders of a narrowed filter. */
export const tally = async (
  on: Queryable,
  scope: OrderScope,
  filter: OrderFilter,
  reach: Reach = { most: MAX_COUNTED },
): Promise<Tally> => {
  const { counted, sums } = await sumsOf(on, scope, filter, reach)
  return sums ? { counted, summary: summaryOnWire(sums) } : { counted }
}

/** The tally of what stands on one page: these orders are found by their numbers. */
export const tallyOfPage = async (on: Queryable, scope: OrderScope, found: readonly OrderKey[]): Promise<Tally> => {
  if (found.length === 0) return { counted: 0, summary: NO_SUMMARY }
  const days = [...new Set(found.map(({ day }) => day))]
  return tally(on, scope, { orderIds: found.map(({ id }) => id), days }, { most: found.length, counted: found.length })
}

/** Fields that the rollup knows, beside the state `settled`; any other filter needs the orders themselves. */
const ROLLED_UP: ReadonlySet<string> = new Set(['from', 'to', 'path', 'gameId', 'kind', 'play', 'plays', 'pankou'])

export interface Known extends Tally {
  /** Days that have any of the orders; undefined: all. */
  readonly days: readonly Day[] | undefined
}

const isKnown = (seat: Seat, filter: OrderFilter): boolean => {
  const { from, to, gameId, play, plays, state } = filter
  // A play's code says which play only together with its game.
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

/** What the rollup has of settled orders and what the orders have of open ones; null: the filter asks for more than days. */
export const knownFromRollup = async (
  on: Queryable,
  seat: Seat,
  filter: OrderFilter,
  reach: Reach,
): Promise<Known | null> => {
  if (!isKnown(seat, filter)) return null
  const scope = orderScope(seat)
  // Open ones first: what is settled in between may then be counted twice, but its day is never left out.
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
    payout: formatMoney(payout as Money),
    memberResult: formatMoney(figures.memberResult),
    heldStake: formatMoney((figures.heldStake + sums.held_stake) as Money),
    heldResult: formatMoney(figures.heldResult),
  }
  return { ...known, summary }
}

/** Everything that a filter has, added up however much it is. */
export const wholeSummary = async (on: Queryable, seat: Seat, filter: OrderFilter): Promise<OrdersSummary> => {
  const whole = { most: MAX_COUNTED, whole: true }
  const known = await knownFromRollup(on, seat, filter, whole)
  if (known?.summary) return known.summary
  const scope = orderScope(seat)
  const narrow = await narrowed(on, scope, filter)
  return (narrow && (await tally(on, scope, narrow, whole)).summary) ?? NO_SUMMARY
}
