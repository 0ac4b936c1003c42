import { setTimeout as sleep } from 'node:timers/promises'
import type { Day } from '@strata/domain/calendar'
import { type Pool, runTx, sqlState, type Tx } from '../../platform/db.ts'
import {
  type DropState,
  deleteClosing,
  endDrop,
  insertClosing,
  lockPeriodsOf,
  takeStep,
  unfinishedPeriods,
} from './store-dropped-days.ts'

/** Nobody bets while `orders` is locked or waited for: so short waits, and pauses in which the others pass. */
const TRIES = 20
const PAUSE_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'
const STEP_TIMEOUT_MS = 300_000

/** From here on nothing of the day changes: corrections and voids are refused. */
export function closeDay(pool: Pool, of: { readonly day: Day; readonly orderDays: number; readonly at: number }) {
  return runTx(pool, { timeoutMs: 30_000 }, async (tx) => {
    await lockPeriodsOf(tx, of.day)
    await insertClosing(tx, of)
  })
}

/**
 * Takes the closing back: the day waits for something, or its setting was changed. Returns false, and changes nothing, when
 * its orders have left. Until the caller's transaction ends, they do not.
 */
export const reopenDay = (tx: Tx, day: Day): Promise<boolean> => deleteClosing(tx, day)

/** Whether every period of the day has come to its end. */
export const isOver = async (pool: Pool, day: Day): Promise<boolean> => (await unfinishedPeriods(pool, day)) === 0

/** One step: out of `orders`, then away. Tries again while others use the table; answers null when they did not stop. */
export async function dropStep(pool: Pool, day: Day, pauseMs = PAUSE_MS): Promise<DropState | null> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      return await runTx(pool, { timeoutMs: STEP_TIMEOUT_MS, retries: 0 }, (tx) => takeStep(tx, day))
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
      await sleep(pauseMs)
    }
  }
  return null
}

export const endDay = (pool: Pool, day: Day, at: number): Promise<void> => endDrop(pool, day, at)
