import type { MerchantId, PathId } from '@strata/domain/ids'
import { setNickname } from '../../access/accounts.ts'
import type { Queryable } from '../../platform/db.ts'
import { accountOfPath, savePathNickname } from './store-paths.ts'

/**
 * Sets the nickname of a path and its account, shown beside its name. The caller holds the merchant's lock. The account is
 * first, as for its owner, who may change it at the same moment.
 */
export async function renamePath(
  on: Queryable,
  path: { readonly merchantId: MerchantId; readonly pathId: PathId; readonly nickname: string | null },
): Promise<void> {
  const accountId = await accountOfPath(on, path)
  if (accountId === undefined) return
  await setNickname(on, accountId, path.nickname)
  await savePathNickname(on, path)
}
