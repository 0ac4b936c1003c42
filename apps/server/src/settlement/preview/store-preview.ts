import type { HolderRole } from '@strata/domain/book/shares'
import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import type { PeriodToSettle } from '../../book/open-games.ts'
import { type Queryable, row, rows } from '../../platform/db.ts'
import type { OutcomeRow } from '../settle/store-settlement.ts'
import { PREVIEW_ORDER, PREVIEW_PERIOD } from './store-preview-statements.ts'

export interface PreviewSums extends Readonly<Record<`${'payable' | 'receivable' | 'outside'}_${HolderRole}`, string>> {
  readonly orders: number
  readonly to_win: number
  readonly from_win: number
  readonly wallets: string
}

export interface NegativeWallet {
  readonly bettor: PathId
  readonly name: string | null
  readonly balance: string
  readonly difference: string
  /** Of all such wallets, the same in every row. */
  readonly total: number
}

export interface TouchedOrder {
  readonly id: string
  readonly name: string | null
  readonly play: string
  readonly item: string
  readonly pankou: string
  readonly kind: number
  readonly stake: string
  /** 0 lose, 1 win, 2 refund. */
  readonly before: 0 | 1 | 2
  readonly after: 0 | 1 | 2
  readonly was: string
  readonly difference: string
}

export interface PreviewRow {
  readonly sums: PreviewSums
  readonly negative: readonly NegativeWallet[]
  readonly orders: readonly TouchedOrder[]
}

const prepare = "set local work_mem = '128MB'; set local jit = off"

/** What other outcomes would change in a settled part of a period. Nothing is written. */
export async function previewOutcomes(
  tx: Queryable,
  period: PeriodToSettle,
  outcomes: readonly OutcomeRow[],
  maxOrders: number,
): Promise<PreviewRow> {
  await tx.query(prepare)
  return row<PreviewRow & Record<string, unknown>>(tx, PREVIEW_PERIOD, [
    period.merchantId,
    period.periodId,
    period.day,
    outcomes.map((c) => c.play),
    period.settledVersion,
    outcomes.map((c) => c.item),
    outcomes.map((c) => c.result),
    outcomes.map((c) => c.tier),
    outcomes.map((c) => c.hits),
    outcomes.map((c) => c.pushed),
    maxOrders,
  ])
}

/** What the void of one settled order would change. */
export async function previewOrder(tx: Queryable, period: PeriodToSettle, orderId: bigint): Promise<PreviewRow> {
  await tx.query(prepare)
  return row<PreviewRow & Record<string, unknown>>(tx, PREVIEW_ORDER, [
    period.merchantId,
    period.periodId,
    period.day,
    String(orderId),
    period.settledVersion,
    1,
  ])
}

/** Merchants with orders in a period, with their codes. */
export async function merchantsOfPeriod(
  on: Queryable,
  periodId: PeriodId,
): Promise<{ merchantId: MerchantId; code: string }[]> {
  const found = await rows<{ merchant_id: MerchantId; code: string }>(
    on,
    `/* all merchants */
     select mp.merchant_id, m.code from merchant_periods mp join merchants m on m.id = mp.merchant_id
      where mp.period_id = $1 order by m.code`,
    [periodId],
  )
  return found.map(({ merchant_id: merchantId, code }) => ({ merchantId, code }))
}

export interface PostedRun {
  readonly code: string
  readonly revision: number
  readonly reason: 'settlement' | 'correction' | 'orderVoid'
  readonly from_version: number
  readonly to_version: number
  readonly order_id: bigint | null
  readonly at: bigint
  readonly done: boolean
  readonly wallets: number
  readonly amount: bigint
}

/** What each revision posts to wallets, the newest last. */
export const postedRuns = (on: Queryable, periodId: PeriodId): Promise<PostedRun[]> =>
  rows<PostedRun & Record<string, unknown>>(
    on,
    `/* all merchants */
     select m.code, r.version as revision, r.reason, r.from_version, r.to_version, r.order_id, r.at, r.done,
            count(distinct p.path_id) filter (where p.amount <> 0)::integer as wallets,
            coalesce(sum(p.amount), 0)::bigint as amount
       from posting_runs r
       join merchants m on m.id = r.merchant_id
       left join postings p on p.merchant_id = r.merchant_id and p.period_id = r.period_id and p.version = r.version
      where r.period_id = $1 and r.merchant_id in (select mp.merchant_id from merchant_periods mp where mp.period_id = $1)
      group by m.code, r.merchant_id, r.version, r.reason, r.from_version, r.to_version, r.order_id, r.at, r.done
      order by r.at, m.code, r.version limit 500`,
    [periodId],
  )

/** Merchants with orders in each of these periods, and those that have nothing left to fold or post. */
export async function progressOfMany(
  on: Queryable,
  periodIds: readonly PeriodId[],
): Promise<Map<PeriodId, { readonly merchants: number; readonly settled: number }>> {
  const found = await rows<{ period_id: PeriodId; merchants: number; settled: number }>(
    on,
    `/* all merchants */
     select mp.period_id, count(*)::integer as merchants,
            count(*) filter (where p.result_version > 0 and mp.settled_version = p.result_version
              and not exists (select from posting_runs r
                               where r.merchant_id = mp.merchant_id and r.period_id = mp.period_id and not r.done)
            )::integer as settled
       from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.period_id = any($1::integer[]) group by mp.period_id`,
    [periodIds],
  )
  return new Map(found.map(({ period_id, ...rest }) => [period_id, rest]))
}

/** The same of one period. */
export const progressOf = async (
  on: Queryable,
  periodId: PeriodId,
): Promise<{ readonly merchants: number; readonly settled: number }> =>
  (await progressOfMany(on, [periodId])).get(periodId) ?? { merchants: 0, settled: 0 }
