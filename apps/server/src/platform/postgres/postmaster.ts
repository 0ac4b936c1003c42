import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { must } from '@strata/domain/must'
import type { RunAs } from './binaries.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** The files of one cluster and the user that runs it. */
export interface Cluster {
  readonly bin: string
  readonly dataDir: string
  readonly logFile: string
  readonly user: RunAs | undefined
  readonly password: string
  readonly durable: boolean
}

export const superuser = 'strata'

const identity = (user: RunAs | undefined) => (user ? { uid: user.uid, gid: user.gid } : {})

/** The environment of PostgreSQL's programs. It is not inherited, so PG* variables of the caller have no effect. */
const cleanEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Creates the cluster in a temporary folder and renames it, so that an interrupted initdb never looks complete. */
export function initCluster(cluster: Cluster): void {
  if (existsSync(join(cluster.dataDir, 'PG_VERSION'))) return
  const half = `${cluster.dataDir}.new`
  const passwordFile = `${cluster.dataDir}.pw`
  rmSync(half, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  mkdirSync(half, { mode: 0o700 })
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 })
  if (cluster.user) {
    chownSync(half, cluster.user.uid, cluster.user.gid)
    chownSync(passwordFile, cluster.user.uid, cluster.user.gid)
  }
  const options = ['-D', half, '-U', superuser, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8']
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--data-checksums')
  if (!cluster.durable) options.push('--no-sync')
  try {
    execFileSync(join(cluster.bin, 'initdb'), options, {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: half,
      env: cleanEnv,
      ...identity(cluster.user),
    })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(half, cluster.dataDir)
}

/**
 * The running postmaster of a data folder, or undefined. A pid file of one that has ended does not count, even if
 * another program now has its pid.
 */
export function runningPostmaster(dataDir: string): Postmaster | undefined {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !worksIn(pid, dataDir)) return undefined
  return { pid, port: Number(lines[3]) }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

/**
 * Distinguishes a postmaster, whose working directory is its data folder, from another program with its old pid.
 * Returns true without /proc.
 */
function worksIn(pid: number, dataDir: string): boolean {
  if (!existsSync('/proc/self/cwd')) return true
  try {
    const cwd = statSync(readlinkSync(`/proc/${pid}/cwd`))
    const data = statSync(dataDir)
    return cwd.ino === data.ino && cwd.dev === data.dev
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

function serverSettings(port: number, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    // A statement over the orders of every day, such as verify, locks a partition and its indexes for each of them.
    max_locks_per_transaction: '1024',
    shared_buffers: durable ? '256MB' : '64MB',
    max_wal_size: '4GB',
    // Segments kept for later use. A new one is 16 MB of zeros, and every commit waits while it is made.
    min_wal_size: '512MB',
    // An archive that nobody runs must not fill the disk and stop every merchant (docs/decisions/0155).
    max_slot_wal_keep_size: '16GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] ',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Starts the postmaster in its own process group, so that Ctrl-C stops our server first and not the database. */
function launch(cluster: Cluster, port: number): ChildProcess {
  const log = openSync(cluster.logFile, 'a', 0o600)
  try {
    const child = spawn(
      join(cluster.bin, 'postgres'),
      ['-D', cluster.dataDir, ...serverSettings(port, cluster.durable)],
      { stdio: ['ignore', log, log], detached: true, cwd: cluster.dataDir, env: cleanEnv, ...identity(cluster.user) },
    )
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n') : ''
}

/**
 * What PostgreSQL says of itself in line 8 of the pid file: `starting` and `standby` while it recovers, `ready` when it
 * accepts connections. Empty: nothing yet.
 */
function wordOf(dataDir: string): string {
  const file = join(dataDir, 'postmaster.pid')
  return existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[7] ?? '').trim() : ''
}

const START_MS = 120_000
/** A restore to an instant, or a crash with much WAL: about a minute for some GB. */
const RECOVERY_MS = 3_600_000

/** How long a postmaster that says this may take. One that ends is not waited for. */
export const mayTakeMs = (word: string): number => (word === 'starting' || word === 'standby' ? RECOVERY_MS : START_MS)

async function awaitReady(cluster: Cluster, child: ChildProcess): Promise<boolean> {
  const from = Date.now()
  for (let word = ''; Date.now() - from < mayTakeMs(word); word = wordOf(cluster.dataDir)) {
    if (child.exitCode !== null || child.signalCode !== null) return false
    if (runningPostmaster(cluster.dataDir) && wordOf(cluster.dataDir) === 'ready') return true
    await sleep(15)
  }
  return false
}

/**
 * Starts the postmaster and waits until it accepts connections, including crash recovery. Tries again for some seconds:
 * after kill -9 of a postmaster its backends hold the shared memory a moment longer, and another program may take the
 * free port first.
 */
export async function startPostmaster(cluster: Cluster, wantedPort?: number): Promise<Postmaster> {
  const until = Date.now() + 20_000
  for (;;) {
    const port = wantedPort ?? (await freePort())
    const alive = runningPostmaster(cluster.dataDir)
    if (alive) return alive
    rmSync(join(cluster.dataDir, 'postmaster.pid'), { force: true })
    const child = launch(cluster, port)
    const failed = new Promise<never>((_, reject) => child.once('error', reject))
    if (await Promise.race([awaitReady(cluster, child), failed]))
      return { pid: must(child.pid, 'the process id'), port }
    if (Date.now() > until)
      throw new Error(`PostgreSQL did not start; its log ends with\n${lastLines(cluster.logFile)}`)
    await sleep(300)
  }
}

/** Fast shutdown (SIGINT): rolls back open transactions and writes a checkpoint. Stronger signals only if it hangs. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isAlive(pid)) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw error
    }
    const until = Date.now() + waitMs
    while (Date.now() < until) {
      if (!isAlive(pid)) return
      await sleep(20)
    }
  }
}
