import type { QueryConfig } from 'pg'
import type { PeriodToSettle } from '../../book/open-games.ts'
import { countOrders } from '../../book/orders.ts'
import { type Queryable, rows } from '../../platform/db.ts'
import { planOnceText } from '../../platform/plans.ts'
import { LARGE, settleLarge } from './store-large.ts'
import { ADD_ORDER, CORRECT, SETTLE, SETTLE_LARGE, VOID_ORDER } from './store-statements.ts'

const foldValues = (period: PeriodToSettle, to: number, revision: number): unknown[] => [
  period.merchantId,
  period.periodId,
  period.day,
  to,
  period.settledVersion,
  period.gameId,
  revision,
]

/** A large period needs large hash tables. */
const prepare = "set local work_mem = '128MB'"

/**
 * Planning the statement costs ten times as much as running it for a small period, so small periods share one plan.
 * That plan must not scan a whole partition just because it was empty when the plan was made.
 */
const SHARED_PLAN_BELOW = 5_000
const prepareShared = `set local enable_seqscan = off; ${planOnceText('transaction')}`

/**
 * Pages that divide a period's orders in three, from the places of its first items. Any pages are correct; these are
 * even.
 */
async function cutPages(on: Queryable, period: PeriodToSettle): Promise<number[]> {
  const found = await rows<{ page: number }>(
    on,
    `select (s.ctid::text::point)[0]::integer as page from (
       select o.ctid from orders o where o.merchant_id = $1 and o.period_id = $2 and o.day = $3
        order by o.play, o.item limit 1000) s
      order by s.ctid`,
    [period.merchantId, period.periodId, period.day],
  )
  return [1, 2].map((third) => found[Math.floor((found.length * third) / 3)]?.page ?? 0)
}

/** Folds a period under its result version into payouts, rollups and postings. Returns how many orders were paid. */
export async function foldPeriod(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  largeFrom: number = LARGE,
): Promise<number> {
  const values = foldValues(period, period.resultVersion, revision)
  const orders = await countOrders(on, period.merchantId, period.periodId)
  await on.query(orders < SHARED_PLAN_BELOW ? prepareShared : prepare)
  if (period.settledVersion > 0) return payoutsOf(on, { name: 'settlement-correct', text: CORRECT, values })
  if (orders < largeFrom) return payoutsOf(on, { name: 'settlement-settle', text: SETTLE, values })
  for (const text of settleLarge({ ...period, cuts: await cutPages(on, period) })) await on.query(text)
  return payoutsOf(on, { text: SETTLE_LARGE, values })
}

async function payoutsOf(on: Queryable, statement: QueryConfig): Promise<number> {
  return (await on.query<{ payouts: number }>(statement)).rows[0]?.payouts ?? 0
}

/** Turns one settled order into a refund under the version that is already written. */
export async function foldVoidedOrder(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  orderId: bigint,
): Promise<void> {
  await on.query(VOID_ORDER, [...foldValues(period, period.settledVersion, revision), String(orderId)])
}

/** Adds one order that was left out when its period was settled, under the version that is already written. */
export async function foldLateOrder(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  orderId: bigint,
): Promise<void> {
  await on.query(ADD_ORDER, [...foldValues(period, period.settledVersion, revision), String(orderId)])
}
