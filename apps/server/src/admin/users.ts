import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { userCreate, userQuery, userStatus, userUpdate } from '@strata/contract/endpoints/admin-merchants'
import type { PeopleContext } from '../access/profile/people-context.ts'
import type { Caller } from '../access/session/caller.ts'
import { findSubAccount, type SubAccount } from '../access/sub-accounts/store-people.ts'
import { createSub, setSubStatus, subAccountsPage, updateSub } from '../access/sub-accounts/sub-accounts.ts'
import type { Queryable } from '../platform/db.ts'
import { Refusal, refuse } from '../platform/refusal.ts'

/** Operators are sub-accounts of the head's main account on the operators' side. */
export async function queryUsers(
  { pool }: { readonly pool: Queryable },
  caller: Caller,
  asked: ParsedRequestOf<typeof userQuery>,
): Promise<ResponseOf<typeof userQuery>> {
  const { pageIndex, pageSize } = asked
  const { items, total } = await subAccountsPage(pool, caller, asked, true)
  return {
    items: items.map(({ id, name, nickname, status, permissionIds, createdAt, lastLoginAt }) => ({
      accountId: id,
      accountName: name,
      nickname: nickname ?? '',
      status,
      moduleIds: [...permissionIds],
      createdAt,
      lastLoginAt,
    })),
    total,
    pageIndex,
    pageSize,
  }
}

export const createUser = (
  context: PeopleContext,
  caller: Caller,
  input: ParsedRequestOf<typeof userCreate>,
): Promise<ResponseOf<typeof userCreate> | Refusal> => createSub(context, caller, input)

/**
 * An operator may change another one only as far as it stands above it: who could set the password of somebody with more
 * permissions could sign in with them. Nobody changes itself here. Refused in this order: notFound, stateForbids, beyondTerm.
 */
async function changeable({ pool }: PeopleContext, caller: Caller, accountId: number): Promise<SubAccount | Refusal> {
  const user = await findSubAccount(pool, caller.account.mainId, accountId, { operator: true })
  if (!user) return refuse('notFound')
  if (user.id === caller.account.id) return refuse('stateForbids')
  return user.permissionIds.every((id) => caller.permissionIds.has(id)) ? user : refuse('beyondTerm')
}

export async function updateUser(
  context: PeopleContext,
  caller: Caller,
  input: ParsedRequestOf<typeof userUpdate>,
): Promise<null | Refusal> {
  const user = await changeable(context, caller, input.accountId)
  return user instanceof Refusal ? user : updateSub(context, caller, input)
}

export async function setUserStatus(
  context: PeopleContext,
  caller: Caller,
  input: ParsedRequestOf<typeof userStatus>,
): Promise<null | Refusal> {
  const user = await changeable(context, caller, input.accountId)
  return user instanceof Refusal ? user : setSubStatus(context, caller, input)
}
