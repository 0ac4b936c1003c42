import { EventEmitter } from 'node:events'
import { must } from '@strata/domain/must'
import { Logger, type Runner, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { holdErrors, type Pool, type Queryable, withAdvisoryLock } from './db.ts'
import type { Log } from './log.ts'
import { keepBeating, SILENCE_MS, watchedClient, watchedOptions } from './watched-session.ts'

const concurrency = 4
const pollIntervalMs = 500
const graceMs = 10_000
const janitorMs = 5_000
const restartMs = 500

export interface JobSpec {
  /** Epoch milliseconds; default now. */
  readonly runAtMs?: number
  /** A job with the same key that has not begun is replaced. */
  readonly key?: string
  /** Jobs of one queue run one after another. */
  readonly queue?: string
  readonly maxAttempts?: number
}

export type JobHandler = (payload: unknown) => Promise<void>

/** Adds a job in the caller's transaction: it exists only if the transaction commits. */
export async function addJob(on: Queryable, name: string, payload: unknown, spec: JobSpec = {}): Promise<void> {
  const text = `select from graphile_worker.add_job($1, payload => $2::json, queue_name => $3, run_at => $4::timestamptz,
    max_attempts => $5, job_key => $6)`
  const runAt = spec.runAtMs === undefined ? null : new Date(spec.runAtMs)
  const values = [name, JSON.stringify(payload), spec.queue ?? null, runAt, spec.maxAttempts ?? 25, spec.key ?? null]
  await on.query(text, values)
}

/** Creates or updates the job tables. */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: quietLogger(undefined) })
}

function quietLogger(log: Log | undefined): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log?.error({ job: true }, message)
    else if (level === 'warning') log?.warn({ job: true }, message)
    else log?.debug({ job: true }, message)
  })
}

/** The last turn of a loop in this process. */
export interface LoopTurn {
  readonly name: string
  readonly everyMs: number
  readonly beganAt: number
  readonly tookMs: number
  /** Empty: it went well. */
  readonly error: string
}

interface Ticker {
  readonly name: string
  readonly everyMs: number
  readonly work: () => Promise<void>
}

/**
 * Work outside requests. `task` + `addJob`: durable, retried, at least once. `every`: a loop in each process, of which
 * one at a time does the work. Both must be safe to run twice and to stop at any point.
 */
export class Jobs {
  readonly #tasks: Record<string, JobHandler> = {}
  readonly #crons: string[] = []
  readonly #tickers: Ticker[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #busy = new Set<Promise<void>>()
  readonly #turns = new Map<string, LoopTurn>()
  readonly #log: Log
  readonly #pool: Pool
  readonly #url: string
  readonly #silenceMs: number
  #runner: Runner | undefined
  #ownPool: pg.Pool | undefined
  #locks: pg.Pool | undefined
  #sign: WorkerSign | undefined
  #stopBeating = (): void => undefined
  #stopping = false

  /** `silenceMs`: after this time a process that is no longer heard loses its loops and jobs. */
  constructor(options: { log: Log; pool: Pool; url: string; silenceMs?: number }) {
    this.#log = options.log
    this.#pool = options.pool
    this.#url = options.url
    this.#silenceMs = options.silenceMs ?? SILENCE_MS
  }

