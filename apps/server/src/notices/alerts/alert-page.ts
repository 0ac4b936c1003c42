import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { alertQuery } from '@strata/contract/endpoints/notices'
import { PERMISSION } from '@strata/contract/permissions'
import type { Caller } from '../../access/session.ts'
import type { Queryable } from '../../platform/db.ts'
import { type AlertsSeen, countAlerts, findAlerts } from '../store.ts'

/** A login that may not open boards, or not read proposals, must not see alerts about them. */
export const alertsSeen = ({ permissionIds }: Pick<Caller, 'permissionIds'>): AlertsSeen => ({
  boards: permissionIds.has(PERMISSION.boards),
  proposals: permissionIds.has(PERMISSION.games),
})

/** alert/query: the alerts of the caller's path. */
export async function alertPage(
  on: Queryable,
  caller: Caller,
  { pageIndex, pageSize, sortInfo, state }: ParsedRequestOf<typeof alertQuery>,
): Promise<ResponseOf<typeof alertQuery>> {
  const pathId = caller.path.id
  const seen = alertsSeen(caller)
  const items = await findAlerts(on, caller.merchantId, {
    pathId,
    ...seen,
    state: state ?? null,
    descending: sortInfo?.direction !== 0,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
  })
  const { total, unread } = await countAlerts(on, caller.merchantId, pathId, seen)
  const filtered = state === undefined ? total : state === 'unread' ? unread : total - unread
  return { items, total: filtered, unread, pageIndex, pageSize }
}
