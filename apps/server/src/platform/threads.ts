import { execFileSync } from 'node:child_process'
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
  readonly maxOfOne?: number
  /** A task that takes longer, waiting not counted, ends with its thread. */
  readonly timeLimitMs: number
  /**
   * Threads are told to run in the background. Where nobody leaves them anything, a task that is not done after `lateMs` is
   * begun again in a thread that is one of equals, as all are for `equalMs` from then on. Only for tasks that may run twice.
   */
  readonly background?: { readonly lateMs: number; readonly equalMs: number }
}

/** What a thread of a pool finds as its workerData. */
export interface ThreadSetup {
  readonly isBackground: boolean
}

interface Waiting {
  readonly task: ThreadTask
  readonly by: number | undefined
  readonly resolve: (output: unknown) => void
  readonly reject: (reason: Error) => void
}

interface Thread {
  readonly worker: Worker
  readonly isBackground: boolean
  running: Waiting | null
  timer: NodeJS.Timeout | undefined
}

/** A few threads for work that would hold up the server's loop. Threads start when first needed and are kept. */
export class ThreadPool<In, Out> {
  readonly #options: ThreadPoolOptions
  readonly #threads = new Set<Thread>()
  readonly #waiting: Waiting[] = []
  #nextId = 1
  /** On the clock of performance.now(). */
  #equalUntil = 0
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
    const { maxOfOne = Number.POSITIVE_INFINITY } = this.#options
    const hasMax = by !== undefined && this.#countOf(by) >= maxOfOne
    if (this.#closed || this.isFull || hasMax) return Promise.reject(new ThreadsBusy())
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
    if (this.#waiting.length === 0) return
    const thread = this.#idle() ?? (this.#threads.size < this.#options.size ? this.#open() : undefined)
    const next = thread && this.#waiting.shift()
    if (!thread || !next) return
    thread.running = next
    const { background, timeLimitMs } = this.#options
    thread.timer =
      thread.isBackground && background
        ? setTimeout(() => this.#beginAnew(thread, next), background.lateMs)
        : setTimeout(() => void this.#end(thread, new ThreadsBusy()), timeLimitMs)
    thread.worker.ref()
    thread.worker.postMessage(next.task)
  }

  get #isBackground(): boolean {
    return this.#options.background !== undefined && performance.now() >= this.#equalUntil
  }

  /** A thread with nothing to do; one that is not of the kind wanted now makes room for one that is. */
  #idle(): Thread | undefined {
    for (const thread of this.#threads) {
      if (thread.running !== null) continue
      if (thread.isBackground === this.#isBackground) return thread
      void this.#end(thread, new ThreadsBusy())
    }
    return undefined
  }

  /** The late thread is left to itself: what it works at may end before it does. */
  #beginAnew(thread: Thread, late: Waiting): void {
    this.#equalUntil = performance.now() + (this.#options.background?.equalMs ?? 0)
    thread.running = null
    this.#waiting.unshift(late)
    void this.#end(thread, new ThreadsBusy())
    this.#start()
  }

  #open(): Thread {
    const isBackground = this.#isBackground
    const worker = new Worker(this.#options.script, { workerData: { isBackground } satisfies ThreadSetup })
    const thread: Thread = { worker, isBackground, running: null, timer: undefined }
    this.#threads.add(thread)
    worker.on('message', (answer: ThreadAnswer) => {
      if (!this.#threads.has(thread)) return
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
  const thread = ownThread()
  if (thread === undefined) return
  try {
    setPriority(thread, nice)
  } catch {
    // Where that is not allowed it goes on as one of equals.
  }
}

/**
 * Leaves the processors to whatever else wants them: the thread that calls this gets what is left over. More than a priority:
 * Linux takes a processor with nothing but such work for a free one and puts others there at once.
 */
export function runInBackground(): void {
  const thread = ownThread()
  if (thread === undefined) return
  try {
    execFileSync('chrt', ['-i', '-p', '0', String(thread)], { stdio: 'ignore', timeout: 5_000 })
  } catch {
    // Without the tool it keeps its priority.
  }
}

/** The kernel's number of the thread that calls this; undefined where it has none of its own, or /proc does not tell. */
function ownThread(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const [owner, , thread] = readlinkSync('/proc/thread-self').split('/')
    return Number(owner) === process.pid ? Number(thread) : undefined
  } catch {
    return undefined
  }
}
