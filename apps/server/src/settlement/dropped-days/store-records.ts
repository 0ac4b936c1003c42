import type { Day } from '@strata/domain/calendar'
import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { businessDaySql } from '../../access/platform-settings.ts'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import { list, MEASURES } from '../fold/measures.ts'
import { foldedPeriods, settledOrders } from '../verify/store-checks.ts'
import { PATH_KEYS, PLAY_KEYS, rollupSum } from '../verify/store-dropped-checks.ts'

/** What of a merchant's day is still under way; undefined: nothing. */
export async function findOpen(on: Queryable, merchantId: MerchantId, day: Day): Promise<string | undefined> {
  const found = await maybeRow<{ what: string }>(
    on,
    `select o.what from (
       select 1 as place, 'a part is not settled or not posted' as what
         from merchant_periods mp join periods p on p.id = mp.period_id
        where mp.merchant_id = $1 and mp.day = $2::date
          and (mp.settled_version = 0 or mp.settled_version < p.result_version
               or exists (select from posting_runs r
                           where r.merchant_id = mp.merchant_id and r.period_id = mp.period_id and not r.done))
       union all
       select 2, 'a fly-out has no answer'
         from merchant_periods mp
         join fly_outs f on f.merchant_id = mp.merchant_id and f.period_id = mp.period_id
        where mp.merchant_id = $1 and mp.day = $2::date and f.state in ('pending', 'unknown')
       union all
       select 3, 'orders have no part'
         from orders o
        where o.merchant_id = $1 and o.day = $2::date
          and not exists (select from merchant_periods mp
                           where mp.merchant_id = o.merchant_id and mp.period_id = o.period_id)) o
      order by o.place limit 1`,
    [merchantId, day],
  )
  return found?.what
}

/** Whether operators are asked about a period or an order of the day. */
export async function hasProposal(on: Queryable, day: Day, since: number): Promise<boolean> {
  const found = await row<{ waits: boolean }>(
    on,
    `select exists (select from proposals p join periods r on r.id = p.period_id
                     where r.day = $1::date and p.state = 'waiting' and p.at > $2) as waits`,
    [day, since],
  )
  return found.waits
}

/** Whether a merchant's day has its records. */
export async function isRecorded(on: Queryable, merchantId: MerchantId, day: Day): Promise<boolean> {
  const found = await row<{ known: boolean }>(
    on,
    'select exists (select from dropped_parts where merchant_id = $1 and day = $2::date) as known',
    [merchantId, day],
  )
  return found.known
}

/** Which of these bettors bet in which of these corrected periods, of days whose single orders are no longer stored. */
export const bettorsInDropped = (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  periods: readonly { readonly id: PeriodId; readonly day: string }[],
  bettors: readonly PathId[],
): Promise<{ path_id: PathId; period_id: PeriodId }[]> =>
  rows(
    on,
    `select b.path_id, b.period_id from dropped_bettors b
      where b.merchant_id = any($1) and b.day = any($2::date[]) and b.period_id = any($3::integer[])
        and b.path_id = any($4::integer[])`,
    [merchantIds, periods.map(({ day }) => day), periods.map(({ id }) => id), bettors],
  )

/** Writes what is needed of a merchant's day when its orders are gone. */
export async function insertRecords(on: Queryable, merchantId: MerchantId, day: Day, at: number): Promise<void> {
  await on.query(
    `insert into dropped_parts (merchant_id, day, orders, stake, payout, paths_sum, plays_sum, verified_at)
     select $1::integer, $2::date, o.orders, o.stake, coalesce(y.payout, 0),
            (${rollupSum('rollup_paths', PATH_KEYS)}), (${rollupSum('rollup_plays', PLAY_KEYS)}), $3::bigint
       from (select count(*) as orders, strata_sum(stake) as stake
               from orders where merchant_id = $1 and day = $2::date) o
      cross join (select sum(p.amount)::bigint as payout
                    from merchant_periods mp
                    join payouts p on p.merchant_id = mp.merchant_id and p.period_id = mp.period_id
                                  and p.version = mp.settled_version
                   where mp.merchant_id = $1 and mp.day = $2::date) y`,
    [merchantId, day, at],
  )
  await on.query(
    `insert into dropped_stakes (merchant_id, path_id, day, placed, m, g, a, orders, stake, last_id, last_at, balance_after)
     select $1::integer, o.bettor, $2::date, o.placed, o.m, o.g, o.a, count(*), strata_sum(o.stake), max(o.id), max(o.at),
            (array_agg(o.balance_after order by o.id desc))[1]
       from (select bettor, m, g, a, id, stake, at, balance_after,
                    ${businessDaySql('at')} as placed
               from orders where merchant_id = $1 and day = $2::date and kind = 0) o
      group by o.bettor, o.placed, o.m, o.g, o.a`,
    [merchantId, day],
  )
  await on.query(
    `insert into dropped_periods (merchant_id, path_id, day, period_id, game_id, own, kind, taker, ${list(MEASURES)})
     with settled as materialized (${settledOrders('day')})
     select $1::integer, f.path_id, f.day, f.period_id, f.game_id, f.own, f.kind, f.taker, ${list(MEASURES, 'f.')}
       from (${foldedPeriods}) f`,
    [merchantId, day],
  )
  await on.query(
    `insert into dropped_bettors (merchant_id, day, period_id, path_id)
     select $1::integer, $2::date, o.period_id, o.bettor
       from orders o
      where o.merchant_id = $1 and o.day = $2::date and o.kind = 0
        and exists (select from corrections c
                     where c.merchant_id = $1 and c.day = $2::date and c.period_id = o.period_id and c.kind <> 'orderVoid')
      group by o.period_id, o.bettor`,
    [merchantId, day],
  )
}

/** Takes the records of a day back. */
export async function deleteRecords(on: Queryable, merchantId: MerchantId, day: Day): Promise<void> {
  for (const table of ['dropped_parts', 'dropped_stakes', 'dropped_periods', 'dropped_bettors'])
    await on.query(`delete from ${table} where merchant_id = $1 and day = $2::date`, [merchantId, day])
}

/** The periods of a merchant's day. */
export async function partsOf(on: Queryable, merchantId: MerchantId, day: Day): Promise<PeriodId[]> {
  const found = await rows<{ period_id: PeriodId }>(
    on,
    'select period_id from merchant_periods where merchant_id = $1 and day = $2::date order by period_id',
    [merchantId, day],
  )
  return found.map(({ period_id }) => period_id)
}

/** Payouts belong to single orders. */
export async function deletePayouts(on: Queryable, merchantId: MerchantId, periodId: PeriodId): Promise<void> {
  await on.query('delete from payouts where merchant_id = $1 and period_id = $2', [merchantId, periodId])
}
