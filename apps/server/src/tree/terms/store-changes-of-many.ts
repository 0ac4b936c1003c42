import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { maybeRow, type Queryable } from '../../platform/db.ts'

export interface BulkPath {
  readonly merchantId: MerchantId
  readonly id: PathId
  readonly name: string
}

export interface BulkFailure {
  readonly id: PathId
  readonly name: string
  /** In Chinese. */
  readonly reason: string
}

export interface BulkChange {
  /** Merchant of the requester's path. */
  readonly merchantId: MerchantId
  readonly id: bigint
  readonly accountId: AccountId
  readonly accountName: string
  readonly ip: string
  readonly content: unknown
  readonly paths: readonly BulkPath[]
  readonly done: number
  readonly failures: readonly BulkFailure[]
}

export async function insertBulk(
  on: Queryable,
  bulk: Omit<BulkChange, 'done' | 'failures'> & { readonly at: number },
): Promise<void> {
  await on.query(
    `insert into bulk_changes (merchant_id, id, account_id, account_name, ip, content, paths, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      bulk.merchantId,
      String(bulk.id),
      bulk.accountId,
      bulk.accountName,
      bulk.ip,
      JSON.stringify(bulk.content),
      JSON.stringify(bulk.paths),
      bulk.at,
    ],
  )
}

export async function findBulk(on: Queryable, merchantId: MerchantId, id: bigint): Promise<BulkChange | undefined> {
  const found = await maybeRow<{
    account_id: AccountId
    account_name: string
    ip: string
    content: unknown
    paths: BulkPath[]
    done: number
    failures: BulkFailure[]
  }>(
    on,
    `select account_id, account_name, ip, content, paths, done, failures from bulk_changes
      where merchant_id = $1 and id = $2`,
    [merchantId, String(id)],
  )
  if (!found) return undefined
  const { account_id: accountId, account_name: accountName, ...rest } = found
  return { merchantId, id, accountId, accountName, ...rest }
}

/** Counts the next path as processed; false when another worker has processed it. */
export async function advanceBulk(
  on: Queryable,
  bulk: Pick<BulkChange, 'merchantId' | 'id'>,
  place: number,
  failure: BulkFailure | null,
): Promise<boolean> {
  const done = await on.query(
    `update bulk_changes set done = done + 1, failures = failures || $4::jsonb
      where merchant_id = $1 and id = $2 and done = $3`,
    [bulk.merchantId, String(bulk.id), place, JSON.stringify(failure === null ? [] : [failure])],
  )
  return done.rowCount === 1
}
