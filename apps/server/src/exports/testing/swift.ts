import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BucketSettings } from '../../platform/config.ts'
import { Bucket } from '../files/bucket.ts'

/** OpenStack Swift of Debian with its S3 interface: four servers on loopback, one copy of everything. */

const run = promisify(execFile)
const STORES = ['account', 'container', 'object'] as const
const READY_MS = 60_000

export interface Swift {
  readonly settings: BucketSettings
  stop(): Promise<void>
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/** As root a server becomes the named user; here it stays who it is. */
const serverOf = (dir: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${dir}
devices = ${dir}/devices
mount_check = false
disable_fallocate = true
workers = 0
`

const storeOf = (name: string): string => `[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

/** There is no memcached: tempauth wants the filter, and asks a port where nobody answers. */
const proxyOf = ({ region, accessKey, secretKey }: BucketSettings, page: number): string => `[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = ${region}
max_bucket_listing = ${page}
[filter:tempauth]
use = egg:swift#tempauth
user_${accessKey.replace(':', '_')} = ${secretKey} .admin
[filter:slo]
use = egg:swift#slo
`

/** Says where a store's server is: one device, one copy. */
async function makeRing(dir: string, name: string, port: number): Promise<void> {
  const build = (...args: string[]): Promise<unknown> =>
    run('swift-ring-builder', [`${name}.builder`, ...args], { cwd: dir })
  await build('create', '1', '1', '0')
  await build('add', '--region=1', '--zone=1', '--ip=127.0.0.1', `--port=${port}`, '--device=d1', '--weight=1')
  await build('rebalance')
}

function startServer(dir: string, name: string): ChildProcess {
  const log = openSync(join(dir, `${name}.log`), 'w')
  // A test process that is killed takes its servers with it.
  const args = ['--pdeathsig', 'KILL', `swift-${name}-server`, join(dir, `${name}.conf`), '--verbose']
  return spawn('setpriv', args, { stdio: ['ignore', log, log] })
}

async function stopServers(servers: readonly ChildProcess[]): Promise<void> {
  const running = servers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const ended = running.map((server) => once(server, 'exit'))
  for (const server of running) server.kill('SIGKILL')
  await Promise.all(ended)
}

async function answers(url: string): Promise<boolean> {
  return (await fetch(url).catch(() => undefined))?.status !== undefined
}

/** Waits for the proxy and makes the bucket, for which all four must work. */
async function makeBucket(settings: BucketSettings, servers: readonly ChildProcess[]): Promise<void> {
  const until = Date.now() + READY_MS
  while (!(await answers(settings.endpoint))) {
    if (Date.now() > until || servers.some(({ exitCode }) => exitCode !== null)) throw new Error('Swift did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await (await new Bucket(settings).send({ method: 'PUT', key: '' })).arrayBuffer()
}

/**
 * Starts the four servers with an empty bucket. Throws with the end of their logs if they do not work.
 * @param page objects in one page of a list
 */
export async function startSwift(page: number): Promise<Swift> {
  const dir = mkdtempSync(join(tmpdir(), 'strata-swift-'))
  const [proxy = 0, ...ports] = await freePorts(STORES.length + 1)
  const endpoint = `http://127.0.0.1:${proxy}`
  const keys = { accessKey: 'exports:writer', secretKey: 'the/secret+key' }
  const settings = { endpoint, bucket: 'exports-of-all', region: 'eu-x-1', ...keys }
  mkdirSync(join(dir, 'devices/d1'), { recursive: true })
  writeFileSync(join(dir, 'proxy.conf'), serverOf(dir, proxy) + proxyOf(settings, page))
  const servers: ChildProcess[] = []
  const stop = async (): Promise<void> => {
    await stopServers(servers)
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await Promise.all(
      STORES.map((name, at) => {
        const port = ports[at] ?? 0
        writeFileSync(join(dir, `${name}.conf`), serverOf(dir, port) + storeOf(name))
        return makeRing(dir, name, port)
      }),
    )
    for (const name of [...STORES, 'proxy']) servers.push(startServer(dir, name))
    await makeBucket(settings, servers)
    return { settings, stop }
  } catch (error) {
    const logs = [...STORES, 'proxy'].map((name) => `${name}: ${lastLines(join(dir, `${name}.log`))}`)
    await stop()
    throw new Error(`Swift does not work: ${String(error)}\n${logs.join('\n')}`, { cause: error })
  }
}

function lastLines(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(-10).join('\n')
  } catch {
    return ''
  }
}
