import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Queryable, row, rows } from '../../platform/db.ts'

/** Limit of names per look-up. Each look-up reads one more, to see that there are too many. */
export const MAX_NAMED = 500
const ASKED = MAX_NAMED + 1

export interface PeriodDay {
  readonly id: PeriodId
  readonly day: string
}

/** Business days, both inclusive; null: unlimited on that side. */
interface Days {
  readonly from: string | null
  readonly to: string | null
}

/** Orders with a platform's bet number. */
export const keysOfBet = (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  betNo: string,
): Promise<{ order_id: bigint; day: string }[]> =>
  rows(on, `select order_id, day from order_keys where merchant_id = any($1) and bet_no = $2 limit ${ASKED}`, [
    merchantIds,
    betNo,
  ])

/** Periods with orders that are not settled yet. */
export const openPeriodsOf = (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  { from, to }: Days,
): Promise<PeriodDay[]> =>
  rows(
    on,
    `select distinct period_id as id, day from merchant_periods
      where merchant_id = any($1) and settled_version = 0 and ($2::date is null or day >= $2)
        and ($3::date is null or day <= $3) limit ${ASKED}`,
    [merchantIds, from, to],
  )

/** Periods with void orders: the whole period, or single orders. */
export const voidPeriodsOf = (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  { from, to }: Days,
): Promise<PeriodDay[]> =>
  rows(
    on,
    `select distinct mp.period_id as id, mp.day from merchant_periods mp
       join periods p on p.id = mp.period_id
      where mp.merchant_id = any($1) and ($2::date is null or mp.day >= $2) and ($3::date is null or mp.day <= $3)
        and (p.state = 'void' or exists (select from voids v where v.merchant_id = mp.merchant_id and v.period_id = mp.period_id))
      limit ${ASKED}`,
    [merchantIds, from, to],
  )

const likeStart = (text: string): string => `${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

/** Paths whose name begins with the prefix, from `above` downwards. */
export const bettorsOf = async (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  { account, above }: { readonly account: string | null; readonly above: number | null },
): Promise<PathId[]> => {
  const found = await rows<{ id: PathId }>(
    on,
    `select id from paths
      where merchant_id = any($1) and ($2::text is null or lower(name) like $2)
        and ($3::integer is null or lineage @> array[$3::integer]) limit ${ASKED}`,
    [merchantIds, account === null ? null : likeStart(account), above],
  )
  return found.map(({ id }) => id)
}

/** Above this number of bettors, a search per bettor costs more than reading everybody's orders. */
const MAX_BELOW = 5_000
/** Cost of a row found through an index, relative to a row read sequentially. */
const FEW_OF = 4

/** Whether a path's bettors are few, in number and among all of the merchant. */
export const isFewBelow = async (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  above: number,
): Promise<boolean> => {
  const { few } = await row<{ few: boolean }>(
    on,
    `with below as (
       select count(*) as n from (
         select 1 from paths where merchant_id = any($1) and lineage @> array[$2::integer] limit ${MAX_BELOW + 1}) paths
     )
     select below.n <= ${MAX_BELOW} and (
              select count(*) from (
                select 1 from paths where merchant_id = any($1) limit (select ${FEW_OF} * n from below)) paths
            ) = ${FEW_OF} * below.n as few
       from below`,
    [merchantIds, above],
  )
  return few
}
