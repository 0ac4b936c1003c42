import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { canReach, preparePostgres, type RunAs, reachableHome, shortDigest, unprivilegedUser } from './binaries.ts'
import {
  type Cluster,
  initCluster,
  type Postmaster,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
  superuser,
} from './postmaster.ts'

const databaseName = 'strata'
/** What the server works as. The cluster's superuser owns the tables and only migrates. */
const applicationRole = 'strata_app'
const lockKey = 'strata:server'
/** A database that could not be started is tried again after this; until then the server answers 503. */
const AGAIN_MS = 1_000

/** Another server works on the same data folder; the message is for a person. */
export class DataDirBusyError extends Error {
  override name = 'DataDirBusyError'
}

export interface EmbeddedOptions {
  /** Wanted folder; when PostgreSQL's user cannot reach it, another is taken and told by `say`. */
  readonly dataDir: string
  /** false: no fsync, for tests whose data is thrown away. */
  readonly durable?: boolean
  /** false: share the running cluster with a server (tools that only look). Default true. */
  readonly exclusive?: boolean
  /** One line for a person. */
  readonly say?: (line: string) => void
}

export interface EmbeddedPostgres {
  /** As the application's role, which owns nothing. */
  readonly url: string
  /** As the owner of the tables. */
  readonly ownerUrl: string
  /** Folder that holds the cluster and its password file. */
  readonly home: string
  /** Whether this start created the cluster. */
  readonly created: boolean
  readonly pid: () => number
  /** URL of another database of the same cluster, as the superuser. */
  urlOf(database: string): string
  /** Fast shutdown, unless a shared cluster was already running. */
  stop(): Promise<void>
}

function chooseHome(wanted: string, user: RunAs | undefined, say: (line: string) => void): string {
  const folder = resolve(wanted)
  if (canReach(folder, user)) return folder
  const home = join(reachableHome(user as RunAs), `data-${shortDigest(folder)}`)
  say(`${folder} cannot be reached by user ${user?.name}, who runs PostgreSQL: the data is in ${home}`)
  return home
}

function storedPassword(home: string, fileName: 'password' | 'password-app'): string {
  const file = join(home, fileName)
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  // It may have come from a copy, whose modes another tool chose.
  else if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

const urlFor = (cluster: Cluster, port: number, database: string): string =>
  `postgres://${superuser}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${database}`

/** The same database for another role. */
export function urlAs(role: string, password: string, url: string): string {
  const other = new URL(url)
  other.username = role
  other.password = encodeURIComponent(password)
  return other.href
}

/** Connects, waiting through crash recovery of an adopted postmaster. */
async function connect(url: string, waitMs: number): Promise<pg.Client> {
  const until = Date.now() + waitMs
  for (;;) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'strata-lock',
      connectionTimeoutMillis: 5000,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (Date.now() > until) throw error
      await sleep(100)
    }
  }
}

/** A role that may sign in, and nothing else; what it may do in the database is granted there. */
async function ensureApplicationRole(client: pg.Client, password: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [applicationRole])
  const verb = found.rows.length === 0 ? 'create' : 'alter'
  await client.query(
    `${verb} role ${applicationRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
     password ${pg.escapeLiteral(password)}`,
  )
}

async function ensureDatabase(cluster: Cluster, port: number, applicationPassword: string): Promise<void> {
  const client = await connect(urlFor(cluster, port, 'postgres'), 30_000)
  try {
    await ensureApplicationRole(client, applicationPassword)
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rows.length === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

/** A session lock is the sign that a server owns the data: it dies with the server's connection, however the server dies. */
async function takeLock(cluster: Cluster, port: number, home: string): Promise<pg.Client> {
  const client = await connect(urlFor(cluster, port, 'postgres'), 30_000)
  for (let tried = 0; tried < 20; tried++) {
    const got = await client.query<{ got: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as got', [
      lockKey,
    ])
    if (got.rows[0]?.got) return client
    // The backend of a server that was just killed may need a moment to notice.
    await sleep(100)
  }
  await client.end()
  throw new DataDirBusyError(
    `another server is running on ${home}; stop it first, or give this one another STRATA_DATA_DIR`,
  )
}

/** Adopts the postmaster that a killed server left behind, or stops it if nobody can talk to it; else starts one. */
async function adoptOrStart(
  cluster: Cluster,
  say: (line: string) => void,
): Promise<{ master: Postmaster; adopted: boolean }> {
  const alive = runningPostmaster(cluster.dataDir)
  if (alive) {
    try {
      await (await connect(urlFor(cluster, alive.port, 'postgres'), 30_000)).end()
      return { master: alive, adopted: true }
    } catch {
      say(`PostgreSQL (process ${alive.pid}) was left running and does not answer: it is stopped and started again`)
      await stopPostmaster(alive.pid)
    }
  }
  return { master: await startPostmaster(cluster), adopted: false }
}

/** Starts PostgreSQL again on the same port when it dies under the server. */
function supervise(
  cluster: Cluster,
  home: string,
  first: { master: Postmaster; lock: pg.Client },
  say: (line: string) => void,
) {
  let { master, lock } = first
  let stopping = false
  let reviving: Promise<void> = Promise.resolve()
  const revive = async (): Promise<void> => {
    const port = master.port
    say('the connection to PostgreSQL was lost: it is started again')
    for (let wait = 200; ; wait = AGAIN_MS) {
      await sleep(wait)
      if (stopping) return
      try {
        master = await startPostmaster(cluster, port)
        lock = await takeLock(cluster, master.port, home)
        watch()
        return
      } catch (error) {
        say(`PostgreSQL cannot be started again yet: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  const watch = (): void => {
    lock.once('end', () => {
      if (!stopping) reviving = revive()
    })
  }
  watch()
  return {
    pid: () => master.pid,
    stop: async () => {
      stopping = true
      await reviving
      await lock.end().catch(() => undefined)
      await stopPostmaster(master.pid)
    },
  }
}

/**
 * PostgreSQL in the data folder: creates what is missing, adopts what was left running, recovers by itself.
 * Throws DataDirBusyError when another server has the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const say = options.say ?? (() => undefined)
  const user = unprivilegedUser()
  const home = chooseHome(options.dataDir, user, say)
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const { bin, copied } = preparePostgres(user, home)
  if (copied && user) say(`PostgreSQL's programs were copied to ${copied}, where user ${user.name} can run them`)
  const cluster: Cluster = {
    bin,
    dataDir: join(home, 'pg'),
    logFile: join(home, 'postgres.log'),
    user,
    password: storedPassword(home, 'password'),
    durable: options.durable !== false,
  }
  const created = !existsSync(join(cluster.dataDir, 'PG_VERSION'))
  initCluster(cluster)
  const { master, adopted } = await adoptOrStart(cluster, say)
  const applicationPassword = storedPassword(home, 'password-app')
  const ownerUrl = urlFor(cluster, master.port, databaseName)
  const url = urlAs(applicationRole, applicationPassword, ownerUrl)
  const urlOf = (database: string): string => urlFor(cluster, master.port, database)
  if (options.exclusive === false) {
    await ensureDatabase(cluster, master.port, applicationPassword)
    const stop = async (): Promise<void> => (adopted ? undefined : stopPostmaster(master.pid))
    return { url, ownerUrl, home, created, pid: () => master.pid, urlOf, stop }
  }
  const lock = await takeLock(cluster, master.port, home)
  await ensureDatabase(cluster, master.port, applicationPassword)
  const running = supervise(cluster, home, { master, lock }, say)
  return { url, ownerUrl, home, created, urlOf, ...running }
}
