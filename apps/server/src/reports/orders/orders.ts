import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { orderQuery } from '@strata/contract/endpoints/reports'
import { addDays, type Day, parseDay } from '@strata/domain/calendar'
import { parseMoney } from '@strata/domain/money'
import type { Caller } from '../../access/session.ts'
import { lastDroppedDay, lastDroppedOf } from '../../games/periods.ts'
import { businessDay, includesLaterOpen } from '../../platform/business-day.ts'
import type { Queryable } from '../../platform/db.ts'
import { idOf } from '../../platform/ids.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { kindNumber, periodsOf, playsOfGroups } from '../delivery/report-filters.ts'
import { placedBefore } from '../not-stored.ts'
import { type Seat, seatOf } from '../seat.ts'
import { narrowed, narrowedBelow } from './order-narrowing.ts'
import { keysOfPage, type PageKeys, type PageWanted } from './order-page.ts'
import { orderOnWire } from './order-rows.ts'
import {
  knownFromRollup,
  MAX_COUNTED,
  MAX_SUMMED,
  NO_SUMMARY,
  orderScope,
  type Tally,
  tally,
  tallyOf,
  wholeSummary,
} from './order-tally.ts'
import { type After, isByTime, type OrderSort, ordersOfKeys } from './store-order-page.ts'
import type { OrderFilter, OrderScope } from './store-orders.ts'

type Request = ParsedRequestOf<typeof orderQuery>
export type OrdersRequest = Request
type Answer = ResponseOf<typeof orderQuery>

const FAR_DAY = '9999-12-31'

const units = (text: string | undefined): bigint | undefined => {
  if (text === undefined) return undefined
  const parsed = parseMoney(text)
  return parsed.ok ? parsed.value : undefined
}

/** Removes absent fields: they are no conditions. */
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
    sender: request.own ? seat.pathId : undefined,
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

const badCursor = (): Refusal => badField('after', '翻页位置无效，请重新查询')

const cursorOf = (text: string | undefined): After | null | Refusal => {
  if (text === undefined) return null
  const match = /^(-?\d{1,19})\.(\d{1,19})$/.exec(text)
  if (!match?.[1] || !match[2]) return badCursor()
  const value = BigInt(match[1])
  return BigInt.asIntN(64, value) === value ? { value, id: idOf(match[2]) } : badCursor()
}

const pageOf = (request: Request, after: After | null): PageWanted => ({
  sort: request.sortInfo?.columnName ?? 'at',
  descending: (request.sortInfo?.direction ?? 1) === 1,
  limit: request.pageSize,
  offset: after === null ? (request.pageIndex - 1) * request.pageSize : 0,
  after,
})

/**
 * Limit for sorting by a column without an index, because all orders are read for one page. A day of a large
 * merchant has fewer.
 */
const MAX_SORTED = 200_000
const SORTED_NAMES: Partial<Record<OrderSort, string>> = { stake: '金额', payout: '派彩', memberResult: '会员输赢' }

const tooManyToSort = (sort: OrderSort): Refusal =>
  badField(
    'sortInfo',
    `符合条件的注单超过${MAX_SORTED / 10_000}万笔，无法按“${SORTED_NAMES[sort]}”排序，请缩短日期范围或增加筛选条件`,
  )

interface Asked {
  readonly narrow: OrderFilter
  /** Days with any matching orders; undefined: all. */
  readonly days: readonly Day[] | undefined
  /** Undefined: not known yet. */
  readonly counted: number | undefined
  readonly page: PageWanted
  readonly nowMs: number
}

const pageFound = async (on: Queryable, scope: OrderScope, asked: Asked): Promise<PageKeys> => {
  const { narrow, days, counted = Number.POSITIVE_INFINITY, page, nowMs } = asked
  const isFew = counted <= MAX_SUMMED
  const filter = days === undefined || narrow.days ? narrow : { ...narrow, days }
  const isWhole = isFew || !isByTime(page.sort)
  const read = isWhole ? await narrowedBelow(on, scope, filter) : filter
  return keysOfPage(on, scope, read, page, { isFew, nowMs })
}

interface StoredPart {
  readonly filter: OrderFilter
  readonly gone: { readonly notStored?: Day }
  /** Nothing of the days asked for is stored. */
  readonly isEmpty: boolean
}

/** What is left of a filter by days: those whose single orders are still stored. */
export const storedPart = async (on: Queryable, request: Request, filter: OrderFilter): Promise<StoredPart> => {
  const from = request.from ?? (request.placedFrom === undefined ? undefined : businessDay(request.placedFrom))
  const last = from === undefined ? null : await lastDroppedOf(on, { from, to: request.to })
  if (last === null) return { filter, gone: {}, isEmpty: false }
  return { filter: { ...filter, from: addDays(last, 1) }, gone: { notStored: last }, isEmpty: request.to === last }
}

