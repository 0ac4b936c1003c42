import { onOffWord } from '@strata/contract/words'
import { logOfTool } from '../../access/audit-log.ts'
import type { Queryable } from '../../platform/db.ts'
import { type OutsideBook, saveBook, takeBookOut } from '../../settings/fly-out-accounts.ts'
import { HEAD_MERCHANT, outdateSnapshots } from '../../tree/merchants.ts'

const hostOf = (baseUrl: string): string => new URL(baseUrl).host

/** Registers an outside book, or replaces its address and key. `secret` is sealed. */
export async function registerBook(on: Queryable, book: OutsideBook, at: number): Promise<number> {
  const { id, before } = await saveBook(on, book, at)
  // After the change: outside a transaction a reader of the new version must find the new book.
  await outdateSnapshots(on, HEAD_MERCHANT)
  // A new key alone leaves a line too, so the address always stands in it.
  const changes = [
    { field: 'outsideBook', label: '地址', before: before && hostOf(before.baseUrl), after: hostOf(book.baseUrl) },
    { field: 'keyId', label: '密钥名称', before: before?.keyId ?? null, after: book.keyId },
    { field: 'status', label: '状态', before: before && onOffWord(before.isEnabled), after: onOffWord(true) },
  ].filter((change) => change.field === 'outsideBook' || change.before !== change.after)
  await logOfTool(on, { action: 'outsideBook', targetName: book.name, changes }, at)
  return id
}

/** Disables a book. Its accounts fly nothing out any more; sent orders are still queried. */
export async function disableBook(on: Queryable, name: string, at: number): Promise<boolean> {
  const wasEnabled = await takeBookOut(on, name)
  await outdateSnapshots(on, HEAD_MERCHANT)
  if (wasEnabled === undefined) return false
  const changes = [{ field: 'status', label: '状态', before: onOffWord(wasEnabled), after: onOffWord(false) }]
  await logOfTool(on, { action: 'outsideBook', targetName: name, changes }, at)
  return true
}
