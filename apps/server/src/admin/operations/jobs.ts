import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { jobQuery, jobRetry } from '@strata/contract/endpoints/operations'
import { taskWord } from '@strata/contract/words'
import type { AccessContext, Caller } from '../../access/session.ts'
import { idOf } from '../../platform/ids.ts'
import type { LoopTurn } from '../../platform/jobs.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { changeAs, logForHead } from '../change.ts'
import { countJobs, listJobs, lockJob, retryNow, type StoredJob } from './store-jobs.ts'
import { readReports } from './store-processes.ts'

type Answer = ResponseOf<typeof jobQuery>

const MAX_JOBS = 200

const jobOnWire = (job: StoredJob): Answer['items'][number] => ({
  id: String(job.id),
  name: job.name,
  state: job.state,
  about: job.about,
  attempts: job.attempts,
  maxAttempts: job.max_attempts,
  error: job.error,
  createdAt: job.created_at.getTime(),
  nextAt: job.state === 'running' || job.state === 'failed' ? null : job.run_at.getTime(),
  startedAt: job.locked_at?.getTime() ?? null,
})

/** Of each loop its last turn in any process, and when the next one is due. */
function loopsOf(turns: readonly LoopTurn[]): Answer['loops'] {
  const last = new Map<string, LoopTurn>()
  for (const turn of turns) {
    const held = last.get(turn.name)
    if (held === undefined || held.beganAt < turn.beganAt) last.set(turn.name, turn)
  }
  return [...last.values()]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ name, everyMs, beganAt, tookMs, error }) => ({
      name,
      everyMs,
      lastAt: beganAt,
      tookMs,
      nextAt: beganAt + tookMs + everyMs,
      error,
    }))
}

/** job/query: what runs, waits and failed, and the work that the clock starts. */
export async function queryJobs({ pool }: AccessContext, { state }: ParsedRequestOf<typeof jobQuery>): Promise<Answer> {
  const counts = { running: 0, waiting: 0, retrying: 0, failed: 0 }
  for (const { state: of, n } of await countJobs(pool)) counts[of] = n
  const items = await listJobs(pool, state ?? null, MAX_JOBS)
  const reports = await readReports(pool)
  return { counts, items: items.map(jobOnWire), loops: loopsOf(reports.flatMap(({ loops }) => loops)) }
}

/** job/retry: due at once, with all its tries. Refused in this order: notFound (none, or done meanwhile), jobRuns. */
export async function retryJob(
  context: AccessContext,
  caller: Caller,
  input: ParsedRequestOf<typeof jobRetry>,
): Promise<null | Refusal> {
  const done = await changeAs<Record<string, never>>(context, caller, { call: 'job/retry', input }, async (tx, at) => {
    const id = idOf(input.jobId)
    const job = await lockJob(tx, id)
    if (!job) return refuse('notFound')
    if (job.state === 'running') return refuse('jobRuns')
    await retryNow(tx, id)
    const changes = [{ field: 'attempts', label: '重试', before: `已试${job.attempts}次`, after: '立即重试' }]
    await logForHead(
      tx,
      caller,
      { action: 'jobRetry', targetName: `${taskWord(job.name)} ${input.jobId}`, changes },
      at,
    )
    return {}
  })
  return done instanceof Refusal ? done : null
}
