import type { Jobs } from '../platform/jobs.ts'
import { type DropDeps, dropOdds } from './odds-drops/apply-drops.ts'

const DROPS_EVERY_MS = 1_000

export function bookJobs(jobs: Jobs, deps: DropDeps): void {
  jobs.every('book:drops', DROPS_EVERY_MS, async () => {
    await dropOdds(deps)
  })
}
