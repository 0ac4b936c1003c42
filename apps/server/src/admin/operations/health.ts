import type { ResponseOf } from '@strata/contract/endpoint'
import type { healthQuery } from '@strata/contract/endpoints/operations'
import { type Day, daysBetween } from '@strata/domain/calendar'
import { readSetting } from '../../access/platform-settings.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Queryable } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { spaceOf } from '../disk-space.ts'
import { BACKUP_KEY, backupOf } from './backup.ts'
import {
  databaseBytes,
  databaseFacts,
  growthOf,
  knownReplicas,
  largestTables,
  lastPartition,
  ownLag,
  slowStatements,
} from './store-health.ts'
import { queueAges } from './store-jobs.ts'
import { type ProcessReport, readReports } from './store-processes.ts'
import { lastCleanRun } from './store-verify-runs.ts'

type Answer = ResponseOf<typeof healthQuery>

export type HealthContext = Pick<Platform, 'pool' | 'reports' | 'replica' | 'clock' | 'config'>

const ALIVE_MS = 30_000
const LISTED = 8

export async function replicasOf({
  pool,
  reports,
  replica,
}: Pick<HealthContext, 'pool' | 'reports' | 'replica'>): Promise<Answer['database']['replicas']> {
  const known = (await knownReplicas(pool)).map(({ name, state, lag_ms: lagMs }) => ({ name, state, lagMs }))
  if (replica === reports) return known
  const own = await ownLag(replica).then(
    (lagMs) => ({ name: 'DATABASE_REPLICA_URL', state: lagMs === null ? 'primary' : 'replay', lagMs }),
    () => ({ name: 'DATABASE_REPLICA_URL', state: 'unreachable', lagMs: null }),
  )
  return [own, ...known]
}

async function databaseOf(context: HealthContext, now: number): Promise<Answer['database']> {
  const { pool } = context
  const facts = await databaseFacts(pool)
  const statements = await slowStatements(pool, LISTED)
  const until = await lastPartition(pool)
  const today = businessDay(now)
  return {
    version: facts.version,
    bytes: Number(await databaseBytes(pool)),
    growth: await growthOf(pool),
    connections: facts.connections,
    maxConnections: facts.max_connections,
    oldestMs: Math.round(facts.oldest_ms),
    tables: (await largestTables(pool, LISTED)).map(({ name, bytes }) => ({ name, bytes: Number(bytes) })),
    statements:
      statements?.map(({ text, calls, mean_ms: meanMs, total_ms: totalMs }) => ({ text, calls, meanMs, totalMs })) ??
      null,
    replicas: await replicasOf(context),
    partitionsUntil: until,
    partitionsAhead: until === null || until < today ? 0 : daysBetween({ from: today, to: until as Day }),
  }
}

/** What every process says of itself, and whether it still does. */
async function processesAt(on: Queryable, now: number): Promise<(Omit<ProcessReport, 'loops'> & { alive: boolean })[]> {
  const reports = await readReports(on)
  return reports.map(({ loops: _loops, ...report }) => ({ ...report, alive: now - report.seenAt <= ALIVE_MS }))
}

interface Standing {
  readonly processes: Awaited<ReturnType<typeof processesAt>>
  readonly backup: ReturnType<typeof backupOf>
  readonly lastClean: number | null
}

/** What the health page and the first page both tell, whichever process answers. */
export async function standingAt(on: Queryable, now: number): Promise<Standing> {
  const [processes, backup, lastClean] = await Promise.all([
    processesAt(on, now),
    readSetting(on, BACKUP_KEY).then(backupOf),
    lastCleanRun(on),
  ])
  return { processes, backup, lastClean }
}

/** health/query: what every process, the database and the queues say of themselves. */
export async function queryHealth(context: HealthContext): Promise<Answer> {
  const { pool, clock, config } = context
  const now = clock()
  return {
    at: now,
    ...(await standingAt(pool, now)),
    database: await databaseOf(context, now),
    queues: (await queueAges(pool)).map(({ oldest, ...queue }) => ({ ...queue, oldestAt: oldest?.getTime() ?? null })),
    disk: await spaceOf(config.dataDir),
  }
}
