import { execFileSync } from 'node:child_process'
import { readlinkSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Too many tasks wait, or a task took too long. The caller should try again later. */
export class ThreadsBusy extends Error {
  override name = 'ThreadsBusy'
}

/** A message to a thread, and its answer. */
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
  /** Max. waiting tasks; more are refused. */
  readonly maxWaiting: number
  /** Max. unfinished tasks of one caller; more are refused. Absent: only `maxWaiting` counts. */
  readonly maxOfOne?: number
  /** A task that runs longer ends with its thread. Waiting does not count. */
  readonly timeLimitMs: number
  /**
   * Runs the threads in the background, on processor time that nothing else needs. A task that is not done after
   * `lateMs` starts again in a thread of normal priority; for `equalMs` from then on all threads have it. Only for
   * tasks that may run twice.
   */
  readonly background?: { readonly lateMs: number; readonly equalMs: number }
}

/** The workerData of a thread. */
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

/** A few threads for work that would block the server's event loop. Threads start on first use and stay. */
export class ThreadPool<In, Out> {
  readonly #options: ThreadPoolOptions
  readonly #threads = new Set<Thread>()
  readonly #waiting: Waiting[] = []
  #nextId = 1
  /** Until when threads have normal priority, by performance.now(). */
  #equalUntil = 0
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
  }

  /** True: one more task would be refused. */
  get isFull(): boolean {
    return this.#waiting.length >= this.#options.maxWaiting
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Throws ThreadsBusy when too many tasks wait, in total or of caller `by`, or when the task takes too long. */
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

  /** Ends all threads. Running and waiting tasks are refused. */
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

  /** An idle thread of the kind that is wanted now. One of the other kind is ended to make room. */
  #idle(): Thread | undefined {
    for (const thread of this.#threads) {
      if (thread.running !== null) continue
      if (thread.isBackground === this.#isBackground) return thread
      void this.#end(thread, new ThreadsBusy())
    }
    return undefined
  }

  /** Starts a late task again and ends its thread. The old run may still finish before the thread ends; it is ignored. */
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
      // An idle thread must not keep the process alive.
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
 * Lowers the priority of the calling thread only. `nice`: 1 (a little) to 19 (as far as possible). Only Linux has
 * priorities of threads; elsewhere nothing changes.
 */
export function stepBack(nice: number): void {
  const thread = ownThread()
  if (thread === undefined) return
  try {
    setPriority(thread, nice)
  } catch {
    // Where this is not allowed, the thread keeps its priority.
  }
}

/**
 * Lowers the priority of another process of this machine, `nice` as above. Where Linux shares processor time between
 * sessions first, a process that leads a session (each backend of PostgreSQL does) has its share there.
 */
export function stepBackProcess(pid: number | null, nice: number): void {
  if (pid === null || process.platform !== 'linux') return
  try {
    setPriority(pid, nice)
    writeFileSync(`/proc/${pid}/autogroup`, String(nice))
  } catch {
    // Where this is not allowed, the process keeps its priority.
  }
}

/**
 * Runs the calling thread only on processor time that nothing else needs. This is stronger than a priority: Linux
 * treats a processor with only such work as free and gives it to other threads at once.
 */
export function runInBackground(): void {
  const thread = ownThread()
  if (thread === undefined) return
  try {
    execFileSync('chrt', ['-i', '-p', '0', String(thread)], { stdio: 'ignore', timeout: 5_000 })
  } catch {
    // Without the tool the thread keeps its priority.
  }
}

/** The kernel's id of the calling thread. Undefined when it has none of its own or /proc is missing. */
function ownThread(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const [owner, , thread] = readlinkSync('/proc/thread-self').split('/')
    return Number(owner) === process.pid ? Number(thread) : undefined
  } catch {
    return undefined
  }
}
