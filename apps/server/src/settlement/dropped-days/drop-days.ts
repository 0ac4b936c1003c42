import { addDays, type Day } from '@strata/domain/calendar'
import { PROPOSAL_LIFE_MS } from '@strata/domain/games/proposals'
import type { MerchantId } from '@strata/domain/ids'
import { LEAST_ORDER_DAYS, systemSettings } from '../../access/platform-settings.ts'
import { forgetExposures } from '../../book/exposures.ts'
import { closeDay, dropStep, endDay, isOver, reopenDay, storedDays, unfinishedDays } from '../../games/periods.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import { listMerchantIds, lockMerchant } from '../../tree/merchants.ts'
import { findBrokenRule, holdDays } from '../verify/store-verify.ts'
import {
  deletePayouts,
  deleteRecords,
  findOpen,
  hasProposal,
  insertRecords,
  isRecorded,
  partsOf,
} from './store-records.ts'

const VERIFY_TIMEOUT_MS = 600_000
const TAKE_BACK_TIMEOUT_MS = 120_000
/** In one turn of the job. */
const DAYS_A_TURN = 3

export interface DropDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** Pause after a try to get the table for a moment. */
  readonly pauseMs?: number
  /** Called between any two steps, so that tests can stop there. */
  readonly onStep?: (step: string) => void
}

/** The books of a day do not meet: it stays, and the operators must look at it. */
export class DayDiffers extends Error {
  override name = 'DayDiffers'
}

/** The last day whose single orders are older than operators want them; null: they stay for good. */
async function lastDue({ pool, clock }: DropDeps): Promise<{ readonly until: Day; readonly orderDays: number } | null> {
  const { orderDays } = await systemSettings(pool)
  return orderDays < LEAST_ORDER_DAYS ? null : { until: addDays(businessDay(clock()), -orderDays), orderDays }
}

/** Recomputes a merchant's day from its orders and notes it. Returns why it may not be dropped, or undefined. */
async function record({ pool, clock }: DropDeps, merchantId: MerchantId, day: Day): Promise<string | undefined> {
  // What has begun before the day was closed is over after this lock.
  await runTx(pool, { timeoutMs: 30_000 }, (tx) => lockMerchant(tx, merchantId))
  return runTx(pool, { isolation: 'repeatable read', timeoutMs: VERIFY_TIMEOUT_MS }, async (tx) => {
    await holdDays(tx)
    if (await isRecorded(tx, merchantId, day)) return undefined
    const open = await findOpen(tx, merchantId, day)
    if (open !== undefined) return open
    const fault = await findBrokenRule(tx, merchantId, day)
    if (fault) throw new DayDiffers(`${day} of merchant ${merchantId}: ${fault.check}`)
    await insertRecords(tx, merchantId, day, clock())
    return undefined
  })
}

/** In one transaction: records without their day would be believed the next time. */
async function takeBack({ pool }: DropDeps, day: Day): Promise<void> {
  const merchants = await listMerchantIds(pool)
  await runTx(pool, { timeoutMs: TAKE_BACK_TIMEOUT_MS }, async (tx) => {
    if (!(await reopenDay(tx, day))) return
    for (const merchantId of merchants) await deleteRecords(tx, merchantId, day)
  })
}

/** Notes a closed day of all merchants. Returns false when something of it is open: it is as before then. */
async function recordAll(deps: DropDeps, day: Day): Promise<boolean> {
  try {
    for (const merchantId of await listMerchantIds(deps.pool)) {
      const open = await record(deps, merchantId, day)
      if (open !== undefined) {
        await takeBack(deps, day)
        return false
      }
      deps.onStep?.('recorded')
    }
    return true
  } catch (error) {
    if (error instanceof DayDiffers) await takeBack(deps, day)
    throw error
  }
}

/** Payouts and exposures belong to single orders. One period at a time: a killed turn begins again. */
async function forgetParts({ pool, onStep }: DropDeps, day: Day): Promise<void> {
  for (const merchantId of await listMerchantIds(pool)) {
    const parts = await partsOf(pool, merchantId, day)
    for (const periodId of parts) await deletePayouts(pool, merchantId, periodId)
    await forgetExposures(pool, merchantId, parts)
    onStep?.('forgotten')
  }
}

/** The steps of a day whose orders leave, from wherever it stands. Returns false when they could not be finished now. */
async function finish(deps: DropDeps, day: Day): Promise<boolean> {
  for (;;) {
    const state = await dropStep(deps.pool, day, deps.pauseMs)
    if (state === null) return false
    deps.onStep?.(state)
    if (state === 'done') return true
    if (state !== 'dropped') continue
    await forgetParts(deps, day)
    await endDay(deps.pool, day, deps.clock())
    deps.onStep?.('done')
    return true
  }
}

async function dropDay(deps: DropDeps, day: Day, orderDays: number): Promise<boolean> {
  const { pool, clock, onStep } = deps
  if (!(await isOver(pool, day)) || (await hasProposal(pool, day, clock() - PROPOSAL_LIFE_MS))) return false
  await closeDay(pool, { day, orderDays, at: clock() })
  onStep?.('closing')
  return (await recordAll(deps, day)) && finish(deps, day)
}

/**
 * One turn: ends what an earlier one left, then drops the earliest days that are due, in order, up to the first one that
 * waits for something. Returns the days that are gone. Every step can be taken again.
 */
export async function dropDueDays(deps: DropDeps): Promise<Day[]> {
  const due = await lastDue(deps)
  const gone: Day[] = []
  for (const { day, state } of await unfinishedDays(deps.pool)) {
    if (state === 'closing' && (due === null || day > due.until)) {
      await takeBack(deps, day)
      continue
    }
    if (state === 'closing' && !(await recordAll(deps, day))) return gone
    if (!(await finish(deps, day))) return gone
    gone.push(day)
  }
  if (due === null) return gone
  for (const day of await storedDays(deps.pool, due.until, DAYS_A_TURN)) {
    if (!(await dropDay(deps, day, due.orderDays))) return gone
    gone.push(day)
  }
  return gone
}
