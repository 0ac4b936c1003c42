import type { DayStart } from '@strata/domain/calendar/business-day'
import { setDayStarts } from '../../platform/business-day.ts'
import type { Pool, Queryable, Tx } from '../../platform/db.ts'
import { insertDayStart, readDayStarts } from './store-day-starts.ts'

/**
 * A change takes effect two days ahead at the earliest, so every process knows it long before, even one that cannot reach
 * the database for a while.
 */
const AGAIN_MS = 60_000

/** Reads when business days begin, and makes it known in this process or thread. */
export async function loadDayStarts(on: Queryable): Promise<void> {
  setDayStarts(await readDayStarts(on))
}

/** As loadDayStarts, and again every minute. Returns what ends it. */
export async function followDayStarts(on: Queryable, onFault: (error: unknown) => void): Promise<() => void> {
  await loadDayStarts(on)
  const timer = setInterval(() => void loadDayStarts(on).catch(onFault), AGAIN_MS).unref()
  return () => clearInterval(timer)
}

/** Adds an entry to the list. This process knows it at once, the others within a minute. */
export async function addDayStart(
  tx: Tx,
  entry: DayStart,
  { pool, ...by }: { readonly pool: Pool; readonly operator: string; readonly at: number },
): Promise<void> {
  await insertDayStart(tx, entry, by)
  tx.afterCommit(() => loadDayStarts(pool))
}
