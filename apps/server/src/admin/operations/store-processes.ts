import { type Queryable, rows } from '../../platform/db.ts'
import type { LoopTurn } from '../../platform/jobs.ts'

export interface ProcessReport {
  readonly id: string
  readonly role: 'all' | 'api' | 'worker'
  readonly version: string
  readonly host: string
  readonly startedAt: number
  readonly seenAt: number
  /** Percent of one processor. */
  readonly load: number
  readonly memory: number
  /** Milliseconds, 99th percentile. */
  readonly loopDelay: number
  readonly streams: number
  readonly loops: readonly LoopTurn[]
}

/** Writes what a process says of itself, and forgets processes without news since `forgetBefore`. */
export async function saveReport(on: Queryable, report: ProcessReport, forgetBefore: number): Promise<void> {
  await on.query(
    `insert into processes (id, role, version, host, started_at, seen_at, load, memory, loop_delay, streams, loops)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (id) do update
        set seen_at = excluded.seen_at, load = excluded.load, memory = excluded.memory,
            loop_delay = excluded.loop_delay, streams = excluded.streams, loops = excluded.loops`,
    [
      report.id,
      report.role,
      report.version,
      report.host,
      report.startedAt,
      report.seenAt,
      report.load,
      report.memory,
      report.loopDelay,
      report.streams,
      JSON.stringify(report.loops),
    ],
  )
  await on.query('delete from processes where seen_at < $1', [forgetBefore])
}

export async function removeReport(on: Queryable, id: string): Promise<void> {
  await on.query('delete from processes where id = $1', [id])
}

/** All processes, the oldest start first. */
export async function readReports(on: Queryable): Promise<ProcessReport[]> {
  const found = await rows<Omit<ProcessReport, 'startedAt' | 'seenAt' | 'memory' | 'loopDelay'> & ReportRow>(
    on,
    `select id, role, version, host, started_at, seen_at, load, memory, loop_delay, streams, loops
       from processes order by started_at, id`,
  )
  return found.map(({ started_at, seen_at, memory, loop_delay, ...report }) => ({
    ...report,
    startedAt: Number(started_at),
    seenAt: Number(seen_at),
    memory: Number(memory),
    loopDelay: loop_delay,
  }))
}

interface ReportRow extends Record<string, unknown> {
  readonly started_at: bigint
  readonly seen_at: bigint
  readonly memory: bigint
  readonly loop_delay: number
}

/** The size of today; earlier days stay as they were last written. Days older than 400 are forgotten. */
export async function saveSize(on: Queryable, at: number): Promise<void> {
  await on.query(
    `insert into database_sizes (day, bytes)
     values ((to_timestamp($1 / 1000.0) at time zone 'UTC')::date, pg_database_size(current_database()))
     on conflict (day) do update set bytes = excluded.bytes`,
    [at],
  )
  await on.query(`delete from database_sizes where day < (to_timestamp($1 / 1000.0) at time zone 'UTC')::date - 400`, [
    at,
  ])
}
