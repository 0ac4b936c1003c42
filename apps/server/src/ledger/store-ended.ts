import type { MerchantId, PathId } from '@strata/domain/ids'
import { type Queryable, rows } from '../platform/db.ts'
import type { PostingRun } from './store-postings.ts'

/** The path of a member that became an agent, and the agent's. */
export interface EndedPath {
  readonly from: PathId
  readonly to: PathId
}

/** An upgrade ends one path and opens the other at the same instant, of the same account under the same parent. */
const successor = `join paths s on s.merchant_id = p.merchant_id and s.account_id = p.account_id
     and s.parent_id = p.parent_id and s.role = 3 and s.created_at = p.closed_at`

/** The ended paths to which a run posts, ascending. */
export async function endedPathsOf(
  on: Queryable,
  { merchantId, periodId, version }: PostingRun,
): Promise<readonly EndedPath[]> {
  return rows<{ from: PathId; to: PathId }>(
    on,
    `select p.id as "from", s.id as "to"
       from paths p
       ${successor}
      where p.merchant_id = $1 and p.closed_at is not null
        and exists (select from postings d
              where d.merchant_id = $1 and d.period_id = $2 and d.version = $3 and d.path_id = p.id)
      order by p.id`,
    [merchantId, periodId, version],
  )
}

/** The ended paths of all merchants whose wallets are not empty. */
export async function endedPathsWithMoney(
  on: Queryable,
): Promise<readonly (EndedPath & { readonly merchantId: MerchantId })[]> {
  return rows<{ merchantId: MerchantId; from: PathId; to: PathId }>(
    on,
    `select p.merchant_id as "merchantId", p.id as "from", s.id as "to"
       from paths p
       join wallets w on w.merchant_id = p.merchant_id and w.path_id = p.id and w.balance <> 0
       ${successor}
      where p.closed_at is not null
      order by p.merchant_id, p.id`,
  )
}
