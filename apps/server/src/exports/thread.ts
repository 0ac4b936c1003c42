import { parentPort, Worker } from 'node:worker_threads'
import { loadDayStarts } from '../access/platform-settings.ts'
import { createPool } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { type FileWish, type Progress, type Written, writeExport } from './files/write-export.ts'
import { type ListedSource, loadSource } from './source.ts'

interface Task {
  readonly url: string
  readonly wish: FileWish
}

type Message =
  | { readonly kind: 'counted'; readonly total: number }
  | { readonly kind: 'written'; readonly rows: number }
  | { readonly kind: 'done'; readonly written: Written }
  | { readonly kind: 'refused'; readonly refusal: Pick<Refusal, 'name' | 'details'> }

/** Memory limits: a list of a million rows is read and written a thousand rows at a time. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }
const SAID_EVERY_MS = 200

const isTask = (message: unknown): message is Task =>
  typeof message === 'object' && message !== null && 'wish' in message

async function writeTask(sources: readonly ListedSource[], { url, wish }: Task, say: (message: Message) => void) {
  const source = await loadSource(sources, wish.list)
  if (!source) throw new Error(`no export source for ${wish.list}`)
  const pool = createPool({ url, max: 1, applicationName: 'strata-export' })
  let saidAt = 0
  try {
    await loadDayStarts(pool)
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

/**
 * The thread's side: reads, writes and compresses one file at a time, each with its own database connection, so
 * that the server's event loop is never blocked. An unexpected error ends the thread.
 */
export function serveInThread(sources: readonly ListedSource[]): void {
  const say = (message: Message): void => parentPort?.postMessage(message)
  parentPort?.on('message', (message: unknown) => {
    if (!isTask(message)) return
    writeTask(sources, message, say).catch((error: unknown) => {
      setImmediate(() => {
        throw error
      })
    })
  })
}

/** Thrown when the writing was aborted. */
export class CalledOff extends Error {
  override name = 'CalledOff'
}

/** How long an idle thread is reused: most exports are short, and starting a thread takes longer than they do. */
const IDLE_MS = 10 * 60_000

/** The server's side. Each file has a thread to itself while it is written. */
export class WriterThreads {
  readonly #script: URL
  #idle: Worker | undefined
  #retiring: NodeJS.Timeout | undefined

  constructor(script: URL) {
    this.#script = script
  }

  /** Throws CalledOff after `signal` was aborted; the caller must remove the partial file. */
  async write(task: Task, progress: Progress, signal: AbortSignal): Promise<Written | Refusal> {
    if (signal.aborted) throw new CalledOff()
    const thread = this.#take()
    try {
      const written = await ask(thread, task, progress, signal)
      this.#keep(thread)
      return written
    } catch (error) {
      await thread.terminate()
      throw error
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#retiring)
    await this.#idle?.terminate()
  }

  #take(): Worker {
    const idle = this.#idle
    clearTimeout(this.#retiring)
    this.#idle = undefined
    return idle ?? new Worker(this.#script, { resourceLimits: LIMITS })
  }

  #keep(thread: Worker): void {
    if (this.#idle) return void thread.terminate()
    // The thread must not keep the process alive.
    thread.unref()
    this.#idle = thread
    this.#retiring = setTimeout(() => void this.#take().terminate(), IDLE_MS).unref()
  }
}

function ask(thread: Worker, task: Task, progress: Progress, signal: AbortSignal): Promise<Written | Refusal> {
  const listening = new AbortController()
  return new Promise<Written | Refusal>((resolve, reject) => {
    const callOff = (): void => reject(new CalledOff())
    signal.addEventListener('abort', callOff, { once: true, signal: listening.signal })
    const on = {
      message: (message: Message): void => {
        if (message.kind === 'counted') progress.counted(message.total)
        else if (message.kind === 'written') progress.written(message.rows)
        else if (message.kind === 'done') resolve(message.written)
        else resolve(new Refusal(message.refusal.name, message.refusal.details))
      },
      error: reject,
      exit: (code: number): void => reject(new Error(`the writing thread ended early (${code})`)),
    }
    thread.ref()
    thread.on('message', on.message).on('error', on.error).on('exit', on.exit)
    listening.signal.addEventListener('abort', () => {
      thread.off('message', on.message).off('error', on.error).off('exit', on.exit)
    })
    thread.postMessage(task)
  }).finally(() => listening.abort())
}
