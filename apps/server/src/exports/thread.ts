import { parentPort, Worker, workerData } from 'node:worker_threads'
import { createPool } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { ExportSource } from './source.ts'
import { type FileWish, type Progress, type Written, writeExport } from './write-export.ts'

interface Task {
  readonly url: string
  readonly wish: FileWish
}

type Message =
  | { readonly kind: 'counted'; readonly total: number }
  | { readonly kind: 'written'; readonly rows: number }
  | { readonly kind: 'done'; readonly written: Written }
  | { readonly kind: 'refused'; readonly refusal: Pick<Refusal, 'name' | 'details'> }

/** A list of a million rows is read, written and forgotten a thousand rows at a time. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }
const SAID_EVERY_MS = 200

/** The thread's side: reads, writes and packs one file on a connection of its own, so that the server's loop never waits. */
export async function runInThread(sources: readonly ExportSource[]): Promise<void> {
  const { url, wish } = workerData as Task
  const source = sources.find(({ id }) => id === wish.list)
  if (!source) throw new Error(`no source for ${wish.list}`)
  const say = (message: Message): void => parentPort?.postMessage(message)
  const pool = createPool({ url, max: 1, applicationName: 'strata-export' })
  let saidAt = 0
  try {
    const written = await writeExport(pool, source, wish, {
      counted: (total) => say({ kind: 'counted', total }),
      written: (rows) => {
        const now = performance.now()
        if (now - saidAt < SAID_EVERY_MS) return
        saidAt = now
        say({ kind: 'written', rows })
      },
    })
    if (written instanceof Refusal) say({ kind: 'refused', refusal: { name: written.name, details: written.details } })
    else say({ kind: 'done', written })
  } finally {
    await pool.end()
  }
}

/** Thrown out of a writing that was called off. */
export class CalledOff extends Error {
  override name = 'CalledOff'
}

/** Writes one file in a thread of its own. Throws CalledOff when `signal` says so; the half file is the caller's to remove. */
export function writeInThread(
  script: URL,
  task: Task,
  progress: Progress,
  signal: AbortSignal,
): Promise<Written | Refusal> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new CalledOff())
    const thread = new Worker(script, { workerData: task, resourceLimits: LIMITS })
    const callOff = (): void => {
      reject(new CalledOff())
      void thread.terminate()
    }
    signal.addEventListener('abort', callOff, { once: true })
    thread.on('message', (message: Message) => {
      if (message.kind === 'counted') progress.counted(message.total)
      else if (message.kind === 'written') progress.written(message.rows)
      else if (message.kind === 'done') resolve(message.written)
      else resolve(new Refusal(message.refusal.name, message.refusal.details))
    })
    thread.once('error', reject)
    thread.once('exit', (code) => {
      signal.removeEventListener('abort', callOff)
      reject(new Error(`the writing thread ended early (${code})`))
    })
  })
}
