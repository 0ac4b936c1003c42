import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createBackground } from './background.ts'
import { spreadTables } from './citus.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createTracer } from './create-tracer.ts'
import { checkDatabaseKind } from './database-kind.ts'
import { ANSWER_MS, createPool, type Pool, type Queryable, reportsPool } from './db.ts'
import { prepareDrain } from './drain.ts'
import { createApp } from './http.ts'
import { Jobs, migrateJobs } from './jobs.ts'
import { LiveHub } from './live.ts'
import type { Log } from './log.ts'
import { Metrics } from './metrics.ts'
import { isMigrated, migrate } from './migrate.ts'
import { addPages } from './pages.ts'
import type { Platform } from './platform.ts'
import { startEmbedded } from './postgres/embedded.ts'
import { processMetrics } from './process-metrics.ts'
import { limitApplication, roleOf } from './roles.ts'
import { slowStatements } from './slow-statements.ts'
import { EventStreams } from './streams.ts'

export interface Database {
  /** As the application's role. */
  readonly url: string
  /** As the owner of the tables, for migrations. Equal to `url` when there is only one role. */
  readonly ownerUrl: string
  /** Embedded and created by this start. */
  readonly created: boolean
  readonly embedded: boolean
  stop(): Promise<void>
}

/** The database of the settings: the embedded one, or the one that DATABASE_URL names. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'ownerUrl' | 'dataDir'>,
  options: { say: (line: string) => void; exclusive?: boolean },
): Promise<Database> {
  if (config.databaseUrl) {
    const { databaseUrl: url, ownerUrl = url } = config
    return { url, ownerUrl, created: false, embedded: false, stop: async () => undefined }
  }
  const embedded = await startEmbedded({ ...options, dataDir: config.dataDir })
  const { url, ownerUrl, created } = embedded
  return { url, ownerUrl, created, embedded: true, stop: () => embedded.stop() }
}

/**
 * Migrates tables and job tables to this version, as their owner, and spreads them over a Citus cluster if the database
 * is one. Returns the names of the applied migrations.
 */
export async function migrateAll(owner: Pool, ownerUrl: string): Promise<string[]> {
  const names = await migrate(owner)
  await migrateJobs(ownerUrl)
  await spreadTables(owner)
  return names
}

/** Migrates as the owner, then limits the application's role. */
async function prepareDatabase({ config, log, database }: ServerOptions): Promise<void> {
  const onIdleError = (error: Error): void => log.warn({ err: error }, 'the connection of the owner was lost')
  const owner = createPool({ url: database.ownerUrl, max: 2, applicationName: 'strata-owner', onIdleError })
  try {
    // Must come before any change to the database.
    await checkDatabaseKind(owner, config.mode)
    const names = await migrateAll(owner, database.ownerUrl)
    if (names.length > 0) log.info({ migrations: names }, 'migrated')
    if (await limitApplication(owner, roleOf(database.url))) return
    log.warn('one database role: logs, ledger and orders are not protected from the application (DATABASE_OWNER_URL)')
  } finally {
    await owner.end()
  }
}

export interface ServerOptions {
  readonly config: Config
  readonly log: Log
  readonly database: Database
  readonly openApi: Record<string, unknown>
  /** What the platform calls itself, for the first title of its pages. */
  readonly platformName: (on: Queryable) => Promise<string>
  /** Adds the rooms' calls, jobs and loops. */
  readonly addRooms: (app: FastifyInstance, platform: Platform) => Promise<void>
}

export interface RunningServer {
  readonly platform: Platform
  readonly port: number
  readonly adminPort: number
  stop(): Promise<void>
}

async function createPlatform(options: ServerOptions, stops: (() => Promise<void>)[]): Promise<Platform> {
  const { config, log, database } = options
  const metrics = new Metrics()
  const slow = metrics.counter('strata_slow_statements_total', 'Statements slower than STRATA_SLOW_STATEMENT_MS')
  const watch = slowStatements(config.slowStatementMs, log, slow.add)
  const lost = metrics.counter('strata_spans_lost_total', 'Spans that the receiver of traces did not take')
  const tracer = await createTracer(config, log, lost.add)
  const onIdleError = (error: Error): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = createPool({ url: database.url, onIdleError, watch, answerMs: ANSWER_MS })
  const reports = reportsPool({
    url: database.url,
    applicationName: 'strata-reports',
    onIdleError,
    watch,
    ownDatabase: database.embedded,
  })
  const replica = config.replicaUrl
    ? reportsPool({ url: config.replicaUrl, onIdleError, watch, ownDatabase: false })
    : reports
  const background = database.embedded
    ? createBackground({
        url: database.url,
        applicationName: 'strata-background',
        onIdleError,
        watch,
        answerMs: ANSWER_MS,
      })
    : undefined
  const live = new LiveHub(log)
  const streams = new EventStreams(live)
  const jobs = new Jobs({ log, pool, url: database.url })
  const checks = [
    { name: 'database', isReady: async () => (await pool.query('select 1')).rows.length === 1 },
    { name: 'migrations', isReady: () => isMigrated(pool) },
    { name: 'jobs', isReady: async () => config.role === 'api' || jobs.isRunning },
  ]
  const onStop = (work: () => Promise<void>): void => void stops.push(work)
  const clock = systemClock
  const pools = { pool, reports, replica, background }
  const platform = { config, log, clock, ...pools, live, streams, jobs, metrics, tracer, checks, onStop }
  processMetrics(platform)
  return platform
}

/** The second listener: the same app on a loopback port. Call it before the app is ready, because it adds a hook. */
function createAdminListener(app: FastifyInstance): Server {
  // Node's own five seconds are how often the operators' pages ask: a connection would close on the next call.
  const { keepAliveTimeout, requestTimeout } = app.server
  const server = createServer({ keepAliveTimeout, requestTimeout }, (request, response) =>
    app.routing(request, response),
  )
  const drain = prepareDrain(server)
  app.addHook('preClose', async () => {
    drain()
    server.close()
  })
  return server
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * Starts serving. `stop` closes streams with a retry hint, takes no new calls, lets loops and jobs finish, and then
 * stops the database.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log, database } = options
  await prepareDatabase(options)
  const stops: (() => Promise<void>)[] = []
  const platform = await createPlatform(options, stops)
  const { clock, metrics, tracer } = platform
  const app = await createApp({ config, log, clock, metrics, tracer })
  await options.addRooms(app, platform)
  const { openApi, platformName } = options
  await addPages(app, { config, metrics, checks: platform.checks, openApi, name: () => platformName(platform.pool) })
  // With DATABASE_URL other processes may use the database. The embedded database has only this process.
  if (!database.embedded) await platform.live.fanOut(platform.pool, database.url)
  const admin = createAdminListener(app)
  await app.ready()
  await listen(admin, config.adminPort)
  await app.listen({ host: config.host, port: config.port })
  if (config.role !== 'api') await platform.jobs.start()
  const stop = async (): Promise<void> => {
    platform.streams.closeAll()
    await app.close()
    for (const work of stops.reverse()) await work()
    await platform.jobs.stop()
    await platform.live.stop()
    await platform.pool.end()
    await platform.background?.end()
    await platform.reports.end()
    if (platform.replica !== platform.reports) await platform.replica.end()
    await tracer?.stop()
    await database.stop()
  }
  return { platform, port: portOf(app.server), adminPort: portOf(admin), stop }
}
