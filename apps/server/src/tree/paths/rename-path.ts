import type { MerchantId, PathId } from '@strata/domain/ids'
import { setNickname } from '../../access/accounts.ts'
import type { Queryable } from '../../platform/db.ts'
import { savePathNickname } from './store-paths.ts'

/** Sets the nickname of a path and its account, shown beside its name. The caller holds the merchant's lock. */
export async function renamePath(
  on: Queryable,
  path: { readonly merchantId: MerchantId; readonly pathId: PathId; readonly nickname: string | null },
): Promise<void> {
  const accountId = await savePathNickname(on, path)
  if (accountId !== undefined) await setNickname(on, accountId, path.nickname)
}
