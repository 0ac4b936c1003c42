import type { AccountId, MerchantId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { ROLE } from '@strata/domain/tree'
import { sqlState, type Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { insertAccounts, type NewAccount } from '../store-accounts.ts'

/** Refuses only a taken name; the caller has checked everything else. */
export async function addAccounts(tx: Tx, accounts: readonly NewAccount[], at: number): Promise<AccountId[] | Refusal> {
  await tx.query('savepoint new_accounts')
  try {
    const ids = await insertAccounts(tx, accounts, at)
    await tx.query('release savepoint new_accounts')
    return ids
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    await tx.query('rollback to savepoint new_accounts')
    return refuse('accountExists')
  }
}

export interface NewSubAccount {
  readonly name: string
  readonly nickname?: string
  readonly passwordHash: string
  readonly transferHash?: string
  readonly mustChangePassword?: boolean
  readonly main: { readonly id: AccountId; readonly merchantId: MerchantId; readonly accountType: 1 | 2 }
  readonly permissionIds: readonly number[]
  readonly allowedIps?: readonly string[]
  readonly at: number
}

/** Adds a login to a main account, with a part of its permissions and no path of its own. */
export async function addSubAccount(tx: Tx, sub: NewSubAccount): Promise<{ accountId: AccountId } | Refusal> {
  const account: NewAccount = {
    name: sub.name,
    accountType: sub.main.accountType,
    roleId: ROLE.subAccount,
    merchantId: sub.main.merchantId,
    mainAccountId: sub.main.id,
    nickname: sub.nickname ?? null,
    passwordHash: sub.passwordHash,
    transferHash: sub.transferHash ?? null,
    permissionIds: sub.permissionIds,
    ...(sub.allowedIps ? { allowedIps: sub.allowedIps } : {}),
    mustChangePassword: sub.mustChangePassword ?? false,
  }
  const ids = await addAccounts(tx, [account], sub.at)
  return ids instanceof Refusal ? ids : { accountId: must(ids[0], 'the new account') }
}
