import { addDays, type Day, daysBetween } from '@strata/domain/calendar'
import { type Pool, row, runTx } from '../../platform/db.ts'

export const DAYS_AHEAD = 14
const LEAST_DAYS_AHEAD = 3

/**
 * Creates the orders partitions of days [from, to] that do not exist. Only the owner role may create tables, so
 * this calls a function of the owner.
 */
export async function ensurePartitions(pool: Pool, from: Day, to: Day): Promise<void> {
  await runTx(pool, { timeoutMs: 30_000 }, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('strata:partitions', 0))`)
    for (let offset = 0; offset <= daysBetween({ from, to }); offset += 1) {
      await tx.query('select add_order_partition($1::date)', [addDays(from, offset)])
    }
  })
}

/** Whether the partitions for bets of the coming days exist (readyz). */
export async function hasPartitionsAhead(pool: Pool, today: Day): Promise<boolean> {
  const last = `orders_${addDays(today, LEAST_DAYS_AHEAD).replaceAll('-', '')}`
  return (await row<{ known: boolean }>(pool, `select to_regclass($1) is not null as known`, [last])).known
}
