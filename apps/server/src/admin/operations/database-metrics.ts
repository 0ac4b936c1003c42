import { type Day, daysBetween } from '@strata/domain/calendar'
import { readSetting, recentSystemSettings } from '../../access/platform-settings.ts'
import { latePeriods, oldestUnsettled } from '../../games/periods.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Gauges, Metrics } from '../../platform/metrics.ts'
import type { Platform } from '../../platform/platform.ts'
import { spaceOf } from '../disk-space.ts'
import { knownCertificates } from '../home/certificates.ts'
import { MAX_FOUND, unknownFlyOuts } from '../home/store-home.ts'
import { BACKUP_KEY, backupOf } from './backup.ts'
import { replicasOf } from './health.ts'
import { databaseBytes, databaseFacts, largestTables, lastPartition, unarchivedWal } from './store-health.ts'
import { queueAges } from './store-jobs.ts'
import { readReports } from './store-processes.ts'
import { badRuns, lastCleanRun } from './store-verify-runs.ts'

/** How often the database is asked for the metrics of one process, however often these are read. */
const EVERY_MS = 15_000
/** Sizes are those of thousands of files, and change slowly. */
const SIZES_EVERY_MS = 300_000
const ALIVE_MS = 30_000
const TABLES = 20

type Context = Pick<Platform, 'pool' | 'reports' | 'replica' | 'clock' | 'config' | 'metrics' | 'log'>
/** Reads some values and sets them. */
type Reading = (now: number) => Promise<void>

const one = (value: number): readonly (readonly [Record<string, string>, number])[] => [[{}, value]]
const seconds = (ms: number): number => Math.max(0, ms) / 1000

function databaseReading({ pool }: Context, metrics: Metrics): Reading {
  const bytes = metrics.gauges('strata_database_bytes', 'Size of the database')
  const used = metrics.gauges('strata_database_connections', 'Connections of the database: open and max')
  const oldest = metrics.gauges('strata_oldest_transaction_seconds', 'Age of the oldest open transaction')
  const tables = metrics.gauges('strata_table_bytes', 'Size of the largest tables with their indexes')
  const ahead = metrics.gauges('strata_partitions_ahead_days', 'Days after today that have a partition for orders')
  let sizesAt = Number.NEGATIVE_INFINITY
  const readSizes = async (): Promise<void> => {
    if (performance.now() - sizesAt < SIZES_EVERY_MS) return
    bytes.set(one(Number(await databaseBytes(pool))))
    tables.set((await largestTables(pool, TABLES)).map(({ name, bytes: size }) => [{ table: name }, Number(size)]))
    sizesAt = performance.now()
  }
  return async (now) => {
    await readSizes()
    const facts = await databaseFacts(pool)
    used.set([
      [{ kind: 'open' }, facts.connections],
      [{ kind: 'max' }, facts.max_connections],
    ])
    oldest.set(one(seconds(facts.oldest_ms)))
    const [until, today] = [await lastPartition(pool), businessDay(now)]
    ahead.set(one(until === null || until < today ? 0 : daysBetween({ from: today, to: until as Day })))
  }
}

function jobsReading({ pool }: Context, metrics: Metrics): Reading {
  const waiting = metrics.gauges('strata_jobs_waiting', 'Jobs that are not done, by task')
  const failed = metrics.gauges('strata_jobs_failed', 'Jobs that have no tries left, by task')
  const age = metrics.gauges('strata_job_age_seconds', 'How long the oldest due job waits, by task')
  const loops = metrics.gauges('strata_loop_age_seconds', 'Since the last turn of a loop began, beyond its pause')
  const processes = metrics.gauges('strata_processes', 'Processes that report themselves, alive or lost')
  return async (now) => {
    const queues = await queueAges(pool)
    waiting.set(queues.map(({ name, waiting: count }) => [{ task: name }, count]))
    failed.set(queues.map(({ name, failed: count }) => [{ task: name }, count]))
    age.set(queues.map(({ name, oldest }) => [{ task: name }, oldest === null ? 0 : seconds(now - oldest.getTime())]))
    const reports = await readReports(pool)
    const alive = reports.filter(({ seenAt }) => now - seenAt <= ALIVE_MS)
    processes.set([
      [{ state: 'alive' }, alive.length],
      [{ state: 'lost' }, reports.length - alive.length],
    ])
    const last = new Map<string, number>()
    for (const { name, beganAt, everyMs } of reports.flatMap((report) => report.loops))
      last.set(name, Math.max(last.get(name) ?? 0, beganAt + everyMs))
    loops.set([...last].map(([loop, dueAt]) => [{ loop }, seconds(now - dueAt)]))
  }
}

