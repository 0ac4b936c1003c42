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
/** The role that the server uses. The cluster's superuser owns the tables and applies migrations. */
const applicationRole = 'strata_app'
const lockKey = 'strata:server'
/** Pause between attempts to start the database again. Until one succeeds, the server answers 503. */
const AGAIN_MS = 1_000

/** Another server uses the same data folder. The message is for a person. */
export class DataDirBusyError extends Error {
  override name = 'DataDirBusyError'
}

export interface EmbeddedOptions {
  /** The wanted folder. If PostgreSQL's user cannot reach it, another one is used and reported through `say`. */
  readonly dataDir: string
  /** false: no fsync, for tests whose data is deleted. */
  readonly durable?: boolean
  /** false: share the running cluster with a server, for command-line tools. Default true. */
  readonly exclusive?: boolean
  /** Prints one line for a person. */
  readonly say?: (line: string) => void
}

export interface EmbeddedPostgres {
  /** As the application's role, which owns nothing. */
  readonly url: string
  /** As the owner of the tables. */
  readonly ownerUrl: string
  /** Folder of the cluster and its password files. */
  readonly home: string
  /** Whether this start created the cluster. */
  readonly created: boolean
  readonly pid: () => number
  /** URL of another database of the same cluster, as the superuser. */
  urlOf(database: string): string
  /** Fast shutdown. A shared cluster that was already running is not stopped. */
  stop(): Promise<void>
}

function chooseHome(wanted: string, user: RunAs | undefined, say: (line: string) => void): string {
  const folder = resolve(wanted)
  if (canReach(folder, user)) return folder
  const home = join(reachableHome(user as RunAs), `data-${shortDigest(folder)}`)
  say(`user ${user?.name}, who runs PostgreSQL, cannot reach ${folder}: the data is in ${home}`)
  return home
}

function storedPassword(home: string, fileName: 'password' | 'password-app'): string {
  const file = join(home, fileName)
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  // A copy by another tool may have changed the file mode.
  else if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

const urlFor = (cluster: Cluster, port: number, database: string): string =>
  `postgres://${superuser}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${database}`

/** The URL of the same database for another role. */
export function urlAs(role: string, password: string, url: string): string {
  const other = new URL(url)
  other.username = role
  other.password = encodeURIComponent(password)
  return other.href
}

/** Connects, and waits while an adopted postmaster recovers from a crash. */
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

/** A role that may only sign in. limitApplication grants its rights in the database. */
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

/** A session lock marks the data as in use. It ends with the server's connection, also when the server is killed. */
async function takeLock(cluster: Cluster, port: number, home: string): Promise<pg.Client> {
  const client = await connect(urlFor(cluster, port, 'postgres'), 30_000)
  for (let tried = 0; tried < 20; tried++) {
    const got = await client.query<{ got: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as got', [
      lockKey,
    ])
    if (got.rows[0]?.got) return client
    // The backend of a server that was just killed may hold the lock a moment longer.
    await sleep(100)
  }
  await client.end()
  throw new DataDirBusyError(
    `another server is running on ${home}; stop it first, or give this one another STRATA_DATA_DIR`,
  )
}

/** Adopts a postmaster that a killed server left running. If there is none or it does not answer, starts a new one. */
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

/** Starts PostgreSQL again on the same port when it ends while the server runs. */
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
 * Starts PostgreSQL in the data folder: creates a missing cluster, adopts a running one, and restarts it when it ends.
 * Throws DataDirBusyError when another server uses the folder.
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
