import type { Platform } from '../platform/platform.ts'
import { waitingHashes } from './passwords/password-pool.ts'
import { sweepResetCodes } from './passwords/store-passwords.ts'
import { sweepWrappers } from './passwords/wrapper.ts'
import { LONGEST_MS } from './session/sessions.ts'
import { DEVICE_LASTS_MS } from './sign-in/device-cookie.ts'
import { sweepDevices } from './sign-in/store-devices.ts'
import { sweepAccess, sweepLogins } from './sign-in/store-sign-ins.ts'
import { sweepNonces } from './signed-calls/nonces.ts'

const SWEEP_EVERY_MS = 600_000
/** How long an ended session stays in the list of devices. */
const ENDED_SESSION_LASTS_MS = 30 * 86_400_000
/** How long a requestId is remembered. A retry comes within minutes; a day is ample. */
const REQUEST_LASTS_MS = 86_400_000
/** Counts of wrong passwords, over all names and addresses. */
const MAX_WAITS = 500_000

/** Deletes sign-in data that no call can need any more, so that these tables stay bounded. */
export function accessJobs({
  jobs,
  pool,
  clock,
  metrics,
}: Pick<Platform, 'jobs' | 'pool' | 'clock' | 'metrics'>): void {
  metrics.gauge('strata_passwords_waiting', 'Password hashes that wait for the one that runs', waitingHashes)
  jobs.every('access:sweep', SWEEP_EVERY_MS, async () => {
    const now = clock()
    await sweepWrappers(pool, now)
    await sweepNonces(pool, now)
    await sweepLogins(pool)
    await sweepDevices(pool, now - DEVICE_LASTS_MS)
    await sweepResetCodes(pool, now - REQUEST_LASTS_MS)
    await sweepAccess(pool, {
      sessionsBefore: now - LONGEST_MS - ENDED_SESSION_LASTS_MS,
      requestsBefore: now - REQUEST_LASTS_MS,
      waitsBefore: now - REQUEST_LASTS_MS,
      maxWaits: MAX_WAITS,
    })
  })
}
