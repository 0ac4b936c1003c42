import { z } from 'zod'
import { announcePeriod } from '../games/periods/announce-period.ts'
import { readPeriod } from '../games/periods/store-periods.ts'
import type { PeriodDeps } from '../games/results/put-result.ts'
import { addJob } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { findDueParts, type SettlementDeps, settlePeriod } from './settle/settle.ts'
import { dueParts, finishPeriod } from './settle/store-runs.ts'
import type { OnTouched } from './settle/touched.ts'

/** Splits a period with a new result into one job a merchant. */
const PERIOD_TASK = 'settlement:period'
/** Settles one merchant's part of a period. */
const PART_TASK = 'settlement:part'
/** What a lost job left behind is found within this. */
const SWEEP_MS = 3_000

const periodPayload = z.object({ periodId: z.int() })
const partPayload = z.object({ merchantId: z.int(), periodId: z.int() })

/** Starts the settlement of a period in the transaction that puts its result in force. */
export const settleOnResult: NonNullable<PeriodDeps['onResult']> = (tx, periodId) =>
  addJob(tx, PERIOD_TASK, { periodId }, { key: `settle:${periodId}` })

/**
 * Settlement as jobs: a period's result becomes one job for each merchant, run by whatever workers there are. A sweep in
 * one process finds what is due without a job, so nothing depends on one.
 */
export function settlementJobs(platform: Platform, onTouched: OnTouched): void {
  const { pool, jobs } = platform
  const deps: SettlementDeps = { pool, clock: platform.clock, live: platform.live, onTouched }
  const seconds = platform.metrics.histogram('strata_settle_seconds', 'Time to settle one merchant in one period')
  const onSettled = async (periodId: number): Promise<void> => {
    const period = await readPeriod(pool, periodId)
    if (period) announcePeriod(platform)(period)
  }
  // Members, whose wallets move, have no screen here. What changes on screens are results and open stakes: a void period
  // stays void, so its merchant is told when its stakes are back.
  const onPartSettled = async (merchantId: number, periodId: number): Promise<void> => {
    const period = await readPeriod(pool, periodId)
    if (period && period.state !== 'drawn') announcePeriod(platform, merchantId)(period)
  }
  const settlePart = async (merchantId: number, periodId: number): Promise<void> => {
    const from = performance.now()
    const { finished, state } = await settlePeriod(deps, merchantId, periodId)
    seconds.observe((performance.now() - from) / 1000)
    if (finished) await onSettled(periodId)
    else if (state === 'folded') await onPartSettled(merchantId, periodId)
  }
  jobs.task(PERIOD_TASK, async (payload) => {
    const { periodId } = periodPayload.parse(payload)
    const parts = await dueParts(pool, periodId)
    for (const part of parts) {
      await addJob(pool, PART_TASK, part, { key: `settle:${part.merchantId}:${part.periodId}` })
    }
    if (parts.length === 0 && (await finishPeriod(pool, periodId))) await onSettled(periodId)
  })
  jobs.task(PART_TASK, async (payload) => {
    const { merchantId, periodId } = partPayload.parse(payload)
    await settlePart(merchantId, periodId)
  })
  jobs.every('settlement:sweep', SWEEP_MS, async () => {
    for (const { merchantId, periodId } of await findDueParts(deps)) await settlePart(merchantId, periodId)
  })
}
