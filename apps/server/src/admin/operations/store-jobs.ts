import { maybeRow, type Queryable, rows } from '../../platform/db.ts'

export type JobState = 'running' | 'waiting' | 'retrying' | 'failed'

export interface StoredJob {
  readonly id: bigint
  readonly name: string
  readonly state: JobState
  readonly about: string
  readonly attempts: number
  readonly max_attempts: number
  readonly error: string
  readonly created_at: Date
  readonly run_at: Date
  readonly locked_at: Date | null
}

/** `failed`: no more tries are due; `retrying`: a try failed and the next one is due. */
const STATE = `case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed'
  when j.last_error is not null then 'retrying' else 'waiting' end`

/** Jobs that are not done: failed ones first, then those that run, then by their time. */
export const listJobs = (on: Queryable, state: JobState | null, most: number): Promise<StoredJob[]> =>
  rows<StoredJob & Record<string, unknown>>(
    on,
    `select * from (
       select j.id, t.identifier as name, ${STATE} as state, left(j.payload::text, 160) as about, j.attempts, j.max_attempts,
              left(split_part(coalesce(j.last_error, ''), E'\\n', 1), 300) as error, j.created_at, j.run_at, j.locked_at
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id) l
      where $1::text is null or l.state = $1
      order by array_position(array['failed', 'retrying', 'running', 'waiting'], l.state), l.run_at, l.id limit $2`,
    [state, most],
  )

export const countJobs = (on: Queryable): Promise<{ state: JobState; n: number }[]> =>
  rows<{ state: JobState; n: number }>(
    on,
    `select ${STATE} as state, count(*)::integer as n from graphile_worker._private_jobs j group by 1`,
    [],
  )

/** A job, locked: nobody begins it until the transaction is done. */
export const lockJob = (on: Queryable, id: bigint) =>
  maybeRow<{ name: string; state: JobState; attempts: number }>(
    on,
    `select t.identifier as name, ${STATE} as state, j.attempts::integer
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.id = $1 for update of j`,
    [String(id)],
  )

/** Due now, with all its tries again. */
export async function retryNow(on: Queryable, id: bigint): Promise<void> {
  await on.query('select from graphile_worker.reschedule_jobs(array[$1]::bigint[], run_at => now(), attempts => 0)', [
    String(id),
  ])
}

/** By task: what waits, since when, and what failed for good. */
export const queueAges = (on: Queryable) =>
  rows<{ name: string; waiting: number; failed: number; oldest: Date | null }>(
    on,
    `select t.identifier as name, count(*) filter (where l.state <> 'failed')::integer as waiting,
            count(*) filter (where l.state = 'failed')::integer as failed,
            min(l.run_at) filter (where l.state <> 'failed' and l.run_at <= now()) as oldest
       from (select j.task_id, j.run_at, ${STATE} as state from graphile_worker._private_jobs j) l
       join graphile_worker._private_tasks t on t.id = l.task_id
      group by 1 order by 1`,
    [],
  )
