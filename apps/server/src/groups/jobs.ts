import { merchantIds } from '../access/audit-log.ts'
import type { Platform } from '../platform/platform.ts'
import { sweepMessages } from './store.ts'

const SWEEP_EVERY_MS = 3_600_000
/** How long messages are stored. No channel sends a message again after this time. */
const MESSAGE_LASTS_MS = 7 * 86_400_000

export function groupJobs({ jobs, pool, clock }: Pick<Platform, 'jobs' | 'pool' | 'clock'>): void {
  jobs.every('groups:sweep', SWEEP_EVERY_MS, async () =>
    sweepMessages(pool, await merchantIds(pool), clock() - MESSAGE_LASTS_MS),
  )
}
