import { addDays, type Day, daysBetween, daysOf } from '@strata/domain/calendar'
import { businessDay } from '../../platform/business-day.ts'
import type { Queryable } from '../../platform/db.ts'
import { isShort } from './order-narrowing.ts'
import { MAX_SUMMED } from './order-tally.ts'
import { isByTime, type KeysWanted, type OrderKey, type OrderPage, orderKeys } from './store-order-page.ts'
import { daysLeft, type OrderFilter, type OrderScope } from './store-orders.ts'

/** A range of days: orders are partitioned by day. The last span may cover all future days. */
interface Span {
  readonly from: string
  readonly to: string
}

export interface PageWanted extends OrderPage {
  readonly limit: number
}

const FIRST_DAY = '1970-01-01' as Day
const MAX_DAYS = 400
/** A path with at most this many bettors has few orders. */
const FEW_BETTORS = 20

/** Orders that an index finds and that are few: sorting them is faster than searching in order. */
const isFound = (filter: OrderFilter): boolean => {
  const { orderIds, bettors } = filter
  return orderIds !== undefined || isShort(filter) || (bettors !== undefined && bettors.length <= FEW_BETTORS)
}

/** Orders of some bettors within some hours: an index finds the hours, and most of what it finds is of other bettors. */
const isPartOfHours = (filter: OrderFilter): boolean =>
  isShort(filter) && (filter.bettors !== undefined || filter.many !== undefined)

/** The days of a filter, oldest first; undefined: too many, or not limited. */
const spansOf = (filter: OrderFilter, nowMs: number): Span[] | undefined => {
  const listed = daysLeft(filter)
  if (listed) return listed.map((day) => ({ from: day, to: day }))
  const { from, to } = filter
  if (from === undefined || to === undefined) return undefined
  const today = businessDay(nowMs)
  const range = { from: from as Day, to: (to > today ? today : to) as Day }
  if (range.from > range.to || daysBetween(range) >= MAX_DAYS) return undefined
  const days = daysOf(range)
  return days.map((day, index) => ({ from: day, to: index === days.length - 1 ? to : day }))
}

/** The filter limited to a span of days. */
const within = (filter: OrderFilter, spans: readonly Span[]): OrderFilter => {
  const ends = spans.flatMap(({ from, to }) => [from, to]).toSorted()
  return { ...filter, from: ends[0] ?? '', to: ends.at(-1) ?? '' }
}

/** Days in reading order, and the first day that may have rows after the previous page. */
const readingOrder = (spans: readonly Span[], { descending, after }: PageWanted): { order: Span[]; start: number } => {
  const order = descending ? spans.toReversed() : [...spans]
  if (after === null || after.value < 0n || after.value > 100_000n) return { order, start: 0 }
  const day = addDays(FIRST_DAY, Number(after.value))
  const start = order.findIndex(({ from, to }) => (descending ? from <= day : to >= day))
  return { order, start: Math.max(0, start) }
}

/**
 * The first orders by number, read day by day until there are enough. A plan over all days would search the first
 * order of every day before it knew the first of all. Numbers follow days only nearly, so the skipped days are
 * checked for orders nearer than the last one found; there are hardly any, and an index answers that.
 */
const firstByDays = async (
  on: Queryable,
  scope: OrderScope,
  filter: OrderFilter,
  { spans, wanted, page }: { spans: readonly Span[]; wanted: KeysWanted; page: PageWanted },
): Promise<OrderKey[]> => {
  const { order, start } = readingOrder(spans, page)
  const nearer = (a: OrderKey, b: OrderKey): number => {
    const sign = page.descending ? -1 : 1
    return a.id === b.id ? a.merchant_id - b.merchant_id : a.id < b.id ? -sign : sign
  }
  const found: OrderKey[] = []
  const read = async (days: readonly Span[], until?: bigint): Promise<void> => {
    if (days.length > 0) found.push(...(await orderKeys(on, scope, within(filter, days), { ...wanted, until })))
  }
  let next = start
  for (let days = 1; found.length < wanted.limit && next < order.length; days = next - start) {
    await read(order.slice(next, next + days))
    next += days
  }
  found.sort(nearer)
  const last = found[wanted.limit - 1]?.id
  await read(order.slice(0, start), last)
  await read(order.slice(next), last)
  return found.sort(nearer).slice(0, wanted.limit)
}

export interface PageKeys {
  readonly keys: readonly OrderKey[]
  /** Number of all matching orders; undefined: not all were read. */
  readonly counted?: number
  /** The keys of all matching orders, if there are no more than `MAX_SUMMED` of them. */
  readonly every?: readonly OrderKey[]
}

/** The keys of a page: few orders are all sorted; of many orders the nearest days are read first. */
export const keysOfPage = async (
  on: Queryable,
  scope: OrderScope,
  filter: OrderFilter,
  page: PageWanted,
  { isFew, nowMs }: { readonly isFew: boolean; readonly nowMs: number },
): Promise<PageKeys> => {
  const end = page.offset + page.limit
  const all = isByTime(page.sort) && (isFew || isFound(filter))
  const isFirst = page.after === null && page.offset === 0
  // Summed up by their keys, which costs less than to pass over the others once more.
  const limit = all && isFirst && isPartOfHours(filter) ? Math.max(end, MAX_SUMMED) : end
  const wanted: KeysWanted = { ...page, limit, offset: 0 }
  const spans = all || !isByTime(page.sort) ? undefined : spansOf(filter, nowMs)
  const found = spans
    ? await firstByDays(on, scope, filter, { spans, wanted, page })
    : await orderKeys(on, scope, filter, { ...wanted, all })
  return {
    keys: found.slice(page.offset, end),
    ...(all && page.after === null ? { counted: Number(found[0]?.matched ?? 0n) } : {}),
    ...(isFirst && found.length < limit ? { every: found } : {}),
  }
}
