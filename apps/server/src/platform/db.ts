import { Duplex } from 'node:stream'
import pg from 'pg'
import type { StatementWatch } from './slow-statements.ts'
import { stepBackProcess } from './threads.ts'

type Note = (query: string | { readonly text?: string; readonly values?: unknown[] }, values?: unknown) => void

/**
 * Collects the distinct texts of all SQL that recorded pools send, for the checks of merchant scope and table owners.
 */
export interface StatementRecorder {
  readonly texts: Set<string>
  /** Files under apps/server/src that sent a text, the innermost one outside of platform/ for each sending. */
  readonly senders: Map<string, Set<string>>
  /** Records a statement and its sender. Call it synchronously from the sender: later its stack frames are gone. */
  readonly note: Note
  /** Begins a transaction and gives what records its statements. The caller is its opener. */
  readonly begin: () => Note
}

export type Pool = pg.Pool
export type Row = pg.QueryResultRow

/** Anything that can send a statement: a pool, a client or a transaction. Store functions take this. */
export interface Queryable {
  query<R extends Row = Row>(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<R>>
}

/**
 * An open transaction. Effects that leave the database (events, jobs in memory) are queued and run after commit.
 * Statements may be sent without waiting for the one before: they run in the order sent.
 */
export interface Tx extends Queryable {
  afterCommit(effect: () => void | Promise<void>): void
  /**
   * Sends the last statement with the commit directly after it, in one round trip. If the statement fails, nothing is
   * committed. A check that must prevent the commit has to fail inside the statement.
   */
  finish<R extends Row = Row>(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<R>>
}

const int8 = 20
const int8Array = 1016
const numericArray = 1231
const date = 1082
const dateArray = 1182

const splitArray = (text: string): (string | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((part) => (part === 'NULL' ? null : part))

const parsers = new Map<number, (text: string) => unknown>([
  [int8, (text) => BigInt(text)],
  [int8Array, (text) => splitArray(text).map((part) => (part === null ? null : BigInt(part)))],
  [numericArray, splitArray],
  [date, (text) => text],
  [dateArray, splitArray],
])

/** int8 becomes bigint, numeric and date stay strings; everything else as the driver does. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const parser = format === 'binary' ? undefined : parsers.get(oid)
    return parser ?? pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

/** A query function of the driver, with all of its overloads, that notes each statement before it sends it. */
const noting = <Query extends (statement: string) => unknown>(query: Query, recorder: StatementRecorder): Query =>
  new Proxy(query, {
    apply(send, self, args: [string | { readonly text?: string }, ...unknown[]]) {
      recorder.note(args[0], args[1])
      return Reflect.apply(send, self, args)
    },
  })

const recordingClient = (recorder: StatementRecorder): typeof pg.Client =>
  class extends pg.Client {
    override query = noting(super.query, recorder)
  }

type Answered = (error: unknown, result: unknown) => void

/** A query function of the driver that tells of a statement whose answer came late. */
const timing = <Query extends (statement: string) => unknown>(
  query: Query,
  { slowMs, onSlow }: StatementWatch,
): Query =>
  new Proxy(query, {
    apply(send, self, args: [string | { readonly text?: string }, ...unknown[]]) {
      const began = performance.now()
      const tell = (): void => {
        const ms = performance.now() - began
        if (ms >= slowMs) onSlow((typeof args[0] === 'string' ? args[0] : args[0].text) ?? '', ms)
      }
      const last = args.at(-1)
      if (typeof last === 'function') {
        const answered = last as Answered
        args[args.length - 1] = ((error, result) => {
          tell()
          answered(error, result)
        }) satisfies Answered
        return Reflect.apply(send, self, args)
      }
      const sent: unknown = Reflect.apply(send, self, args)
      if (sent instanceof Promise) sent.then(tell, tell)
      return sent
    },
  })

const timedClient = (watch: StatementWatch): typeof pg.Client =>
  class extends pg.Client {
    override query = timing(super.query, watch)
  }

const recorders = new WeakMap<Pool, StatementRecorder>()

/** A pool sends when a connection is free, so the sender is known only while its own `query` is called. */
function recordSenders(pool: Pool, recorder: StatementRecorder): void {
  recorders.set(pool, recorder)
  pool.query = noting(pool.query, recorder)
}

export interface PoolOptions {
  readonly url: string
  readonly max?: number
  readonly applicationName?: string
  readonly recorder?: StatementRecorder
  /** Told of slow statements. Tests record instead. */
  readonly watch?: StatementWatch | undefined
  /** Called when an idle connection is lost. The pool replaces it. */
  readonly onIdleError?: (error: Error) => void
  /**
   * A connection whose answer takes longer is given up: the network may have dropped it without a word. Longer
   * transactions wait as long as their own limit says. Default: no limit.
   */
  readonly answerMs?: number
}

/** The longest wait for an answer of a server's connections. */
export const ANSWER_MS = 30_000
/** How much later than the database itself a connection gives up a statement. */
const ANSWER_GRACE_MS = 5_000
/** An idle connection is probed after this; ten lost probes in as many seconds end it. */
const PROBE_AFTER_MS = 10_000

/**
 * Gives every connection of a pool an error handler for its whole life. The pool itself handles only idle connections;
 * an error of one that is in use would end the process.
 */
export function holdErrors(pool: pg.Pool): pg.Pool {
  // The user of the connection gets the error by its statement, and the pool drops the connection.
  return pool.on('connect', (client) => void client.on('error', () => undefined))
}

function clientOf({ recorder, watch }: PoolOptions): { Client?: typeof pg.Client } {
  if (recorder) return { Client: recordingClient(recorder) }
  return watch ? { Client: timedClient(watch) } : {}
}

/** One pool per process and database. */
export function createPool(options: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 16,
    application_name: options.applicationName ?? 'strata',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_AFTER_MS,
    types,
    ...(options.answerMs === undefined ? {} : { query_timeout: options.answerMs }),
    ...clientOf(options),
  })
  if (options.recorder) recordSenders(pool, options.recorder)
  pool.on('error', (error) => options.onIdleError?.(error))
  return holdErrors(pool)
}

export interface SiblingOptions {
  readonly max: number
  /**
   * Statements are sent without waiting for the answer to the one before, so a transaction can take two round trips.
   */
  readonly pipeline: boolean
  /** Settings of every connection. */
  readonly settings: Readonly<Record<string, string>>
  /** Every connection begins with this limit, so that transactions with the same `timeoutMs` need not set it. */
  readonly timeoutMs?: number
}

/** The time limit with which the connections of a pool begin. */
const sessionTimeouts = new WeakMap<Pool, number>()

const timeoutSettings = (timeoutMs: number): Record<string, string> => ({
  statement_timeout: String(timeoutMs),
  lock_timeout: String(timeoutMs),
  idle_in_transaction_session_timeout: String(timeoutMs),
})

/** A separate pool on the database of another pool. The caller ends it. */
export function siblingPool(pool: Pool, { max, pipeline, settings, timeoutMs }: SiblingOptions): Pool {
  const limits = timeoutMs === undefined ? {} : timeoutSettings(timeoutMs)
  const options = Object.entries({ ...settings, ...limits })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const answer = timeoutMs === undefined ? {} : { query_timeout: timeoutMs + ANSWER_GRACE_MS }
  const sibling = new pg.Pool({ ...pool.options, ...answer, max, pipeline, options })
  if (timeoutMs !== undefined) sessionTimeouts.set(sibling, timeoutMs)
  const recorder = recorders.get(pool)
  if (recorder) recordSenders(sibling, recorder)
  // The pool replaces an idle connection that was lost. The original pool's handler logs it.
  sibling.on('error', (error, client) => pool.emit('error', error, client))
  return holdErrors(sibling)
}

const REPORTS_TIMEOUT_MS = 20_000
const REPORT_CONNECTIONS = 4
const REPORTS_NICE = 10

export interface ReportsPoolOptions extends Omit<PoolOptions, 'max'> {
  /** Longest single statement. Default 20,000. */
  readonly timeoutMs?: number
  /** PostgreSQL runs on this machine, under a user whose processes this one may change. */
  readonly ownDatabase: boolean
}

/**
 * Connections only for reports: nothing else waits for them, and their statements have a time limit. On a database of
 * our own they also give way to others for processor time. Helper processes would not, so there are none then.
 */
export function reportsPool({ timeoutMs = REPORTS_TIMEOUT_MS, ownDatabase, ...options }: ReportsPoolOptions): Pool {
  // Only a source of options; it never connects.
  const base = createPool({ answerMs: timeoutMs + ANSWER_GRACE_MS, ...options, max: 1 })
  const settings = { statement_timeout: String(timeoutMs) }
  const pool = siblingPool(base, {
    max: REPORT_CONNECTIONS,
    pipeline: false,
    settings: ownDatabase ? { ...settings, max_parallel_workers_per_gather: '0' } : settings,
  })
  return ownDatabase ? pool.on('connect', (client) => stepBackProcess(backendOf(client), REPORTS_NICE)) : pool
}

/** The process id of a connection's backend. The driver has it, its types do not. */
const backendOf = (client: pg.PoolClient): number | null =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : null

/** All rows of a statement. */
export async function rows<R extends Row>(on: Queryable, text: string, values: unknown[] = []): Promise<R[]> {
  return (await on.query<R>(text, values)).rows
}

/** All rows of a statement that every connection plans once. */
export async function namedRows<R extends object>(
  on: Queryable,
  name: string,
  text: string,
  values: unknown[],
): Promise<R[]> {
  return (await on.query<R & Row>({ name, text, values })).rows
}

/** The only row of a statement, or undefined. Throws when there are several. */
export async function maybeRow<R extends Row>(
  on: Queryable,
  text: string,
  values: unknown[] = [],
): Promise<R | undefined> {
  const found = (await on.query<R>(text, values)).rows
  if (found.length > 1) throw new Error(`one row expected, got ${found.length}: ${text}`)
  return found[0]
}

/** The only row of a statement. Throws when there is none. */
export async function row<R extends Row>(on: Queryable, text: string, values: unknown[] = []): Promise<R> {
  const found = await maybeRow<R>(on, text, values)
  if (!found) throw new Error(`one row expected, got none: ${text}`)
  return found
}

export interface TxOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readonly readOnly?: boolean
  /** Longest single statement, and longest silence inside the transaction. Default 10,000. */
  readonly timeoutMs?: number
  /** Longest wait for a lock. Default: timeoutMs. */
  readonly lockTimeoutMs?: number
  /**
   * False: the commit does not wait for the disk. A crash of the database may lose it, always with all that came after
   * it. Only for what is done again then. `durableAfterAll` undoes it within the transaction.
   */
  readonly durable?: boolean
  /** How often a serialization failure or deadlock is tried again. Default 5. */
  readonly retries?: number
}

