import { businessDay } from '../platform/business-day.ts'
import type { Platform } from '../platform/platform.ts'
import { listCreditMerchants } from '../tree/merchants.ts'
import { resetCredit } from './credit-reset.ts'

const EVERY_MS = 60_000

/**
 * 自动恢复额度: soon after a business day begins, the credit of members is reset for every merchant that has this setting.
 */
export function ledgerJobs({ jobs, pool, clock }: Pick<Platform, 'jobs' | 'pool' | 'clock'>): void {
  jobs.every('ledger:credit-reset', EVERY_MS, async () => {
    const at = clock()
    const day = businessDay(at)
    for (const merchantId of await listCreditMerchants(pool)) await resetCredit(pool, merchantId, { at, day })
  })
}
