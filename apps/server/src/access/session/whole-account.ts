import { ROLE } from '@strata/domain/tree'
import type { Queryable } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { hasPathOutside, type PathRef } from '../store-account-paths.ts'
import { lockAccount } from '../store-accounts.ts'
import type { Caller } from './caller.ts'

type Owner = Pick<PathRef, 'accountId' | 'merchantId'>

/**
 * Whether every open path of an account lies at or below the caller's. Only then may the caller manage the account
 * itself (passwords, second factor, details, addresses, sign-ins): an account with a path outside also acts in
 * another branch.
 */
export const hasWholeAccount = async (
  on: Queryable,
  caller: Pick<Caller, 'role' | 'path'>,
  { accountId, merchantId }: Owner,
): Promise<boolean> =>
  caller.role === ROLE.head || !(await hasPathOutside(on, { merchantId, accountId, under: caller.path.id }))

/**
 * For a transaction that changes the account: locks it, so that no path is added before the change is done.
 * Refusal: sharedAccount.
 */
export async function claimWholeAccount(
  on: Queryable,
  caller: Pick<Caller, 'role' | 'path'>,
  owner: Owner,
): Promise<Refusal | undefined> {
  await lockAccount(on, owner.accountId)
  return (await hasWholeAccount(on, caller, owner)) ? undefined : refuse('sharedAccount')
}