const retryable = new Set(['40001', '40P01'])
/** What a machine of a cluster answers while it takes many rows arrives with its text, but without its state. */
const RETRYABLE_TEXT = /^(deadlock detected|could not serialize access)/

const isRetryable = (error: unknown): boolean => {
  const state = sqlState(error) ?? ''
  return retryable.has(state) || (state === 'XX000' && error instanceof Error && RETRYABLE_TEXT.test(error.message))
}

/** The SQLSTATE of a database error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/**
 * States of a database that is absent, stopping or starting, that has no room or connection left, or whose locks others
 * hold for too long: the request may be repeated.
 */
const GONE_STATE = /^(08|53|57P0|25P03|55P03)/
const GONE_CODE = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const GONE_TEXT = /connection terminated|not queryable|timeout exceeded when trying to connect|query read timeout/i
const isGone = (error: Error & { readonly code?: unknown }): boolean =>
  GONE_CODE.test(String(error.code)) || GONE_TEXT.test(error.message)

/**
 * Whether a statement failed because the connection was lost or could not be made, or because the database cannot serve
 * at the moment. Its changes may or may not have happened.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  return state === undefined ? isGone(error) || error instanceof DatabaseGone : GONE_STATE.test(state)
}

/**
 * A lost connection in another thread, or the thread itself is lost with its connections. The driver's own error cannot be
 * passed between threads.
 */
