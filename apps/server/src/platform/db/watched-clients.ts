import pg from 'pg'
import type { StatementWatch } from '../slow-statements.ts'
import type { Pool } from './queryable.ts'

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

/** A query function of the driver, with all of its overloads, that notes each statement before it sends it. */
const noting = <Query extends (statement: string) => unknown>(query: Query, recorder: StatementRecorder): Query =>
  new Proxy(query, {
    apply(send, self, args: [string | { readonly text?: string }, ...unknown[]]) {
      recorder.note(args[0], args[1])
      return Reflect.apply(send, self, args)
    },
  })

export const recordingClient = (recorder: StatementRecorder): typeof pg.Client =>
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

export const timedClient = (watch: StatementWatch): typeof pg.Client =>
  class extends pg.Client {
    override query = timing(super.query, watch)
  }

export const recorders = new WeakMap<Pool, StatementRecorder>()

/** A pool sends when a connection is free, so the sender is known only while its own `query` is called. */
export function recordSenders(pool: Pool, recorder: StatementRecorder): void {
  recorders.set(pool, recorder)
  pool.query = noting(pool.query, recorder)
}
