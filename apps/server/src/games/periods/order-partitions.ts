import { addDays, type Day, daysBetween } from '@strata/domain/calendar'
import { type Pool, row, runTx } from '../../platform/db.ts'

export const DAYS_AHEAD = 14
const LEAST_DAYS_AHEAD = 3

/** Makes the orders partitions of days [from, to]; those that exist are left alone. */
export async function ensurePartitions(pool: Pool, from: Day, to: Day): Promise<void> {
  await runTx(pool, { timeoutMs: 30_000 }, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('strata:partitions', 0))`)
    for (let offset = 0; offset <= daysBetween({ from, to }); offset += 1) {
      const day = addDays(from, offset)
      const name = `orders_${day.replaceAll('-', '')}`
      const known = await row<{ known: boolean }>(tx, `select to_regclass($1) is not null as known`, [name])
      if (known.known) continue
      await tx.query(`create table ${name} partition of orders for values from ('${day}') to ('${addDays(day, 1)}')`)
    }
  })
}

/** Whether bets of the coming days have a place to go (readyz). */
export async function hasPartitionsAhead(pool: Pool, today: Day): Promise<boolean> {
  const last = `orders_${addDays(today, LEAST_DAYS_AHEAD).replaceAll('-', '')}`
  return (await row<{ known: boolean }>(pool, `select to_regclass($1) is not null as known`, [last])).known
}
