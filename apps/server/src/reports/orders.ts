import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { orderQuery } from '@strata/contract/endpoints/reports'
import { addDays, businessDay, type Day, includesLaterOpen, parseDay } from '@strata/domain/calendar'
import { formatMoney, type Money, parseMoney } from '@strata/domain/money'
import { totalOf } from '@strata/domain/reports'
import type { Caller } from '../access/caller.ts'
import type { Queryable } from '../platform/db.ts'
import { idOf } from '../platform/ids.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { classFigures } from './classification.ts'
import { kindNumber, periodsOf, playsOfGroups } from './filters.ts'
import { narrowed } from './order-narrowing.ts'
import { orderOnWire } from './order-rows.ts'
import { type Seat, seatOf } from './seat.ts'
import { classificationFromRollup } from './store.ts'
import {
  countOrders,
  isOwnFilter,
  type ListedOrder,
  type OrderFilter,
  type OrderPage,
  type OrderScope,
  type OrderTotals,
  ordersPage,
  sumOrders,
} from './store-orders.ts'

type Request = ParsedRequestOf<typeof orderQuery>
export type OrdersRequest = Request
type Answer = ResponseOf<typeof orderQuery>

/** Counted exactly to here, then "more". */
const MOST_COUNTED = 10_000
/** Added up before the page is shown. */
const MOST_SUMMED = 2_000
const FAR_DAY = '9999-12-31'

export const orderScope = (seat: Seat): OrderScope => ({
  merchantIds: seat.merchantIds,
  seatId: seat.seatId,
  seatRole: seat.seatRole,
})

const units = (text: string | undefined): bigint | undefined => {
  if (text === undefined) return undefined
  const parsed = parseMoney(text)
  return parsed.ok ? parsed.value : undefined
}

/** Only what was asked for: absent fields are no conditions. */
const present = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

const filterOf = (request: Request, seat: Seat, nowMs: number): OrderFilter => {
  const from = parseDay(request.from ?? '')
  const to = parseDay(request.to ?? '')
  const later = from !== null && to !== null && request.state !== 'settled' && includesLaterOpen({ from, to }, nowMs)
  return present<OrderFilter>({
    orderId: request.orderNo === undefined ? undefined : idOf(request.orderNo),
    betNo: request.betNo,
    account: request.account,
    path:
      request.agentPathsId === undefined || seat.pathId === seat.seatId
        ? undefined
        : { id: seat.pathId, role: seat.pathRole },
    gameId: request.gameId,
    periodNo: request.periodNo,
    play: request.playCode,
    plays: playsOfGroups(request.groupId === undefined ? undefined : [request.groupId]) ?? undefined,
    item: request.itemCode,
    pankou: request.pankou,
    kind: kindNumber(request.kind) ?? undefined,
    state: request.state,
    result: request.result,
    stakeFrom: units(request.stakeFrom),
    stakeTo: units(request.stakeTo),
    resultFrom: units(request.resultFrom),
    resultTo: units(request.resultTo),
    from: request.from,
    to: later ? FAR_DAY : request.to,
    placedFrom: request.placedFrom,
    placedTo: request.placedTo,
  })
}

/** The filter with the ids of a range of periods. */
export const wholeFilter = async (
  on: Queryable,
  request: Request,
  seat: Seat,
  nowMs: number,
): Promise<OrderFilter | Refusal> => {
  const periodIds = await periodsOf(on, request)
  if (periodIds instanceof Refusal) return periodIds
  const filter = filterOf(request, seat, nowMs)
  return periodIds === null ? filter : { ...filter, periodIds }
}

const cursorText = (row: { sort_value: bigint; id: bigint }): string => `${row.sort_value}.${row.id}`

