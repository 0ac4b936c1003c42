import { addDays, type Day, daysBetween } from '@strata/domain/calendar'
import { lastPreparedDay } from '@strata/domain/games/month'
import { businessDay } from '../../platform/business-day.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import { addPartition, hasPartition, lockPartitions } from './store-partitions.ts'

export const DAYS_AHEAD = 14
const LEAST_DAYS_AHEAD = 3

/** Creates the orders partitions of days [from, to] that do not exist. */
export async function ensurePartitions(pool: Pool, from: Day, to: Day): Promise<void> {
  await runTx(pool, { timeoutMs: 30_000 }, async (tx) => {
    await lockPartitions(tx)
    for (let offset = 0; offset <= daysBetween({ from, to }); offset += 1) await addPartition(tx, addDays(from, offset))
  })
}

/**
 * The partitions up to the days of periods that are opened or moved by hand, without a gap. Days beyond the last that may
 * be prepared are left out: such a period is refused.
 */
export async function ensurePartitionsUntil(pool: Pool, now: number, draws: readonly number[]): Promise<void> {
  const limit = addDays(lastPreparedDay(now), 1)
  const last = businessDay(Math.max(...draws))
  const today = businessDay(now)
  if (last > today && last <= limit) await ensurePartitions(pool, today, last)
}

/** Whether the partitions for bets of the coming days exist (readyz). */
export const hasPartitionsAhead = (pool: Pool, today: Day): Promise<boolean> =>
  hasPartition(pool, addDays(today, LEAST_DAYS_AHEAD))
