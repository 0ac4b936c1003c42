import pg from 'pg'

const retryable = new Set(['40001', '40P01'])
/** What a machine of a cluster answers while it takes many rows arrives with its text, but without its state. */
const RETRYABLE_TEXT = /^(deadlock detected|could not serialize access)/

/** Whether a transaction that failed so may be tried again. */
export const isRetryable = (error: unknown): boolean => {
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
