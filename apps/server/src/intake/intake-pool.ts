import { type Pool, siblingPool } from '../platform/db.ts'

/**
 * A pool only for intake, so that reports never delay bets. Every statement is prepared, and written so that one plan
 * is good for all sizes of tables and lists: planning for each batch would cost more than most batches.
 */
export const intakePool = (pool: Pool, max: number): Pool =>
  siblingPool(pool, { max, pipeline: true, settings: PLANS, timeoutMs: BATCH_TIMEOUT_MS })

/** Longest statement, wait for a lock, and silence within a batch. */
export const BATCH_TIMEOUT_MS = 5_000

/** Nested loops over indexes, planned once. The plans must be right even when the tables were empty at that moment. */
const PLANS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}