export class DatabaseGone extends Error {
  override name = 'DatabaseGone'
}

const DEFAULT_TIMEOUT_MS = 10_000
/** A process that hangs within a transaction that writes loses it, with its locks, after this silence. */
const SILENCE_MS = 10_000

function beginText(pool: Pool, options: TxOptions): string {
  const timeoutMs = Math.trunc(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const lockTimeoutMs = Math.trunc(options.lockTimeoutMs ?? timeoutMs)
  const isolation = options.isolation ?? 'read committed'
  const durable = options.durable === false ? '; set local synchronous_commit = off' : ''
  const begin = `begin isolation level ${isolation}${options.readOnly ? ' read only' : ''}${durable}`
  if (timeoutMs === lockTimeoutMs && timeoutMs === sessionTimeouts.get(pool)) return begin
  const silenceMs = options.readOnly ? timeoutMs : Math.min(timeoutMs, SILENCE_MS)
  return (
    `${begin}; set local statement_timeout = ${timeoutMs}; set local lock_timeout = ${lockTimeoutMs}; ` +
    `set local idle_in_transaction_session_timeout = ${silenceMs}`
  )
}

/** The driver has it, its types do not. */
const socketOf = (client: pg.PoolClient): Duplex | undefined => {
  const connection: unknown = 'connection' in client ? client.connection : undefined
  const stream = connection instanceof Object && 'stream' in connection ? connection.stream : undefined
  return stream instanceof Duplex ? stream : undefined
}

/**
 * Statements that are sent together leave in one write, once the code that sends them waits. The driver writes each on
 * its own, which costs both processes a system call and wakes PostgreSQL for each.
 */
function gatherer(client: pg.PoolClient): () => void {
  const socket = socketOf(client)
  let isGathering = false
  return () => {
    if (isGathering || !socket) return
    isGathering = true
    socket.cork()
    process.nextTick(() => {
      isGathering = false
      socket.uncork()
    })
  }
}

/** The commit of a transaction that began with `durable: false` waits for the disk after all. */
export const durableAfterAll = async (tx: Tx): Promise<void> => {
  await tx.query('set local synchronous_commit to default')
}

type Send = <R extends Row>(query: string | pg.QueryConfig, values?: unknown[]) => Sent<R>

/** Statements with a limit of waiting of their own. */
const patient =
  (send: Send, answerMs: number): Send =>
  (query, values) => {
    const config = typeof query === 'string' ? { text: query } : query
    return send({ ...config, ...(values ? { values } : {}), query_timeout: answerMs } as pg.QueryConfig)
  }

/** Sends statements in order. A connection without pipeline gets the next one when the last has answered. */
function sender(client: pg.PoolClient): Send {
  if (client.pipeline) {
    const gather = gatherer(client)
    return (query, values) => {
      gather()
      return client.query(query, values)
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  return <R extends Row>(query: string | pg.QueryConfig, values?: unknown[]): Sent<R> => {
    const sent = last.then(() => client.query<R>(query, values))
    last = sent.catch(() => undefined)
    return sent
  }
}

/** A transaction waits for an answer as long as its statements may take, whatever the connection would wait. */
function senderFor(client: pg.PoolClient, pool: Pool, { timeoutMs = DEFAULT_TIMEOUT_MS }: TxOptions): Send {
  const answerMs = timeoutMs + ANSWER_GRACE_MS
  const { query_timeout: ownMs } = pool.options
  return ownMs !== answerMs ? patient(sender(client), answerMs) : sender(client)
}

/** Nothing more can be asked on the connection: it does not answer. */
const isSilent = (error: unknown): error is Error =>
  error instanceof Error && /^query read timeout$/i.test(error.message)
type Sent<R extends Row> = Promise<pg.QueryResult<R>>

/** Commits. When a statement had failed, PostgreSQL answers ROLLBACK instead of an error; then it throws. */
async function commit(send: Send): Promise<void> {
  const { command } = await send('commit')
  if (command !== 'COMMIT') throw new Error(`not committed: ${command}`)
}

async function attempt<T>(pool: Pool, begin: string, options: TxOptions, fn: (tx: Tx) => Promise<T>) {
  const client = await pool.connect()
  const effects: (() => void | Promise<void>)[] = []
  const send = senderFor(client, pool, options)
  let broken: Error | undefined
  const onError = (error: Error): void => {
    broken = error
  }
  client.on('error', onError)
  let outside: unknown
  let committed: Promise<void> | undefined
  const note = recorders.get(pool)?.begin()
  const query = <R extends Row>(statement: string | pg.QueryConfig, values?: unknown[]): Sent<R> => {
    note?.(statement, values)
    return outside === undefined ? send<R>(statement, values) : Promise.reject(outside)
  }
  const tx: Tx = {
    query,
    afterCommit: (effect) => void effects.push(effect),
    async finish<R extends Row>(statement: string | pg.QueryConfig, values?: unknown[]) {
      const last = query<R>(statement, values)
      committed = commit(send)
      const [answer] = await Promise.allSettled([last, committed])
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    },
  }
  try {
    const begun = send(begin).catch((error: unknown) => {
      outside = error
    })
    // A pipeline does not wait: the first reads follow at once, and later statements learn of a failed begin.
    if (!client.pipeline) await begun
    if (outside !== undefined) throw outside
    const value = await fn(tx)
    await (committed ?? commit(send))
    return { value, effects }
  } catch (error) {
    // A failed rollback means a dead connection. It is dropped; the first error is the one to report.
    if (isSilent(error)) broken = error
    else
      await send('rollback').catch((failure: Error) => {
        broken = failure
      })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/**
 * The one way to open a transaction: isolation, timeouts, bounded retries of serialization failures and deadlocks.
 * `fn` may run several times, so it must not touch anything but `tx`; `tx.afterCommit` is for the rest.
 * Throws what `fn` or the database threw.
 */
export async function runTx<T>(pool: Pool, options: TxOptions, fn: (tx: Tx) => Promise<T>): Promise<T> {
  const begin = beginText(pool, options)
  const retries = options.retries ?? 5
  const { value, effects } = await attemptUntil(retries, () => attempt(pool, begin, options, fn))
  for (const effect of effects) await effect()
  return value
}

async function attemptUntil<T>(retries: number, once: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await once()
    } catch (error) {
      if (tried >= retries || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 2 ** tried * 5 * (0.5 + Math.random())))
    }
  }
}

/**
 * Runs `fn` if `session` gets the named advisory lock now. Undefined: another session holds it. `session` is a single
 * connection that others may use meanwhile; one that has the lock gets it again.
 */
export async function withAdvisoryLock<T>(
  session: Queryable,
  name: string,
  fn: () => Promise<T>,
): Promise<T | undefined> {
  const got = await row<{ got: boolean }>(session, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as got', [
    name,
  ])
  if (!got.got) return undefined
  try {
    return await fn()
  } finally {
    // A session that was lost has no locks any more.
    await session.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => undefined)
  }
}
