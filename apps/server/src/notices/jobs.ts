import type { Jobs } from '../platform/jobs.ts'
import { tellLeases } from './alerts/tell-leases.ts'
import { tellLowBalances } from './alerts/tell-low-balances.ts'
import { LineWatch, type WatchDeps } from './alerts/watch.ts'

const EVERY_MS = 500
const LEASES_EVERY_MS = 60_000
const BALANCES_EVERY_MS = 60_000

export function noticeJobs(jobs: Jobs, deps: WatchDeps): void {
  const watch = new LineWatch(deps)
  jobs.every('notices:lines', EVERY_MS, async () => {
    await watch.run()
  })
  jobs.every('notices:balances', BALANCES_EVERY_MS, () => tellLowBalances(deps))
  jobs.every('notices:leases', LEASES_EVERY_MS, () => tellLeases(deps))
}
