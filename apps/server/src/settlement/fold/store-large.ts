import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { differences } from './store-differences.ts'
import { lostOrders } from './store-lost.ts'
import { judged } from './store-orders.ts'

/** From this number of orders on, temporary tables are worth their cost. */
export const LARGE = 50_000

interface LargePeriod {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
  readonly day: string
  readonly resultVersion: number
  /** Ascending pages that divide the table of orders into parts with about equally many orders of the period. */
  readonly cuts: readonly number[]
}

/** Conditions that divide the orders at the cuts. */
function partsAt(cuts: readonly number[]): string[] {
  const from = [0, ...cuts].map((page) => `o.ctid >= '(${Math.trunc(page)},0)'`)
  const below = cuts.map((page) => ` and o.ctid < '(${Math.trunc(page)},0)'`)
  return from.map((condition, index) => `${condition}${below[index] ?? ''}`)
}

/**
 * The steps lost and won of a large period's first settlement. A statement that writes never runs in parallel, so these
 * large reads run first, into temporary tables. These add rows to the system catalogue, so small periods do without
 * them. The values are written into the text, because `create table as` takes no parameters.
 */
export function settleLarge(of: LargePeriod): readonly string[] {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(of.day)) throw new Error(`not a day: ${of.day}`)
  const values = [Math.trunc(of.merchantId), Math.trunc(of.periodId), `'${of.day}'`, Math.trunc(of.resultVersion)]
  const literal = (text: string): string =>
    text.replaceAll(/\$([1-4])/g, (_, n: string) => String(values[Number(n) - 1]))
  const temporary = (name: string, text: string): string =>
    `create temporary table ${name} on commit drop as ${literal(text)}`
  return [
    'set local max_parallel_workers_per_gather = 2',
    'set local parallel_setup_cost = 0',
    'set local min_parallel_table_scan_size = 0',
    // Low enough that workers take whole parts, high enough that they do not return single orders.
    'set local parallel_tuple_cost = 0.01',
    // A worker reads its part of the table alone, so each order is read once for both groupings.
    temporary('lost', partsAt(of.cuts).map(lostOrders).join(' union all ')),
    temporary('won', differences(judged)),
    // The temporary tables have no statistics. Without them groups are sorted, which takes longer than to hash them.
    'set local enable_sort = off',
  ]
}
