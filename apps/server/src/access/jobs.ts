import type { Platform } from '../platform/platform.ts'
import { sweepResetCodes } from './passwords/store-passwords.ts'
import { sweepWrappers } from './passwords/wrapper.ts'
import { ABSOLUTE_MS } from './session/sessions.ts'
import { sweepAccess, sweepLogins } from './store-accounts.ts'

const SWEEP_EVERY_MS = 600_000
/** Ended sessions stay on the list of devices this long. */
const SESSION_KEPT_MS = 30 * 86_400_000
/** A retry of a request comes within minutes; a day is generous. */
const REQUEST_KEPT_MS = 86_400_000

/** Forgets what no call can need any more, so that tables of sign-in stay bounded. */
export function accessJobs({ jobs, pool, clock }: Pick<Platform, 'jobs' | 'pool' | 'clock'>): void {
  jobs.every('access:sweep', SWEEP_EVERY_MS, async () => {
    const now = clock()
    await sweepWrappers(pool, now)
    await sweepLogins(pool)
    await sweepResetCodes(pool, now - REQUEST_KEPT_MS)
    await sweepAccess(pool, {
      sessionsBefore: now - ABSOLUTE_MS - SESSION_KEPT_MS,
      requestsBefore: now - REQUEST_KEPT_MS,
      waitsBefore: now - REQUEST_KEPT_MS,
    })
  })
}