const cursorOf = (text: string | undefined): OrderPage['after'] | Refusal => {
  if (text === undefined) return null
  const match = /^(-?\d{1,19})\.(\d{1,19})$/.exec(text)
  if (!match?.[1] || !match[2]) return refuse('badParameter')
  const value = BigInt(match[1])
  return BigInt.asIntN(64, value) === value ? { value, id: idOf(match[2]) } : refuse('badParameter')
}

const pageOf = (request: Request, after: OrderPage['after']): OrderPage => ({
  sort: request.sortInfo?.columnName ?? 'at',
  descending: (request.sortInfo?.direction ?? 1) === 1,
  limit: request.pageSize,
  offset: after === null ? (request.pageIndex - 1) * request.pageSize : 0,
  after,
})

/** Fields that the rollup knows, beside the state `settled`; any other filter needs the orders themselves. */
const ROLLED_UP: ReadonlySet<string> = new Set(['from', 'to', 'path', 'gameId', 'kind', 'play', 'plays', 'pankou'])
const NO_ORDERS = { orders: 0n, stake: 0n, payout: 0n, member_result: 0n, held_stake: 0n, held_result: 0n }

interface Known {
  readonly summary: NonNullable<Answer['summary']>
  /** Days that have any of the orders; undefined: all. */
  readonly days: readonly Day[] | undefined
}

/** Sums of settled orders from the rollup and of open ones from the orders, where the filter allows it. */
export const knownFromRollup = async (on: Queryable, seat: Seat, filter: OrderFilter): Promise<Known | null> => {
  const { from, to, gameId, kind, play, plays, pankou } = filter
  const isSettled = filter.state === 'settled'
  const isRolledUp = Object.keys(filter).every((name) => ROLLED_UP.has(name) || (name === 'state' && isSettled))
  // A play's code says which play only together with its game.
  if (play !== undefined && (gameId === undefined || plays !== undefined)) return null
  if (from === undefined || to === undefined || !isRolledUp || seat.pathRole > 3) return null
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
  const figures = totalOf(classes.map((row) => classFigures(row, seat)))
  const payout = classes.reduce((sum, row) => sum + row.payout, 0n)
  const stillOpen = isSettled ? null : await narrowed(on, orderScope(seat), { ...filter, state: 'unsettled' })
  const open = stillOpen === null ? NO_ORDERS : await sumOrders(on, orderScope(seat), stillOpen)
  const openDays = open.orders === 0n ? [] : stillOpen?.days
  const settledDays = classes.flatMap((row) => (row.orders === 0n || row.key_day === null ? [] : [row.key_day as Day]))
  return {
    days: openDays && [...new Set([...settledDays, ...(openDays as Day[])])],
    summary: {
      orders: Number(figures.orders + open.orders),
      stake: formatMoney((figures.stake + open.stake) as Money),
      payout: formatMoney(payout as Money),
      memberResult: formatMoney(figures.memberResult),
      heldStake: formatMoney((figures.heldStake + open.held_stake) as Money),
      heldResult: formatMoney(figures.heldResult),
    },
  }
}

const summaryOnWire = (sums: OrderTotals): NonNullable<Answer['summary']> => ({
  orders: Number(sums.orders),
  stake: formatMoney(sums.stake as Money),
  payout: formatMoney(sums.payout as Money),
  memberResult: formatMoney(sums.member_result as Money),
  heldStake: formatMoney(sums.held_stake as Money),
  heldResult: formatMoney(sums.held_result as Money),
})

export const summaryOf = async (
  on: Queryable,
  scope: OrderScope,
  filter: OrderFilter,
): Promise<NonNullable<Answer['summary']>> => summaryOnWire(await sumOrders(on, scope, filter))

interface Tally {
  readonly counted: number
  /** Absent: too many to add up before the page is shown. */
  readonly summary?: NonNullable<Answer['summary']>
}

const sumsOf = async (on: Queryable, scope: OrderScope, filter: OrderFilter): Promise<Tally> => {
  const sums = await sumOrders(on, scope, filter)
  return { counted: Number(sums.orders), summary: summaryOnWire(sums) }
}

