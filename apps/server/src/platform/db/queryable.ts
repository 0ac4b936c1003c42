import type pg from 'pg'

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
