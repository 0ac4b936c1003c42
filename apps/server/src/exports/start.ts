import type { Endpoint } from '@strata/contract/endpoint'
import { logAction } from '../access/audit-log.ts'
import type { Caller } from '../access/session.ts'
import { businessDay } from '../platform/business-day.ts'
import { runTx } from '../platform/db.ts'
import { type Call, ExportStarted, FileAnswer } from '../platform/endpoint.ts'
import { addJob } from '../platform/jobs.ts'
import { badField, Refusal, refuse } from '../platform/refusal.ts'
import { type ExportContext, fileLastsMs, MAX_BYTES, MAX_UNFINISHED, WAIT_MS } from './context.ts'
import { FORMATS, type Format } from './files/writer.ts'
import { type ExportSource, loadSource } from './source.ts'
import { type ExportRecord, findExport, insertExport } from './store.ts'

export const EXPORT_TASK = 'exports:write'
/** Two queues, so that a short list never waits for a long one. */
const QUEUES = { short: 'exports:short', long: 'exports:long' } as const

interface ListInput {
  readonly export: Format
  readonly from?: string
  readonly to?: string
  readonly date?: string
}

/** 注单明细_2026-11-20至2026-11-21.xlsx; without a range, the day of the request. */
export function fileNameOf(title: string, input: ListInput, now: number): string {
  const { from = input.date, to = input.date } = input
  const range = from && to && from !== to ? `${from}至${to}` : (from ?? to ?? businessDay(now))
  return `${title}_${range}.${input.export}`
}

/** Opens the list as the job will, so that refusals are returned at once. Returns whether it is long. */
async function judge(context: ExportContext, source: ExportSource, input: unknown, caller: Caller) {
  const now = context.clock()
  const pool = source.onReplica ? context.replica : context.pool
  return runTx(pool, { readOnly: true, retries: 0 }, async (tx) => {
    const list = await source.open(tx, { caller, input, now })
    return list instanceof Refusal ? list : { isLong: await list.isLong() }
  })
}

async function isDone(context: ExportContext, { merchantId, id }: ExportRecord): Promise<ExportRecord | undefined> {
  const found = await findExport(context.pool, merchantId, id)
  return found && found.state !== 'waiting' && found.state !== 'running' ? found : undefined
}

/** The finished export, or undefined when that takes too long. */
function finished(context: ExportContext, made: ExportRecord): Promise<ExportRecord | undefined> {
  const { live, waitMs = WAIT_MS } = context
  return new Promise((resolve, reject) => {
    const look = (then: (found: ExportRecord | undefined) => void): void =>
      void isDone(context, made).then(then, reject)
    const end = (found: ExportRecord | undefined): void => {
      clearTimeout(timer)
      unsubscribe()
      resolve(found)
    }
    const timer = setTimeout(() => look(end), waitMs)
    const unsubscribe = live.subscribe(({ type, key, merchantId }) => {
      if (type === 'export' && merchantId === made.merchantId && key === String(made.id))
        look((found) => (found ? end(found) : undefined))
    })
    // It may have finished before the listener was added.
    look((found) => (found ? end(found) : undefined))
  })
}

export const fileAnswer = async (
  { files }: ExportContext,
  found: ExportRecord,
  range?: { readonly start: number; readonly end: number },
): Promise<FileAnswer> => new FileAnswer(found.fileName, FORMATS[found.format], await files.read(found, range))

/** Stores the request and waits a little: a file that is ready by then is sent as the answer of the same call. */
export async function startExport(
  context: ExportContext,
  input: unknown,
  { caller, endpoint, reply }: Pick<Call<Caller>, 'caller' | 'reply'> & { endpoint: Endpoint },
): Promise<FileAnswer | ExportStarted | Refusal> {
  const source = await loadSource(context.sources, endpoint.id)
  if (!source) return badField('export', '该列表暂不支持导出')
  const judged = await judge(context, source, input, caller)
  if (judged instanceof Refusal) return judged
  const now = context.clock()
  const { merchantId, account, path, roleType } = caller
  const wish = {
    merchantId,
    accountId: account.id,
    pathId: path.id,
    roleType,
    list: endpoint.id,
    input: input as Record<string, unknown>,
    fileName: fileNameOf(source.title, input as ListInput, now),
    format: (input as ListInput).export,
    total: null,
    createdAt: now,
    expiresAt: now + (await fileLastsMs(context.pool)),
  }
  const made = await runTx(context.pool, {}, async (tx) => {
    const found = await insertExport(tx, wish, { unfinished: MAX_UNFINISHED, bytes: MAX_BYTES })
    if (found) {
      const changes = [{ field: 'export', label: source.title, before: null, after: wish.fileName }]
      const about = { merchantId, pathId: path.id, targetName: path.name }
      await logAction(tx, caller, { ...about, action: 'export', changes }, now)
    }
    const queue = judged.isLong ? QUEUES.long : QUEUES.short
    if (found) await addJob(tx, EXPORT_TASK, { merchantId, id: found.id }, { queue, maxAttempts: 5 })
    return found
  })
  if (!made) return refuse('exportsUnfinished', { most: MAX_UNFINISHED })
  const done = await finished(context, made)
  if (!done) return new ExportStarted(made.id)
  if (done.state !== 'ready') return refuse(done.state === 'canceled' ? 'stateForbids' : 'internal')
  reply.header('content-encoding', 'identity').header('content-length', String(done.bytes))
  return fileAnswer(context, done)
}
