import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { unprivilegedUser } from '../../apps/server/src/platform/postgres/binaries.ts'
import { runningPostmaster } from '../../apps/server/src/platform/postgres/postmaster.ts'
import { joinNodes } from '../../apps/server/src/platform/testing/citus-nodes.ts'

/** Where a cluster for trying lies: a coordinator and two workers of one machine, on loopback, without passwords. */
export interface Place {
  readonly dir: string
  readonly bin: string
  /** Of the coordinator; the workers have the two after it. */
  readonly port: number
}

const OWNER = 'strata'
const NODES = [0, 1, 2] as const
const START_SECONDS = '30'

export const clusterUrl = ({ port }: Place): string => `postgres://${OWNER}@127.0.0.1:${port}/postgres`

const dataDirOf = (place: Place, node: number): string => join(place.dir, `node-${node}`)

function run(place: Place, program: string, args: readonly string[]): void {
  const user = unprivilegedUser()
  execFileSync(join(place.bin, program), args, {
    cwd: place.dir,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
}

/**
 * Small memory, because three share a machine; statistics are sent to nobody. Each database has a process of Citus on
 * each machine, and a move of shards needs more.
 */
const settingsOf = (place: Place, node: number): string => `
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = ${place.port + node}
max_connections = 300
max_prepared_transactions = 300
max_worker_processes = 64
max_wal_size = '2GB'
shared_buffers = '128MB'
wal_level = logical
jit = off
timezone = 'UTC'
citus.local_hostname = '127.0.0.1'
citus.node_conninfo = 'sslmode=disable'
citus.enable_statistics_collection = off
citus.shard_count = 4
`

function makeNode(place: Place, node: number): void {
  const dataDir = dataDirOf(place, node)
  if (existsSync(join(dataDir, 'PG_VERSION'))) return
  run(place, 'initdb', ['-D', dataDir, '-U', OWNER, '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  appendFileSync(join(dataDir, 'postgresql.conf'), settingsOf(place, node))
}

function startNode(place: Place, node: number): void {
  const dataDir = dataDirOf(place, node)
  if (runningPostmaster(dataDir)) return
  run(place, 'pg_ctl', ['-D', dataDir, '-w', '-t', START_SECONDS, '-l', join(place.dir, `node-${node}.log`), 'start'])
}

/** Starts the three instances, made first if there are none, and joins them. */
export async function startCluster(place: Place): Promise<void> {
  const library = execFileSync(join(place.bin, 'pg_config'), ['--pkglibdir'], { encoding: 'utf8' }).trim()
  if (!existsSync(join(library, 'citus.so'))) throw new Error(`the extension citus is not installed in ${library}`)
  mkdirSync(place.dir, { recursive: true, mode: 0o755 })
  const user = unprivilegedUser()
  if (user) chownSync(place.dir, user.uid, user.gid)
  for (const node of NODES) makeNode(place, node)
  for (const node of NODES) startNode(place, node)
  const urls = NODES.map((node) => clusterUrl({ ...place, port: place.port + node }))
  await joinNodes(urls)
}

/** Stops what runs in the data folders of the place. Returns how many did. */
export function stopCluster(place: Place): number {
  const running = NODES.filter((node) => runningPostmaster(dataDirOf(place, node)) !== undefined)
  for (const node of running) run(place, 'pg_ctl', ['-D', dataDirOf(place, node), '-w', '-m', 'fast', 'stop'])
  return running.length
}