/** Orders asked for by a number that are not found, because their day is no longer stored. */
const missedOf = async (on: Queryable, request: Request, narrow: OrderFilter | null): Promise<StoredPart['gone']> => {
  const through = await lastDroppedDay(on)
  if (through === null) return {}
  const isOld = request.orderNo !== undefined && placedBefore(idOf(request.orderNo), through)
  const isOfOldDay = narrow?.days?.some((day) => day <= through) ?? false
  return isOld || isOfOldDay ? { notStored: through } : {}
}

export const endsLater = (request: Pick<Request, 'to'>, nowMs: number): Refusal | undefined =>
  request.to !== undefined && request.to > businessDay(nowMs) ? badField('to', '结束日期不能晚于今天') : undefined

/**
 * Whether a search is limited by days, a time range, periods, or one order by its number. An index serves each of
 * these.
 */
const isBounded = (request: Request): boolean =>
  (request.from !== undefined && request.to !== undefined) ||
  (request.placedFrom !== undefined && request.placedTo !== undefined) ||
  [request.orderNo, request.betNo, request.periodNo, request.periodFrom].some((field) => field !== undefined)

/** The refusal of a search without any limit, which would read every partition. */
export const unbounded = (request: Request): Refusal | null =>
  isBounded(request) ? null : badField('from', '请选择日期范围，或按注单号、期号查询')

/** The order list of a request. A search without any limit is refused, because it would read every partition. */
export const searchOrders = async (
  on: Queryable,
  caller: Caller,
  request: Request,
  nowMs: number,
): Promise<Answer | Refusal> => unbounded(request) ?? orders(on, caller, request, nowMs)

/**
 * Orders in the caller's downline, with all filters of the contract. Above 10,000 matches `total` stops counting,
 * and the page reads the summary with a second call (`summaryOnly`).
 */
export const orders = async (
  on: Queryable,
  caller: Caller,
  request: Request,
  nowMs: number,
): Promise<Answer | Refusal> => {
  const seat = await seatOf(on, caller, request)
  if (seat instanceof Refusal) return seat
  const late = endsLater(request, nowMs)
  if (late) return late
  const after = cursorOf(request.cursor)
  if (after instanceof Refusal) return after
  const scope = orderScope(seat)
  const asked = await wholeFilter(on, request, seat, nowMs)
  if (asked instanceof Refusal) return asked
  const { filter, gone, isEmpty } = await storedPart(on, request, asked)
  const isNamed = request.agentPathsId !== undefined || request.seat !== undefined
  const place = isNamed ? { trail: [...seat.trail] } : {}
  const base = { pageIndex: request.pageIndex, pageSize: request.pageSize, ...gone, ...place }
  if (isEmpty) return { items: [], total: 0, ...base, summary: NO_SUMMARY, nextCursor: null }
  if (request.summaryOnly) {
    const summary = await wholeSummary(on, seat, filter)
    return { items: [], total: summary.orders, ...base, summary }
  }
  const page = pageOf(request, after)
  const narrow = await narrowed(on, scope, filter)
  const reach = { most: isByTime(page.sort) ? MAX_COUNTED : MAX_SORTED }
  const known = narrow && (await knownFromRollup(on, seat, filter, reach))
  if (narrow === null || known?.counted === 0) {
    const missed = await missedOf(on, request, narrow)
    return { items: [], total: 0, ...base, ...missed, summary: NO_SUMMARY, nextCursor: null }
  }
  const before: Tally | null = known ?? (isByTime(page.sort) ? null : await tally(on, scope, narrow, reach))
  if (before && !isByTime(page.sort) && before.counted > MAX_SORTED) return tooManyToSort(page.sort)
  const wanted = { narrow, days: known?.days, counted: before?.counted, page, nowMs }
  const { keys, counted: matched, every } = await pageFound(on, scope, wanted)
  const tallied = () => (every ? tallyOf(on, scope, every) : tally(on, scope, narrow, { ...reach, counted: matched }))
  const [{ counted, summary }, found] = await Promise.all([before ?? tallied(), ordersOfKeys(on, scope, keys)])
  const missed = keys.length === 0 ? await missedOf(on, request, narrow) : {}
  const last = keys.at(-1)
  const isFull = keys.length === request.pageSize
  return {
    items: found.map((order) => orderOnWire(order, seat.seatRole)),
    total: Math.min(counted, MAX_COUNTED),
    ...(counted > MAX_COUNTED ? { more: true } : {}),
    ...(summary ? { summary } : {}),
    ...base,
    ...missed,
    nextCursor: last && isFull ? cursorText(last) : null,
  }
}
