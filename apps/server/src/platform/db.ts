/** The database: pools, transactions, rows and failures. */
export { withAdvisoryLock } from './db/advisory-lock.ts'
export { DatabaseGone, isConnectionLost, sqlState } from './db/failures.ts'
export {
  ANSWER_MS,
  backgroundPool,
  createPool,
  holdErrors,
  reportsPool,
  siblingPool,
} from './db/pools.ts'
export type { Pool, Queryable, Row, Tx } from './db/queryable.ts'
export { maybeRow, namedRows, row, rows } from './db/rows.ts'
export { durableAfterAll, runTx } from './db/transaction.ts'
export type { StatementRecorder } from './db/watched-clients.ts'
