import { businessDay } from '../platform/business-day.ts'
import type { Platform } from '../platform/platform.ts'
import { listCreditMerchants } from '../tree/merchants.ts'
import { resetCredit } from './credit-reset.ts'
import { sweepEnded } from './pass-on.ts'

const EVERY_MS = 60_000
/** Only after a crash is there anything to do. */
const ENDED_EVERY_MS = 600_000

/**
 * 自动恢复额度: soon after a business day begins, the credit of members is reset for every merchant that has this setting.
 * And what a crash left on the paths of members that are agents by now is passed on.
 */
export function ledgerJobs({ jobs, pool, clock, live }: Pick<Platform, 'jobs' | 'pool' | 'clock' | 'live'>): void {
  jobs.every('ledger:ended', ENDED_EVERY_MS, async () => {
    const at = clock()
    await sweepEnded({ pool, live }, { at, day: businessDay(at) })
  })
  jobs.every('ledger:credit-reset', EVERY_MS, async () => {
    const at = clock()
    const day = businessDay(at)
    for (const merchantId of await listCreditMerchants(pool)) await resetCredit(pool, merchantId, { at, day })
  })
}
