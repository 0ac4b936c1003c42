import type { AccountId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import { NO_PASSWORD } from '../passwords/password-pool.ts'
import type { Status } from '../store-accounts.ts'

/** The details that a person may store; absent: not set. Names of regions are stored with their codes. */
export interface Details {
  readonly contact?: string
  readonly provinceCode?: string
  readonly provinceName?: string
  readonly cityCode?: string
  readonly cityName?: string
  readonly districtCode?: string
  readonly districtName?: string
  readonly address?: string
  readonly remark?: string
  readonly bankName?: string
  readonly bankCardNo?: string
}

export interface Profile {
  readonly accountId: AccountId
  readonly name: string
  readonly roleId: Role
  readonly mainAccountId: AccountId | null
  readonly nickname: string
  readonly details: Details
  readonly allowedIps: readonly string[]
  readonly validatorOn: boolean
}

/** `locked`: locks the row for a change. */
export async function findProfile(
  on: Queryable,
  accountId: AccountId,
  options: { readonly locked?: true } = {},
): Promise<Profile | undefined> {
  const found = await maybeRow<{
    id: AccountId
    name: string
    role_id: Role
    main_account_id: AccountId | null
    nickname: string | null
    details: Details
    allowed_ips: string[]
    validator_on: boolean
  }>(
    on,
    `select id, name, role_id, main_account_id, nickname, details, allowed_ips, totp_secret is not null as validator_on
       from accounts where id = $1
     ${options.locked ? 'for update' : ''}`,
    [accountId],
  )
  return (
    found && {
      accountId: found.id,
      name: found.name,
      roleId: found.role_id,
      mainAccountId: found.main_account_id,
      nickname: found.nickname ?? '',
      details: found.details,
      allowedIps: found.allowed_ips,
      validatorOn: found.validator_on,
    }
  )
}

export async function saveProfile(
  on: Queryable,
  profile: Pick<Profile, 'accountId' | 'nickname' | 'details' | 'allowedIps'>,
): Promise<void> {
  await on.query('update accounts set nickname = $2, details = $3, allowed_ips = $4 where id = $1', [
    profile.accountId,
    profile.nickname === '' ? null : profile.nickname,
    JSON.stringify(profile.details),
    profile.allowedIps,
  ])
}

/** A main account and its sub-accounts. */
export async function accountIdsWithSubs(on: Queryable, accountId: AccountId): Promise<AccountId[]> {
  const found = await rows<{ id: AccountId }>(
    on,
    'select id from accounts where id = $1 or main_account_id = $1 order by id limit 1000',
    [accountId],
  )
  return found.map((account) => account.id)
}

// ---- sub-accounts --------------------------------------------------------------------------------------------------

export interface SubAccount {
  readonly id: AccountId
  readonly name: string
  readonly nickname: string | null
  readonly status: Status
  readonly permissionIds: readonly number[]
  readonly allowedIps: readonly string[]
  /** Where reset codes go; '' if none. */
  readonly contact: string
  readonly validatorOn: boolean
  readonly createdAt: number
  readonly lastLoginAt: number | null
}

interface SubRow {
  id: AccountId
  name: string
  nickname: string | null
  status: Status
  permission_ids: number[] | null
  allowed_ips: string[]
  contact: string
  validator_on: boolean
  created_at: bigint
  last_login_at: bigint | null
}

const subColumns = `id, name, nickname, status, permission_ids, allowed_ips, coalesce(details->>'contact', '') as contact,
  totp_secret is not null as validator_on, created_at, last_login_at`

const toSub = (found: SubRow): SubAccount => ({
  id: found.id,
  name: found.name,
  nickname: found.nickname,
  status: found.status,
  permissionIds: found.permission_ids ?? [],
  allowedIps: found.allowed_ips,
  contact: found.contact,
  validatorOn: found.validator_on,
  createdAt: Number(found.created_at),
  lastLoginAt: found.last_login_at === null ? null : Number(found.last_login_at),
})

export interface SubFilter {
  readonly mainId: AccountId
  /** Only accounts that sign in on the operators' side. */
  readonly operators: boolean
  readonly status: Status | null
  readonly keyword: string | null
  readonly column: 'accountName' | 'createdAt' | 'lastLoginAt'
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

const SUB_ORDER = { accountName: 'lower(name)', createdAt: 'created_at', lastLoginAt: 'last_login_at' } as const

const subWhere = `
  where main_account_id = $1 and ($2::smallint is null or status = $2)
    and ($3::text is null or position(lower($3) in lower(name)) > 0 or position(lower($3) in lower(coalesce(nickname, ''))) > 0)
    and ($4::boolean is false or account_type = 1)`

export async function findSubAccounts(
  on: Queryable,
  filter: SubFilter,
): Promise<{ items: SubAccount[]; total: number }> {
  const direction = filter.descending ? 'desc nulls last' : 'asc nulls first'
  const values = [filter.mainId, filter.status, filter.keyword, filter.operators]
  const found = await rows<SubRow & Record<string, unknown>>(
    on,
    `select ${subColumns} from accounts ${subWhere}
      order by ${SUB_ORDER[filter.column]} ${direction}, id limit $5 offset $6`,
    [...values, filter.limit, filter.offset],
  )
  const { total } = await row<{ total: number }>(
    on,
    `select count(*)::integer as total from accounts ${subWhere}`,
    values,
  )
  return { items: found.map(toSub), total }
}

/** A sub-account of this main account; one of another account is not found. */
export async function findSubAccount(
  on: Queryable,
  mainId: AccountId,
  id: AccountId,
  options: { readonly locked?: true; readonly operator?: true } = {},
): Promise<SubAccount | undefined> {
  const found = await maybeRow<SubRow & Record<string, unknown>>(
    on,
    `select ${subColumns} from accounts
      where id = $2 and main_account_id = $1 and ($3::boolean is false or account_type = 1) ${options.locked ? 'for update' : ''}`,
    [mainId, id, options.operator ?? false],
  )
  return found && toSub(found)
}

export async function saveSubAccount(
  on: Queryable,
  sub: Pick<SubAccount, 'id' | 'nickname' | 'permissionIds' | 'allowedIps' | 'status'>,
): Promise<void> {
  await on.query(
    'update accounts set nickname = $2, permission_ids = $3, allowed_ips = $4, status = $5 where id = $1',
    [sub.id, sub.nickname, sub.permissionIds, sub.allowedIps, sub.status],
  )
}

/** An account can be signed in to again: status normal, from any address. */
export async function openAccess(on: Queryable, accountId: AccountId): Promise<void> {
  await on.query(`update accounts set status = 1, allowed_ips = '{}' where id = $1`, [accountId])
}

export async function saveContact(on: Queryable, { id, contact }: Pick<SubAccount, 'id' | 'contact'>): Promise<void> {
  await on.query(`update accounts set details = (details - 'contact') || $2::jsonb where id = $1`, [
    id,
    JSON.stringify(contact === '' ? {} : { contact }),
  ])
}

/** Whether another login of a main account, or the main account itself, can sign in as an operator with this permission. */
export async function hasOtherHolder(
  on: Queryable,
  mainId: AccountId,
  but: { readonly id: AccountId; readonly permissionId: number },
): Promise<boolean> {
  const found = await row<{ found: boolean }>(
    on,
    `select exists (select from accounts
                     where (main_account_id = $1 or id = $1) and id <> $2 and account_type = 1 and status = 1
                       and password_hash <> $4
                       and ($3 = any(permission_ids) or (id = $1 and permission_ids is null))) as found`,
    [mainId, but.id, but.permissionId, NO_PASSWORD],
  )
  return found.found
}
