import { named } from '@strata/contract/fields'
import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { z } from 'zod'
import { announcePeriod, readPeriod } from '../games/periods.ts'
import type { PeriodDeps } from '../games/results.ts'
import { addJob } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { dropDueDays } from './dropped-days/drop-days.ts'
import { expireProposals } from './proposals/expire.ts'
import { findDueParts, type SettlementDeps, settlePeriod } from './settle/settle.ts'
import { dueParts, finishPeriod } from './settle/store-runs.ts'
import type { OnTouched } from './settle/touched.ts'

/** Splits a period with a new result into one job per merchant. */
const PERIOD_TASK = 'settlement:period'
/** Settles one merchant's part of a period. */
const PART_TASK = 'settlement:part'
/** A part whose job was lost is found within this time. */
const SWEEP_MS = 3_000
/** Operators are told within this time that a proposal is over. */
const EXPIRE_EVERY_MS = 2_000
/** Days that are old enough are looked for this often. */
const DROP_EVERY_MS = 600_000

const periodPayload = z.object({ periodId: named<PeriodId>(z.int()) })
const partPayload = z.object({ merchantId: named<MerchantId>(z.int()), periodId: named<PeriodId>(z.int()) })

/** Starts the settlement of a period. Runs in the transaction that puts its result in force. */
export const settleOnResult: NonNullable<PeriodDeps['onResult']> = (tx, periodId) =>
  addJob(tx, PERIOD_TASK, { periodId }, { key: `settle:${periodId}` })

/**
 * Settlement as jobs: a period's result becomes one job per merchant, run by any worker. A sweep in one process finds
 * parts that are due without a job, so a lost job is not a lost settlement.
 */
export function settlementJobs(platform: Platform, onTouched: OnTouched): void {
  const { pool, jobs } = platform
  const { clock, live, tracer, background } = platform
  const deps: SettlementDeps = { pool, clock, live, onTouched, tracer, background }
  const seconds = platform.metrics.histogram('strata_settle_seconds', 'Time to settle one merchant in one period')
  const onSettled = async (periodId: PeriodId): Promise<void> => {
    const period = await readPeriod(pool, periodId)
    if (period) announcePeriod(platform)(period)
  }
  // Settlement of a merchant's part changes members' wallets, which no screen here shows, and open stakes. The state of
  // a void period does not change afterwards, so its merchant is notified here, when the stakes are back.
  const onPartSettled = async (merchantId: MerchantId, periodId: PeriodId): Promise<void> => {
    const period = await readPeriod(pool, periodId)
    if (period && period.state !== 'drawn') announcePeriod(platform, merchantId)(period)
  }
  const settlePart = async (merchantId: MerchantId, periodId: PeriodId): Promise<void> => {
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
  jobs.every('settlement:dropDays', DROP_EVERY_MS, async () => {
    const gone = await dropDueDays({ pool, clock })
    if (gone.length > 0) platform.log.info({ days: gone }, 'the single orders of these days were dropped')
  })
  jobs.every('settlement:expire', EXPIRE_EVERY_MS, () => expireProposals({ pool, clock, live }))
  jobs.every('settlement:sweep', SWEEP_MS, async () => {
    for (const { merchantId, periodId } of await findDueParts(deps)) await settlePart(merchantId, periodId)
  })
}