  /** A named task; call before start. */
  task(name: string, handler: JobHandler): void {
    if (this.#tasks[name]) throw new Error(`task ${name} is registered twice`)
    this.#tasks[name] = handler
  }

  /** Runs a task at fixed times (five-field cron, UTC), once for all processes. */
  cron(pattern: string, name: string): void {
    this.#crons.push(`${pattern} ${name} ?fill=0`)
  }

  /** Repeats `work` with a pause of `everyMs`, only in the process that currently holds the lock. */
  every(name: string, everyMs: number, work: () => Promise<void>): void {
    this.#tickers.push({ name, everyMs, work })
  }

  /** The loops whose last turn was in this process. */
  get turns(): readonly LoopTurn[] {
    return [...this.#turns.values()]
  }

  get isRunning(): boolean {
    return this.#runner !== undefined && !this.#stopping
  }

  async start(): Promise<void> {
    this.#ownPool = holdErrors(
      new pg.Pool({
        connectionString: this.#url,
        max: concurrency + 2,
        application_name: 'strata-jobs',
        query_timeout: this.#silenceMs,
        connectionTimeoutMillis: this.#silenceMs,
        keepAlive: true,
      }),
    )
    // One session has the locks of all loops. Were each loop to hold a connection of the pool for its lock, all that
    // begin together could take every connection, and each would wait for one more.
    this.#locks = holdErrors(
      new pg.Pool({ ...watchedOptions(this.#url, 'strata-loop-locks', this.#silenceMs), max: 1, idleTimeoutMillis: 0 }),
    )
    const locks = this.#locks
    this.#stopBeating = keepBeating(this.#silenceMs, () => locks.query('select 1'))
    const onError = (error: Error): void => this.#log.warn({ err: error }, 'a job connection was lost')
    this.#ownPool.on('error', onError)
    this.#locks.on('error', onError)
    this.#sign = new WorkerSign(this.#url, this.#log, this.#silenceMs)
    await this.#sign.open()
    await this.#unlockDead()
    await this.#run()
    for (const ticker of this.#tickers) this.#schedule(ticker, 0)
    this.#schedule({ name: 'jobs:janitor', everyMs: janitorMs, work: () => this.#unlockDead() }, janitorMs)
  }

  /** A runner ends when it cannot record the end of a job, for example when the database dies while a job runs. */
  async #run(): Promise<void> {
    const events: WorkerEvents = new EventEmitter()
    events.on('worker:create', ({ worker }) => this.#sign?.add(worker.workerId))
    const taskList: TaskList = {}
    for (const [name, handler] of Object.entries(this.#tasks)) taskList[name] = async (payload) => handler(payload)
    const runner = await run({
      // Without a delay the library writes down how a job ended with nobody waiting for it: a lost connection would end
      // the process.
      preset: { worker: { failJobBatchDelay: 0, completeJobBatchDelay: 0 } },
      pgPool: must(this.#ownPool, 'the pool of the jobs'),
      taskList,
      crontab: this.#crons.join('\n'),
      concurrency,
      pollInterval: pollIntervalMs,
      noHandleSignals: true,
      logger: quietLogger(this.#log),
      events,
    })
    this.#runner = runner
    runner.promise
      .catch((error: Error) => this.#log.warn({ err: error }, 'the job runner has ended'))
      .then(() => this.#runAgain())
      .catch((error: Error) => this.#log.error({ err: error }, 'the job runner was not started again'))
  }

  /** Starts another runner as soon as the database answers. The janitor frees the jobs of the ended runner. */
  async #runAgain(): Promise<void> {
    if (this.#stopping) return
    this.#runner = undefined
    this.#sign?.removeAll()
    while (!this.#stopping) {
      await new Promise((resolve) => setTimeout(resolve, restartMs))
      try {
        if (!this.#stopping) await this.#run()
        return
      } catch (error) {
        this.#log.warn({ err: error }, 'the job runner could not start')
      }
    }
  }

  /** Finishes running jobs and takes no new ones. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.allSettled(this.#busy)
    await this.#runner?.stop().catch((error: Error) => this.#log.warn({ err: error }, 'jobs did not stop cleanly'))
    await this.#sign?.close()
    await this.#ownPool?.end()
    this.#stopBeating()
    await this.#locks?.end()
  }

  #schedule(ticker: Ticker, waitMs: number): void {
    if (this.#stopping) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const work = this.#tick(ticker).finally(() => {
        this.#busy.delete(work)
        this.#schedule(ticker, ticker.everyMs)
      })
      this.#busy.add(work)
    }, waitMs)
    this.#timers.add(timer)
  }

  async #tick(ticker: Ticker): Promise<void> {
    try {
      await withAdvisoryLock(must(this.#locks, 'the locks of the loops'), `strata:tick:${ticker.name}`, () =>
        this.#turn(ticker),
      )
    } catch (error) {
      this.#log.error({ err: error, ticker: ticker.name }, 'a repeated job failed')
    }
  }

  async #turn({ name, everyMs, work }: Ticker): Promise<void> {
    const [beganAt, began] = [Date.now(), performance.now()]
    const note = (error: string): void => {
      this.#turns.set(name, { name, everyMs, beganAt, tookMs: Math.round(performance.now() - began), error })
    }
    try {
      await work()
      note('')
    } catch (error) {
      note(error instanceof Error ? error.message.slice(0, 200) : 'unknown')
      throw error
    }
  }

  /**
   * Frees jobs whose worker was killed, which shows by its missing advisory lock. Otherwise they would wait four hours.
   */
  async #unlockDead(): Promise<void> {
    const text = `
      select locked_by as worker, pg_try_advisory_lock(hashtextextended('strata:worker:' || locked_by, 0)) as dead
        from (select distinct locked_by from graphile_worker._private_jobs
               where locked_at < now() - make_interval(secs => $1) and locked_by is not null) l`
    const client = await this.#pool.connect()
    try {
      const found = await client.query<{ worker: string; dead: boolean }>(text, [graceMs / 1000])
      const dead = found.rows.filter((line) => line.dead).map((line) => line.worker)
      if (dead.length > 0) await client.query('select graphile_worker.force_unlock_workers($1)', [dead])
      for (const worker of dead) {
        await client.query(`select pg_advisory_unlock(hashtextextended('strata:worker:' || $1, 0))`, [worker])
      }
      client.release()
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
}

/** Holds one advisory lock per worker of this process while the process lives. */
class WorkerSign {
  readonly #url: string
  readonly #log: Log
  readonly #silenceMs: number
  readonly #workers = new Set<string>()
  #client: pg.Client | undefined
  #closed = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(url: string, log: Log, silenceMs: number) {
    this.#url = url
    this.#log = log
    this.#silenceMs = silenceMs
  }

  async open(): Promise<void> {
    const client = await watchedClient(this.#url, 'strata-worker-sign', { silenceMs: this.#silenceMs })
    this.#client = client
    client.once('end', () => void this.#reopen())
    for (const worker of this.#workers) this.#lock(worker)
    await this.#last
  }

  add(worker: string): void {
    this.#workers.add(worker)
    this.#lock(worker)
  }

  /** Call it when the workers have ended: other processes may then free their jobs. */
  removeAll(): void {
    const text = `select pg_advisory_unlock(hashtextextended('strata:worker:' || $1, 0))`
    for (const worker of this.#workers) this.#queue(text, worker)
    this.#workers.clear()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end().catch(() => undefined)
  }

  #lock(worker: string): void {
    this.#queue(`select pg_try_advisory_lock(hashtextextended('strata:worker:' || $1, 0))`, worker)
  }

  /** Runs one statement after another, because a client takes only one at a time. */
  #queue(text: string, worker: string): void {
    this.#last = this.#last
      .then(() => this.#client?.query(text, [worker]))
      .catch((error: Error) => this.#log.warn({ err: error }, 'a worker could not be signed'))
  }

  async #reopen(): Promise<void> {
    while (!this.#closed) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      try {
        if (!this.#closed) await this.open()
        return
      } catch {
        this.#log.warn('the database is not there yet')
      }
    }
  }
}
