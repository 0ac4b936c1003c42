import type { Endpoint } from '@strata/contract/endpoint'
import { ENDPOINTS } from '@strata/contract/endpoints'
import { named } from '@strata/contract/fields'
import type { MerchantId } from '@strata/domain/ids'
import { z } from 'zod'
import { actingCaller } from '../access/session.ts'
import { addJob } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { Refusal } from '../platform/refusal.ts'
import { type ExportContext, fileLastsMs, tellExport } from './context.ts'
import { keyOf } from './files/export-store.ts'
import type { FileWish, Progress, Written } from './files/write-export.ts'
import { loadSource } from './source.ts'
import { EXPORT_TASK } from './start.ts'
import { beginExport, changeExport, deleteExpired, type ExportRecord, knownExports } from './store.ts'
import { CalledOff, WriterThreads } from './thread.ts'

const SAVED_EVERY_MS = 400
const SWEPT_EVERY_MS = 10 * 60_000
/** An export that was started this often without finishing is marked as failed. */
const MAX_TRIES = 3
const AGAIN_MS = 2_000

const payload = z.object({ merchantId: named<MerchantId>(z.int()), id: z.int() })

/** Writes one file; tests run it in their own thread. */
export type WriteFile = (wish: FileWish, progress: Progress, signal: AbortSignal) => Promise<Written | Refusal>

/** Writes in a thread of its own, with a database connection of its own. */
export const threadedWriter =
  (
    threads: WriterThreads,
    { pool, replica, sources }: Pick<ExportContext, 'pool' | 'replica' | 'sources'>,
  ): WriteFile =>
  async (wish, progress, signal) => {
    const source = await loadSource(sources, wish.list)
    const url = String((source?.onReplica ? replica : pool).options.connectionString)
    return threads.write({ url, wish }, progress, signal)
  }

/** Saves and announces the progress of an export at intervals; aborts the writing after somebody has canceled it. */
function follow(context: ExportContext, found: ExportRecord, cancel: AbortController) {
  let rows = 0
  let total: number | undefined
  let saving: Promise<void> = Promise.resolve()
  let savedAt = 0
  const save = async (): Promise<void> => {
    const saved = await changeExport(context.pool, found, { written: rows, ...(total === undefined ? {} : { total }) })
    if (saved) tellExport(context.live, saved)
    else cancel.abort()
  }
  const now = (): void => {
    if (performance.now() - savedAt < SAVED_EVERY_MS) return
    savedAt = performance.now()
    // A progress that cannot be saved must not fail the export: its result is saved at the end.
    saving = saving.then(save).catch(() => undefined)
  }
  const progress: Progress = {
    counted: (count) => {
      total = count
      now()
    },
    written: (count) => {
      rows = count
      now()
    },
  }
  return { progress, saved: () => saving }
}

async function endAs(context: ExportContext, found: ExportRecord, change: Parameters<typeof changeExport>[2]) {
  const ended = await changeExport(context.pool, found, change)
  if (ended) tellExport(context.live, ended)
  return ended
}

async function writeOne(context: ExportContext, found: ExportRecord, write: WriteFile, cancel: AbortController) {
  const { files, clock } = context
  const endpoint: Endpoint | undefined = ENDPOINTS.find(({ id }) => id === found.list)
  const caller = endpoint && (await actingCaller(context, found, endpoint, found.input))
  if (!caller || caller instanceof Refusal) return endAs(context, found, { state: 'failed' })
  const { list, input, format, createdAt: now } = found
  const { progress, saved } = follow(context, found, cancel)
  await files.prepare()
  const wish = { list, caller, input, now, format, path: files.partOf(found) }
  const written = await write(wish, progress, cancel.signal)
  await saved()
  if (written instanceof Refusal) return endAs(context, found, { state: 'failed' })
  const { rows, bytes } = written
  await files.publish(found)
  const expiresAt = clock() + (await fileLastsMs(context.pool))
  return endAs(context, found, { state: 'ready', written: rows, total: rows, bytes, expiresAt })
}

/** A file that cannot be removed now goes when its row is gone: the sweep removes it. */
const discard = ({ files }: ExportContext, found: ExportRecord): Promise<void> =>
  files.remove(found).catch(() => undefined)

/**
 * Runs an export from waiting to its end. An interrupted one starts from the beginning, because its snapshot is
 * gone. Throws, so that the job runs again, until it was tried often enough.
 */
export async function runExport(
  context: ExportContext,
  key: { readonly merchantId: MerchantId; readonly id: number },
  write: WriteFile,
  stopping?: AbortSignal,
): Promise<'done' | 'stopped'> {
  const found = await beginExport(context.pool, key)
  if (!found) return 'done'
  const cancel = new AbortController()
  const stop = (): void => cancel.abort()
  if (stopping?.aborted) stop()
  stopping?.addEventListener('abort', stop, { once: true })
  try {
    if (!(await writeOne(context, found, write, cancel))) await discard(context, found)
    return 'done'
  } catch (error) {
    await discard(context, found)
    if (stopping?.aborted) {
      // The process is stopping: the try does not count, and the next process starts the export again.
      await changeExport(context.pool, found, { state: 'waiting', tries: found.tries - 1 })
      return 'stopped'
    }
    if (error instanceof CalledOff) return 'done'
    if (found.tries < MAX_TRIES) throw error
    await endAs(context, found, { state: 'failed' })
    return 'done'
  } finally {
    stopping?.removeEventListener('abort', stop)
  }
}

/** Deletes expired exports, and removes files without a row. */
export async function sweepExports({ pool, files, clock }: ExportContext): Promise<void> {
  const now = clock()
  await deleteExpired(pool, now)
  await files.sweep(now, async (keys) => {
    const known = await knownExports(pool, keys)
    return new Set(known.map(keyOf))
  })
}

/** `script`: the file that starts the writing thread; it must know the same sources as this context. */
export function exportJobs(platform: Platform, context: ExportContext, script: URL): void {
  const { jobs, log, onStop } = platform
  const stopping = new AbortController()
  const threads = new WriterThreads(script)
  const write = threadedWriter(threads, context)
  jobs.task(EXPORT_TASK, async (given) => {
    const key = payload.parse(given)
    const ended = await runExport(context, key, write, stopping.signal).catch((error: unknown) => {
      log.error({ err: error, export: key.id }, 'an export failed')
      throw error
    })
    if (ended === 'stopped') await addJob(context.pool, EXPORT_TASK, key, { runAtMs: Date.now() + AGAIN_MS })
  })
  jobs.every('exports:sweep', SWEPT_EVERY_MS, () => sweepExports(context))
  onStop(async () => {
    stopping.abort()
    await threads.close()
  })
}
