import pg from 'pg'
import type { StatementWatch } from '../slow-statements.ts'
import { stepBackProcess } from '../threads.ts'
import type { Pool } from './queryable.ts'
import { types } from './values.ts'
import { recorders, recordingClient, recordSenders, type StatementRecorder, timedClient } from './watched-clients.ts'

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
export const ANSWER_GRACE_MS = 5_000
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

/** A connection has a plan for each statement and day that it was asked for, so none lives for many days. */
const LIFETIME_S = 12 * 3_600

/** One pool per process and database. */
export function createPool(options: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 16,
    application_name: options.applicationName ?? 'strata',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: LIFETIME_S,
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
export const sessionTimeouts = new WeakMap<Pool, number>()

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
/** Large folds run at most as jobs and the sweep, one each. */
const BACKGROUND_CONNECTIONS = 8
const BACKGROUND_NICE = 10
/** Helper processes have a priority of their own, so work that gives way has none. */
const NO_HELPERS = { max_parallel_workers_per_gather: '0' }

export interface ReportsPoolOptions extends Omit<PoolOptions, 'max'> {
  /** Longest single statement. Default 20,000. */
  readonly timeoutMs?: number
  /** PostgreSQL runs on this machine, under a user whose processes this one may change. */
  readonly ownDatabase: boolean
}

/**
 * Connections only for reports: nothing else waits for them, and their statements have a time limit. On a database of
 * our own they also give way to others for processor time, and have no helper processes.
 */
export function reportsPool({ timeoutMs = REPORTS_TIMEOUT_MS, ownDatabase, ...options }: ReportsPoolOptions): Pool {
  // Only a source of options; it never connects.
  const base = createPool({ answerMs: timeoutMs + ANSWER_GRACE_MS, ...options, max: 1 })
  const settings = { statement_timeout: String(timeoutMs) }
  const pool = siblingPool(base, {
    max: REPORT_CONNECTIONS,
    pipeline: false,
    settings: ownDatabase ? { ...settings, ...NO_HELPERS } : settings,
  })
  return ownDatabase ? givesWay(pool) : pool
}

/**
 * Connections for long work of a database of our own. They give way to all others for processor time, and have no time
 * limit of their own.
 */
export function backgroundPool(options: Omit<PoolOptions, 'max'>): Pool {
  // Only a source of options; it never connects.
  const base = createPool({ ...options, max: 1 })
  return givesWay(siblingPool(base, { max: BACKGROUND_CONNECTIONS, pipeline: false, settings: NO_HELPERS }))
}

const givesWay = (pool: Pool): Pool =>
  pool.on('connect', (client) => stepBackProcess(backendOf(client), BACKGROUND_NICE))

/** The process id of a connection's backend. The driver has it, its types do not. */
const backendOf = (client: pg.PoolClient): number | null =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : null
