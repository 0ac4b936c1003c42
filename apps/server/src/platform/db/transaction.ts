import { Duplex } from 'node:stream'
import type pg from 'pg'
import { isRetryable } from './failures.ts'
import { ANSWER_GRACE_MS, sessionTimeouts } from './pools.ts'
import type { Pool, Row, Tx } from './queryable.ts'
import { recorders } from './watched-clients.ts'

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

type Sent<R extends Row> = Promise<pg.QueryResult<R>>
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
