import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'

interface Part {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
  readonly day: string
}

/** Pages and lines looked at to learn where in the table the orders of a period lie. */
const SAMPLED_PAGES = 400
const SAMPLED_LINES = [3, 6, 9, 12]
/** Fewer orders in the sample say little. */
const ENOUGH = 30

/**
 * The first and the last page with orders of the period, nearly. Orders of one item stand in the index by their place,
 * so the first of the first item are the earliest and the last of the last item are the latest.
 */
async function edges(on: Queryable, period: Part): Promise<[number, number]> {
  const places = (direction: 'asc' | 'desc'): string =>
    `(select o.ctid from orders o where o.merchant_id = $1 and o.period_id = $2 and o.day = $3
       order by o.play ${direction}, o.item ${direction} limit 500)`
  const found = await rows<{ page: number }>(
    on,
    `select (s.ctid::text::point)[0]::integer as page from (${places('asc')} union all ${places('desc')}) s`,
    [period.merchantId, period.periodId, period.day],
  )
  const pages = found.map((one) => one.page)
  return [Math.min(...pages), Math.max(...pages)]
}

/** Where orders of the period were found on pages that lie evenly between two pages. */
async function sample(on: Queryable, period: Part, first: number, last: number): Promise<number[]> {
  const step = Math.max(1, (last - first) / SAMPLED_PAGES)
  const places: string[] = []
  for (let page = first; page <= last; page += step)
    for (const line of SAMPLED_LINES) places.push(`"(${Math.trunc(page)},${line})"`)
  const found = await rows<{ page: number }>(
    on,
    `select (o.ctid::text::point)[0]::integer as page from orders o
      where o.merchant_id = $1 and o.period_id = $2 and o.day = $3 and o.ctid = any($4::tid[])`,
    [period.merchantId, period.periodId, period.day, `{${places.join(',')}}`],
  )
  return found.map((one) => one.page).sort((a, b) => a - b)
}

/** Pages that divide a period's orders in three. Any pages are correct; these are even. */
export async function cutPages(on: Queryable, period: Part): Promise<number[]> {
  const [first, last] = await edges(on, period)
  if (!(last > first)) return [0, 0]
  const found = await sample(on, period, first, last)
  return [1 / 3, 2 / 3].map((part) =>
    found.length < ENOUGH
      ? Math.round(first + (last - first) * part)
      : (found[Math.floor(found.length * part)] ?? first),
  )
}
