import { parseDay } from '@strata/domain/calendar'
import { must } from '@strata/domain/must'
import type { QueryConfig } from 'pg'
import type { PeriodToSettle } from '../../book/open-games.ts'
import type { Queryable } from '../../platform/db.ts'
import { planOnceText } from '../../platform/plans.ts'
import { cutPages } from './store-cuts.ts'
import { settleLarge } from './store-large.ts'
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
 * A plan that is shared does not know its parameters, so the day stands in the text, and each day has a plan of its own
 * with one partition. With the day as a parameter it would have one part for each day that is stored (decision 0175).
 */
const ofDay = (name: string, text: string, { day }: PeriodToSettle): QueryConfig => ({
  name: `${name}-${day}`,
  text: text.replaceAll('o.day = $3::date', `o.day = '${must(parseDay(day), 'the day of a period')}'::date`),
})

export interface FoldSize {
  /** Orders of the period. */
  readonly orders: number
  /** Large reads may have helper processes. */
  readonly inParallel: boolean
}

/** Folds a period under its result version into payouts, rollups and postings. Returns how many orders were paid. */
export async function foldPeriod(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  { orders, inParallel }: FoldSize,
): Promise<number> {
  const values = foldValues(period, period.resultVersion, revision)
  await on.query(orders < SHARED_PLAN_BELOW ? prepareShared : prepare)
  if (period.settledVersion > 0) return payoutsOf(on, { ...ofDay('settlement-correct', CORRECT, period), values })
  if (!inParallel) return payoutsOf(on, { ...ofDay('settlement-settle', SETTLE, period), values })
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