function bookReading({ pool }: Context, metrics: Metrics): Reading {
  const late = metrics.gauges('strata_results_late', `Periods whose result is overdue, at most ${MAX_FOUND}`)
  const unsettled = metrics.gauges('strata_unsettled_seconds', 'How long the oldest result waits for its settlement')
  const flyOuts = metrics.gauges('strata_fly_outs_unknown', 'Fly-outs without a clear answer of the outside book')
  const faults = metrics.gauges('strata_verify_faults', 'Runs of verify whose books are not proven clean since')
  const verified = metrics.gauges('strata_verify_timestamp_seconds', 'Last clean run of verify over all; 0: none')
  return async (now) => {
    const { resultMinutes } = await recentSystemSettings(pool)
    late.set(one((await latePeriods(pool, now - resultMinutes * 60_000, MAX_FOUND)).length))
    const since = await oldestUnsettled(pool)
    unsettled.set(one(since === null ? 0 : seconds(now - since)))
    flyOuts.set(one((await unknownFlyOuts(pool)).reduce((sum, { count }) => sum + count, 0)))
    faults.set(one((await badRuns(pool)).length))
    verified.set(one(((await lastCleanRun(pool)) ?? 0) / 1000))
  }
}

function machineReading(context: Context, metrics: Metrics): Reading {
  const { pool, config } = context
  const disk = metrics.gauges('strata_disk_bytes', 'Disk of STRATA_DATA_DIR: free and total')
  const backup = metrics.gauges('strata_backup_timestamp_seconds', 'The last backup that was told; 0: none')
  const ends = metrics.gauges('strata_certificate_end_timestamp_seconds', 'End of a watched certificate')
  const lag = metrics.gauges('strata_replica_lag_seconds', 'How far a replica is behind')
  const wal = metrics.gauges('strata_wal_unarchived_bytes', 'WAL that npm run backup --follow has not taken yet')
  return async () => {
    wal.set((await unarchivedWal(pool)).map(({ slot, bytes }) => [{ slot }, bytes]))
    // Without the embedded database the folder is made by the first export.
    const space = (await spaceOf(config.dataDir)) ?? (await spaceOf('.'))
    disk.set(
      space === null
        ? []
        : [
            [{ kind: 'free' }, space.free],
            [{ kind: 'total' }, space.total],
          ],
    )
    backup.set(one((backupOf(await readSetting(pool, BACKUP_KEY))?.at ?? 0) / 1000))
    const certificates = await knownCertificates(pool, config.certificates)
    ends.set(certificates.flatMap(({ address, endsAt }) => (endsAt === null ? [] : [[{ address }, endsAt / 1000]])))
    const replicas = await replicasOf(context)
    lag.set(replicas.flatMap(({ name, lagMs }) => (lagMs === null ? [] : [[{ replica: name }, seconds(lagMs)]])))
  }
}

/** What the database knows: every process says the same, so rules take the highest. */
export function databaseMetrics(context: Context): void {
  const { metrics, clock, log } = context
  const up: Gauges = metrics.gauges('strata_database_up', 'Whether the database answered the last reading')
  const readings = [databaseReading, jobsReading, bookReading, machineReading].map((make) => make(context, metrics))
  metrics.refresh(EVERY_MS, async () => {
    const asked = await Promise.allSettled(readings.map((read) => read(clock())))
    const failed = asked.find((answer) => answer.status === 'rejected')
    if (failed) log.warn({ err: failed.reason }, 'metrics of the database could not be read')
    up.set(one(failed ? 0 : 1))
  })
}
