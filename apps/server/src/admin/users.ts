import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { userQuery } from '@strata/contract/endpoints/admin-merchants'
import { subAccountsPage } from '../access/accounts.ts'
import type { Caller } from '../access/session.ts'
import type { Queryable } from '../platform/db.ts'

/** Operators are sub-accounts of the head's main account on the operators' side. */
export async function queryUsers(
  { pool }: { readonly pool: Queryable },
  caller: Caller,
  asked: ParsedRequestOf<typeof userQuery>,
): Promise<ResponseOf<typeof userQuery>> {
  const { pageIndex, pageSize } = asked
  const { items, total } = await subAccountsPage(pool, caller, asked, true)
  return {
    items: items.map(({ id, name, nickname, status, permissionIds, ...rest }) => ({
      accountId: id,
      accountName: name,
      nickname: nickname ?? '',
      status,
      moduleIds: [...permissionIds],
      contact: rest.contact,
      allowedIps: [...rest.allowedIps],
      validatorOn: rest.validatorOn,
      own: id === caller.account.id,
      createdAt: rest.createdAt,
      lastLoginAt: rest.lastLoginAt,
    })),
    total,
    pageIndex,
    pageSize,
  }
}
