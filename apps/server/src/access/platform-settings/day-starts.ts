import { setDayStarts } from '../../platform/business-day.ts'
import type { Queryable } from '../../platform/db.ts'
import { readDayStarts } from './store-day-starts.ts'

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
