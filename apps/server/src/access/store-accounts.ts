import type { AccountId, MerchantId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import type { Role } from '@strata/domain/tree'
import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'

export type Status = 1 | 2 | 4

/** The side a session was opened on: 1 admin, 2 agent. */
export type RoleType = 1 | 2

export interface Account {
  readonly id: AccountId
  readonly name: string
  /** 1: may also sign in on the admin side. */
  readonly accountType: 1 | 2
  readonly roleId: Role
  readonly merchantId: MerchantId
  /** Null: not a sub-account. */
  readonly mainAccountId: AccountId | null
  readonly nickname: string | null
  readonly status: Status
  readonly mustChangePassword: boolean
  readonly hasTransferPassword: boolean
  /** Null: everything its role holds. */
  readonly permissionIds: readonly number[] | null
}

export interface AccountSecrets {
  readonly passwordHash: string
  /** Sealed; null: no second factor. */
  readonly totpSecret: string | null
  readonly recoveryHashes: readonly string[]
  /** Addresses it may be used from; none: any. */
  readonly allowedIps: readonly string[]
}

interface AccountRow {
  id: AccountId
  name: string
  account_type: 1 | 2
  role_id: Role
  merchant_id: MerchantId
  main_account_id: AccountId | null
  nickname: string | null
  status: Status
  must_change_password: boolean
  has_transfer: boolean
  permission_ids: number[] | null
}

const accountColumns =
  'a.id, a.name, a.account_type, a.role_id, a.merchant_id, a.main_account_id, a.nickname, a.status, ' +
  'a.must_change_password, a.permission_ids, a.transfer_hash is not null as has_transfer'

const toAccount = (found: AccountRow): Account => ({
  id: found.id,
  name: found.name,
  accountType: found.account_type,
  roleId: found.role_id,
  merchantId: found.merchant_id,
  mainAccountId: found.main_account_id,
  nickname: found.nickname,
  status: found.status,
  mustChangePassword: found.must_change_password,
  hasTransferPassword: found.has_transfer,
  permissionIds: found.permission_ids,
})

export async function findAccountByName(
  on: Queryable,
  name: string,
): Promise<{ account: Account; secrets: AccountSecrets } | undefined> {
  const found = await maybeRow<
    AccountRow & { password_hash: string; totp_secret: string | null; recovery_hashes: string[]; allowed_ips: string[] }
  >(
    on,
    `select ${accountColumns}, a.password_hash, a.totp_secret, a.recovery_hashes, a.allowed_ips
       from accounts a where lower(a.name) = lower($1)`,
    [name],
  )
  if (!found) return undefined
  const { password_hash: passwordHash, totp_secret: totpSecret, recovery_hashes: recoveryHashes } = found
  return {
    account: toAccount(found),
    secrets: { passwordHash, totpSecret, recoveryHashes, allowedIps: found.allowed_ips },
  }
}

export async function findAccount(on: Queryable, id: AccountId): Promise<Account | undefined> {
  const found = await maybeRow<AccountRow>(on, `select ${accountColumns} from accounts a where a.id = $1`, [id])
  return found && toAccount(found)
}

/** Addresses an account may be used from; none: any. */
export async function allowedIpsOf(on: Queryable, id: AccountId): Promise<readonly string[]> {
  const found = await maybeRow<{ allowed_ips: string[] }>(on, 'select allowed_ips from accounts where id = $1', [id])
  return found?.allowed_ips ?? []
}

export interface NewAccount {
  readonly name: string
  readonly accountType: 1 | 2
  readonly roleId: Role
  readonly merchantId: MerchantId
  readonly mainAccountId: AccountId | null
  readonly nickname: string | null
  readonly passwordHash: string
  readonly transferHash: string | null
  readonly permissionIds: readonly number[] | null
  /** Absent: any address. */
  readonly allowedIps?: readonly string[]
  readonly mustChangePassword: boolean
}

/** Ids of the new accounts in the order given. Throws 23505 of `accounts_name` when a name is taken. */
export async function insertAccounts(on: Queryable, accounts: readonly NewAccount[], at: number): Promise<AccountId[]> {
  const found = await rows<{ id: AccountId; name: string }>(
    on,
    `insert into accounts (name, account_type, role_id, merchant_id, main_account_id, nickname, password_hash,
                           transfer_hash, permission_ids, must_change_password, allowed_ips, created_at)
     select n.name, n.account_type, n.role_id, n.merchant_id, n.main_account_id, n.nickname, n.password_hash,
            n.transfer_hash, n.permission_ids::integer[], n.must_change, n.allowed_ips::text[], $11
       from unnest($1::text[], $2::smallint[], $3::integer[], $4::integer[], $5::integer[], $6::text[], $7::text[],
                   $8::text[], $9::text[], $10::boolean[], $12::text[])
            as n (name, account_type, role_id, merchant_id, main_account_id, nickname, password_hash, transfer_hash,
                  permission_ids, must_change, allowed_ips)
     returning id, name`,
    [
      accounts.map((a) => a.name),
      accounts.map((a) => a.accountType),
      accounts.map((a) => a.roleId),
      accounts.map((a) => a.merchantId),
      accounts.map((a) => a.mainAccountId),
      accounts.map((a) => a.nickname),
      accounts.map((a) => a.passwordHash),
      accounts.map((a) => a.transferHash),
      accounts.map((a) => (a.permissionIds === null ? null : `{${a.permissionIds.join(',')}}`)),
      accounts.map((a) => a.mustChangePassword),
      at,
      accounts.map(({ allowedIps = [] }) => `{${allowedIps.join(',')}}`),
    ],
  )
  const ids = new Map(found.map((account) => [account.name, account.id]))
  return accounts.map((account) => must(ids.get(account.name), 'the id of an inserted account'))
}

/** Whether this database has any account yet. */
export async function hasAccounts(on: Queryable): Promise<boolean> {
  return (await row<{ found: boolean }>(on, 'select exists (select 1 from accounts) as found')).found
}

export async function setNickname(on: Queryable, accountId: AccountId, nickname: string | null): Promise<void> {
  await on.query('update accounts set nickname = $2 where id = $1', [accountId, nickname])
}

/** Locks the account: no other transaction changes it or adds a path to it until this one ends. */
export async function lockAccount(on: Queryable, accountId: AccountId): Promise<void> {
  await on.query('select id from accounts where id = $1 for update', [accountId])
}

/** From now on the account must choose another login password before it may change anything. */
export async function mustChangePassword(on: Queryable, accountId: AccountId): Promise<void> {
  await on.query('update accounts set must_change_password = true where id = $1', [accountId])
}

export async function setRole(on: Queryable, accountId: AccountId, role: Role): Promise<void> {
  await on.query('update accounts set role_id = $2 where id = $1', [accountId, role])
}

/** The last sign-in of a merchant's accounts, by account: most are members and never sign in. */
export async function lastSignIns(on: Queryable, merchantId: MerchantId): Promise<Map<AccountId, number>> {
  const found = await rows<{ id: AccountId; last_login_at: bigint }>(
    on,
    'select id, last_login_at from accounts where merchant_id = $1 and last_login_at is not null',
    [merchantId],
  )
  return new Map(found.map((account) => [account.id, Number(account.last_login_at)]))
}
