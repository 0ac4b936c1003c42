import type { Jobs } from '../platform/jobs.ts'
import { LineWatch, type WatchDeps } from './alerts/watch.ts'

const EVERY_MS = 500

export function noticeJobs(jobs: Jobs, deps: WatchDeps): void {
  const watch = new LineWatch(deps)
  jobs.every('notices:lines', EVERY_MS, async () => {
    await watch.run()
  })
}