/** How many orders match, and their sums where they are few. */
const tally = async (on: Queryable, scope: OrderScope, filter: OrderFilter): Promise<Tally> => {
  if (isOwnFilter(scope, filter)) {
    const sums = await sumOrders(on, scope, filter, MOST_SUMMED + 1)
    if (sums.orders <= MOST_SUMMED) return { counted: Number(sums.orders), summary: summaryOnWire(sums) }
  }
  const counted = await countOrders(on, scope, filter, MOST_COUNTED + 1)
  return counted > MOST_SUMMED ? { counted } : sumsOf(on, scope, filter)
}

/** The tally of what stands on one page: these orders are found by their numbers. */
const tallyOfPage = async (on: Queryable, scope: OrderScope, found: readonly ListedOrder[]): Promise<Tally> => {
  if (found.length === 0) return { counted: 0, summary: summaryOnWire(NO_ORDERS) }
  const days = [...new Set(found.map(({ day }) => day))]
  return sumsOf(on, scope, { orderIds: found.map(({ id }) => id), days })
}

/** The filter on some of its days only. They are listed where they are few: a planner looks at each of them for each partition. */
const onDays = (filter: OrderFilter, days: readonly Day[] | undefined): OrderFilter => {
  if (days === undefined || filter.days !== undefined) return filter
  const sorted = days.toSorted()
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return filter
  const isFew = addDays(first, 2 * sorted.length) <= last
  return { ...filter, from: first, to: last, ...(isFew ? { days: sorted } : {}) }
}

export const endsLater = (request: Pick<Request, 'to'>, nowMs: number): Refusal | undefined =>
  request.to !== undefined && request.to > businessDay(nowMs)
    ? refuse('badParameter', { message: '结束日期不能晚于今天' })
    : undefined

/**
 * Orders that passed the caller, by every filter of the contract. Beyond 10,000 matches `total` stops counting and the
 * summary comes by `summaryOnly` after the page is shown.
 */
export const orders = async (
  on: Queryable,
  caller: Caller,
  request: Request,
  nowMs: number,
): Promise<Answer | Refusal> => {
  const seat = await seatOf(on, caller, { agentPathsId: request.agentPathsId })
  if (seat instanceof Refusal) return seat
  const late = endsLater(request, nowMs)
  if (late) return late
  const after = cursorOf(request.cursor)
  if (after instanceof Refusal) return after
  const scope = orderScope(seat)
  const filter = await wholeFilter(on, request, seat, nowMs)
  if (filter instanceof Refusal) return filter
  const base = { pageIndex: request.pageIndex, pageSize: request.pageSize }
  const narrow = await narrowed(on, scope, filter)
  const none = { items: [], total: 0, ...base, summary: summaryOnWire(NO_ORDERS), nextCursor: null }
  if (narrow === null) return none
  const known = await knownFromRollup(on, seat, filter)
  if (request.summaryOnly) {
    const summary = known?.summary ?? (await summaryOf(on, scope, narrow))
    return { items: [], total: summary.orders, ...base, summary }
  }
  if (known?.summary.orders === 0) return none
  const page = pageOf(request, after)
  const found = await ordersPage(on, scope, onDays(narrow, known?.days), page)
  const isAll = after === null && page.offset === 0 && found.length < request.pageSize
  const { counted, summary }: Tally = known
    ? { counted: known.summary.orders, summary: known.summary }
    : await (isAll ? tallyOfPage(on, scope, found) : tally(on, scope, narrow))
  const last = found.at(-1)
  const isFull = found.length === request.pageSize
  return {
    items: found.map((order) => orderOnWire(order, seat.seatRole)),
    total: Math.min(counted, MOST_COUNTED),
    ...(counted > MOST_COUNTED ? { more: true } : {}),
    ...(summary ? { summary } : {}),
    ...base,
    nextCursor: last && isFull ? cursorText(last) : null,
  }
}
