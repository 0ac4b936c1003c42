import type { Endpoint, ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import { ENDPOINTS } from '@strata/contract/endpoints'
import type { exportCancel, exportQuery } from '@strata/contract/endpoints/reports'
import { reachOf } from '@strata/contract/permissions'
import { logAction } from '../access/audit-log.ts'
import { type Caller, changeOnce, scopePaths } from '../access/session.ts'
import { alreadySent, type Call, type FileAnswer } from '../platform/endpoint.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { type ExportContext, exportOnWire, tellExport } from './context.ts'
import { rangeOf } from './files/byte-range.ts'
import { fileAnswer } from './start.ts'
import { changeExport, type ExportRecord, findExport, findExports } from './store.ts'

export async function listExports(
  { pool, clock }: ExportContext,
  caller: Caller,
  { pageIndex, pageSize, sortInfo }: ParsedRequestOf<typeof exportQuery>,
): Promise<ResponseOf<typeof exportQuery>> {
  const owner = { merchantId: caller.merchantId, accountId: caller.account.id, pathId: caller.path.id }
  const page = {
    ascending: sortInfo?.direction === 0,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
    now: clock(),
  }
  const { items, total } = await findExports(pool, owner, page)
  return { items: items.map(exportOnWire), total, pageIndex, pageSize }
}

/** An export of the account and path that requested it; for anybody else it does not exist. */
async function ownExport(
  { pool, clock }: ExportContext,
  caller: Caller,
  id: number,
): Promise<ExportRecord | undefined> {
  const found = await findExport(pool, caller.merchantId, id)
  const isOwn = found?.accountId === caller.account.id && found.pathId === caller.path.id
  return isOwn && found.roleType === caller.roleType && found.expiresAt > clock() ? found : undefined
}

/** Cancelling a finished export has no effect and is no error, because it may have finished a moment before. */
export async function cancelExport(
  context: ExportContext,
  caller: Caller,
  { exportId, requestId }: ParsedRequestOf<typeof exportCancel>,
): Promise<null | Refusal> {
  const found = await ownExport(context, caller, exportId)
  if (!found) return refuse('notFound')
  const key = { accountId: caller.account.id, requestId, call: 'reports.exportCancel', content: { exportId } }
  return changeOnce<object, null>(
    context,
    key,
    async () => ({}),
    async (tx, _prepared, at) => {
      const canceled = await changeExport(tx, found, { state: 'canceled' })
      if (!canceled) return refuse('stateForbids')
      const { merchantId, path } = caller
      const about = { merchantId, pathId: path.id, targetName: path.name, action: 'exportCanceled' }
      const changes = [{ field: 'export', label: '导出文件', before: canceled.fileName, after: null }]
      await logAction(tx, caller, { ...about, changes }, at)
      tx.afterCommit(() => tellExport(context.live, canceled))
      return null
    },
  )
}

/** Authority is checked again: permissions and downline may have changed since the file was written. */
async function mayFetch(context: ExportContext, caller: Caller, found: ExportRecord): Promise<Refusal | undefined> {
  const list: Endpoint | undefined = ENDPOINTS.find(({ id }) => id === found.list)
  const holder = { signedIn: true, isSubAccount: caller.isSub, permissionIds: caller.permissionIds }
  const reach = list ? reachOf(list, holder) : 'none'
  if (!list || reach === 'none') return refuse('noPermission')
  return scopePaths(context, list, found.input, { caller: { ...caller, reach, targets: new Map() } })
}

/** The file, or the missing part of a broken download (RFC 9110, 14). */
export async function sendFile(
  context: ExportContext,
  { caller, request, reply }: Pick<Call<Caller>, 'caller' | 'request' | 'reply'>,
  exportId: number,
): Promise<FileAnswer | Refusal | typeof alreadySent> {
  const found = await ownExport(context, caller, exportId)
  if (!found) return refuse('notFound')
  const refused = await mayFetch(context, caller, found)
  if (refused) return refused
  if (found.state !== 'ready') return refuse('stateForbids')
  const size = await context.files.sizeOf(found)
  if (size === undefined) return refuse('notFound')
  const etag = `"${found.merchantId}-${found.id}-${size}"`
  const ifRange = request.headers['if-range']
  const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined
  const range = rangeOf(asked, size)
  // A range counts bytes of the stored file, so the response must not be compressed on its way.
  reply.header('accept-ranges', 'bytes').header('etag', etag).header('content-encoding', 'identity')
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${size}`).send()
    return alreadySent
  }
  if (range === undefined) {
    reply.header('content-length', String(size))
    return fileAnswer(context, found)
  }
  const { start, end } = range
  reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', String(end - start + 1))
  return fileAnswer(context, found, range)
}
