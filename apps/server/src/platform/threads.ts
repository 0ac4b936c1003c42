import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

/** The pool has as much waiting as it takes, or a task took longer than it may. Whoever asked is told to come back. */
export class ThreadsBusy extends Error {
  override name = 'ThreadsBusy'
}

/** What a thread is sent, and what it answers. */
export interface ThreadTask {
  readonly id: number
  readonly input: unknown
}
export type ThreadAnswer =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failed: string }

export interface ThreadPoolOptions {
  /** Runs in each thread: takes a ThreadTask message, answers with a ThreadAnswer. */
  readonly script: URL
  readonly size: number
  /** Tasks that may wait for a thread; one more is refused. */
  readonly maxWaiting: number
  /** Unfinished tasks of one caller; one more of its own is refused. Absent: as many as wait. */
  readonly mostOfOne?: number
  /** A task that takes longer, waiting not counted, ends with its thread. */
  readonly timeLimitMs: number
}

interface Waiting {
  readonly task: ThreadTask
  readonly by: number | undefined
  readonly resolve: (output: unknown) => void
  readonly reject: (reason: Error) => void
}

interface Thread {
  readonly worker: Worker
  running: Waiting | null
  timer: NodeJS.Timeout | undefined
}

/** A few threads for work that would hold up the server's loop. Threads start when first needed and are kept. */
export class ThreadPool<In, Out> {
  readonly #options: ThreadPoolOptions
  readonly #threads = new Set<Thread>()
  readonly #waiting: Waiting[] = []
  #nextId = 1
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
  }

  /** So much waits that one more would be refused. */
  get isFull(): boolean {
    return this.#waiting.length >= this.#options.maxWaiting
  }

  /** Throws ThreadsBusy when too much waits already, in all or `by` one caller, or the task takes too long. */
  run(input: In, by?: number): Promise<Out> {
    const { mostOfOne = Number.POSITIVE_INFINITY } = this.#options
    const hasMost = by !== undefined && this.#countOf(by) >= mostOfOne
    if (this.#closed || this.isFull || hasMost) return Promise.reject(new ThreadsBusy())
    return new Promise<Out>((resolve, reject) => {
      const task = { id: this.#nextId++, input }
      this.#waiting.push({ task, by, resolve: resolve as (output: unknown) => void, reject })
      this.#start()
    })
  }

  /** Ends all threads; what still runs or waits is refused. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new ThreadsBusy())
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, new ThreadsBusy())))
  }

  #countOf(by: number): number {
    const running = [...this.#threads].filter((thread) => thread.running?.by === by)
    return running.length + this.#waiting.filter((waiting) => waiting.by === by).length
  }

  #start(): void {
    const idle = [...this.#threads].find(({ running }) => running === null)
    const thread = idle ?? (this.#threads.size < this.#options.size ? this.#open() : undefined)
    const next = thread && this.#waiting.shift()
    if (!thread || !next) return
    thread.running = next
    thread.timer = setTimeout(() => void this.#end(thread, new ThreadsBusy()), this.#options.timeLimitMs)
    thread.worker.ref()
    thread.worker.postMessage(next.task)
  }

  #open(): Thread {
    const worker = new Worker(this.#options.script)
    const thread: Thread = { worker, running: null, timer: undefined }
    this.#threads.add(thread)
    worker.on('message', (answer: ThreadAnswer) => {
      const { running } = thread
      clearTimeout(thread.timer)
      thread.running = null
      // An idle thread keeps nobody from ending.
      worker.unref()
      if ('failed' in answer) running?.reject(new Error(answer.failed))
      else running?.resolve(answer.output)
      this.#start()
    })
    worker.on('error', (error) => void this.#end(thread, error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => void this.#end(thread, new Error('the thread ended early')))
    return thread
  }

  async #end(thread: Thread, reason: Error): Promise<void> {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.timer)
    thread.running?.reject(reason)
    thread.running = null
    await thread.worker.terminate()
    if (!this.#closed && this.#waiting.length > 0) this.#start()
  }
}

/**
 * Lets whatever else wants a processor go before the thread that calls this; the rest of the process is not touched.
 * `nice`: 1 a little to 19 as far as possible. Only Linux has priorities of threads: elsewhere all stay equal.
 */
export function stepBack(nice: number): void {
  if (process.platform !== 'linux') return
  try {
    const [owner, , thread] = readlinkSync('/proc/thread-self').split('/')
    if (Number(owner) === process.pid) setPriority(Number(thread), nice)
  } catch {
    // Without /proc nobody can say which thread this is: it goes on as one of equals.
  }
}
