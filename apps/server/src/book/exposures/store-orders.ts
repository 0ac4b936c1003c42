import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Queryable, row, rows } from '../../platform/db.ts'
import type { PeriodDay } from './store-order-search.ts'

/** Holders with an order in a period. Every order gives an exposure row to each holder it came through. */
export async function holdersInPeriod(on: Queryable, merchantId: MerchantId, periodId: PeriodId): Promise<PathId[]> {
  const found = await rows<{ path_id: PathId }>(
    on,
    'select distinct path_id from exposures where merchant_id = $1 and period_id = $2 order by path_id',
    [merchantId, periodId],
  )
  return found.map((holder) => holder.path_id)
}

export interface ItemKey {
  readonly play: string
  readonly item: string
}

/**
 * Every item of the period that has an order. It skips through the index: one look-up per item, however many orders.
 */
export async function itemsWithOrders(
  on: Queryable,
  of: { readonly merchantId: MerchantId; readonly periodId: PeriodId; readonly day: string },
): Promise<ItemKey[]> {
  return rows<{ play: string; item: string }>(
    on,
    `with recursive found as (
       (select o.play, o.item from orders o
         where o.merchant_id = $1 and o.period_id = $2 and o.day = $3 order by o.play, o.item limit 1)
       union all
       (select n.play, n.item from found f cross join lateral (
          select o.play, o.item from orders o
           where o.merchant_id = $1 and o.period_id = $2 and o.day = $3 and (o.play, o.item) > (f.play, f.item)
           order by o.play, o.item limit 1) n)
     )
     select play, item from found`,
    [of.merchantId, of.periodId, of.day],
  )
}

/**
 * How many orders a period has, by the head's exposures, which count every order that came through: some hundred rows,
 * where counting orders reads them all.
 */
export async function countOrders(on: Queryable, merchantId: MerchantId, periodId: PeriodId): Promise<number> {
  const found = await rows<{ orders: number }>(
    on,
    `select coalesce(sum(e.bet_count), 0)::integer as orders from exposures e
      where e.merchant_id = $1 and e.period_id = $2 and e.path_id = 1`,
    [merchantId, periodId],
  )
  return found[0]?.orders ?? 0
}

/** Which of these bettors bet in which of these periods, as far as single orders of their days are stored. */
export const bettorsIn = async (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  periods: readonly PeriodDay[],
  bettors: readonly number[],
): Promise<{ path_id: PathId; period_id: PeriodId }[]> =>
  rows(
    on,
    `select t.path_id, p.period_id
       from unnest($2::integer[], $3::date[]) as p (period_id, day) cross join unnest($4::integer[]) as t (path_id)
      where exists (select from orders o
                     where o.merchant_id = any($1) and o.bettor = t.path_id and o.kind = 0
                       and o.period_id = p.period_id and o.day = p.day and o.day = any($3::date[]))`,
    [merchantIds, periods.map((period) => period.id), periods.map((period) => period.day), bettors],
  )

/** Stakes of members that go back when a period that was not settled is void. */
export async function openStakes(
  on: Queryable,
  { merchantId, periodId, day }: { readonly merchantId: MerchantId; readonly periodId: PeriodId; readonly day: string },
): Promise<{ orders: number; stake: bigint }> {
  return row<{ orders: number; stake: bigint }>(
    on,
    `select count(*)::integer as orders, coalesce(sum(o.stake) filter (where o.kind = 0), 0)::bigint as stake
       from orders o
      where o.merchant_id = $1 and o.period_id = $2 and o.day = $3
        and not exists (select from voids v where v.merchant_id = $1 and v.order_id = o.id)`,
    [merchantId, periodId, day],
  )
}
