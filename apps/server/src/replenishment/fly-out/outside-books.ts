import { logOfTool } from '../../access/audit-log/change-log.ts'
import type { Queryable } from '../../platform/db.ts'
import { type OutsideBook, saveBook, takeBookOut } from '../../settings/store-fly-out-accounts.ts'
import { bumpAllConfigs } from '../../tree/paths/store-merchants.ts'

/** Registers an outside book, or puts another address and key in its place. `secret` is sealed. */
export async function registerBook(on: Queryable, book: OutsideBook, at: number): Promise<number> {
  const id = await saveBook(on, book, at)
  // After it: outside a transaction whoever reads again must find it.
  await bumpAllConfigs(on)
  const changes = [{ field: 'outsideBook', label: '地址', before: null, after: new URL(book.baseUrl).host }]
  await logOfTool(on, { action: 'outsideBook', targetName: book.name, changes }, at)
  return id
}

/** Takes a book out of use: accounts at it fly nothing out any more; what has gone is still asked for. */
export async function disableBook(on: Queryable, name: string, at: number): Promise<boolean> {
  const isKnown = await takeBookOut(on, name)
  await bumpAllConfigs(on)
  const changes = [{ field: 'outsideBook', label: '状态', before: '启用', after: '停用' }]
  if (isKnown) await logOfTool(on, { action: 'outsideBook', targetName: name, changes }, at)
  return isKnown
}
