import type { MerchantId, PathId } from '@strata/domain/ids'
import { type Queryable, row, rows } from '../../platform/db.ts'

const likeStart = (text: string): string => `${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

/** Paths whose name begins with the prefix, from `above` downwards. */
export const bettorsOf = async (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  { account, above }: { readonly account: string | null; readonly above: number | null },
  limit: number,
): Promise<PathId[]> => {
  const found = await rows<{ id: PathId }>(
    on,
    `select id from paths
      where merchant_id = any($1) and ($2::text is null or lower(name) like $2)
        and ($3::integer is null or lineage @> array[$3::integer]) limit $4`,
    [merchantIds, account === null ? null : likeStart(account), above, limit],
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
