import { setNickname } from '../../access/store-accounts.ts'
import type { Queryable } from '../../platform/db.ts'
import { savePathNickname } from './store-paths.ts'

/** Gives a path and its account the nickname that people read beside its name. The caller holds the merchant's lock. */
export async function renamePath(
  on: Queryable,
  path: { readonly merchantId: number; readonly pathId: number; readonly nickname: string | null },
): Promise<void> {
  const accountId = await savePathNickname(on, path)
  if (accountId !== undefined) await setNickname(on, accountId, path.nickname)
}
