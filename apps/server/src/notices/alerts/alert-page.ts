import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { alertQuery } from '@strata/contract/endpoints/notices'
import { PERMISSION } from '@strata/contract/permissions'
import type { Caller } from '../../access/session.ts'
import type { Queryable } from '../../platform/db.ts'
import { countAlerts, findAlerts } from '../store.ts'

/** alert/query: the alerts of the caller's path. */
export async function alertPage(
  on: Queryable,
  caller: Caller,
  { pageIndex, pageSize, sortInfo, state }: ParsedRequestOf<typeof alertQuery>,
): Promise<ResponseOf<typeof alertQuery>> {
  const pathId = caller.path.id
  // A login without permission for boards must not see alerts about boards.
  const boards = caller.permissionIds.has(PERMISSION.boards)
  const items = await findAlerts(on, caller.merchantId, {
    pathId,
    boards,
    state: state ?? null,
    descending: sortInfo?.direction !== 0,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
  })
  const { total, unread } = await countAlerts(on, caller.merchantId, pathId, { boards })
  const filtered = state === undefined ? total : state === 'unread' ? unread : total - unread
  return { items, total: filtered, unread, pageIndex, pageSize }
}
