import { type Pool, siblingPool } from '../platform/db.ts'
import { planOnceText } from '../platform/plans.ts'

/**
 * A pool only for intake, so that reports never delay bets. Every statement is prepared, and written so that one plan
 * is good for all sizes of tables and lists: planning for each batch would cost more than most batches.
 */
export const intakePool = (pool: Pool, max: number): Pool =>
  // The connection sends it first. One that cannot is lost, which its user learns by the next statement.
  siblingPool(pool, { max, pipeline: true, settings: PLANS, timeoutMs: BATCH_TIMEOUT_MS }).on('connect', (client) => {
    client.query(planOnceText('session')).catch(() => undefined)
  })

/** Longest statement, wait for a lock, and silence within a batch. */
export const BATCH_TIMEOUT_MS = 5_000

/** Nested loops over indexes, planned once. The plans must be right even when the tables were empty at that moment. */
const PLANS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}
