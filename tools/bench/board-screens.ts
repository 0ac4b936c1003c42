import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AccountId } from '@strata/domain/ids'
import { openSession } from '../../apps/server/src/access/session/sessions.ts'
import { addRooms } from '../../apps/server/src/compose.ts'
import { createApp } from '../../apps/server/src/platform/http.ts'
import { Jobs } from '../../apps/server/src/platform/jobs.ts'
import { LiveHub } from '../../apps/server/src/platform/live.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { Metrics } from '../../apps/server/src/platform/metrics.ts'
import type { Platform } from '../../apps/server/src/platform/platform.ts'
import { EventStreams } from '../../apps/server/src/platform/streams.ts'
import type { Orders, Seat, Seen } from './board-readers.ts'
import { type BenchCluster, benchConfig, NOW, PERIOD_NO, WORLD } from './engine-world.ts'

const WATCHED_GROUP = 301
/** The play of that group that probes are placed on. */
export const PROBED_PLAY = 'TMA'
const SCREENS_A_SESSION = 4

type Pool = Awaited<ReturnType<BenchCluster['fresh']>>['pool']

/** Gives each path above the members its own account. */
async function giveAccounts(pool: Pool): Promise<void> {
  await pool.query(
    `insert into accounts (id, name, account_type, role_id, merchant_id, password_hash, transfer_hash, created_at)
     overriding system value
     select p.id, p.name, 2, p.role, p.merchant_id, '', '', 0 from paths p where p.merchant_id = 1 and p.role < 10`,
  )
  await pool.query('update paths set account_id = id where merchant_id = 1 and role < 10')
}

/** One seat per path. Screens of one path share a session, up to the limit of streams per session. */
async function takeSeats(pool: Pool, paths: readonly number[], now: number): Promise<Seat[]> {
  const seats: Seat[] = []
  const tokens = new Map<string, string>()
  for (const pathId of paths) {
    const used = seats.filter((seat) => seat.pathId === pathId).length
    const key = `${pathId} ${Math.floor(used / SCREENS_A_SESSION)}`
    const session = {
      accountId: AccountId(pathId),
      roleType: 2,
      ip: '127.0.0.1',
      device: 'bench',
      now,
      lastsMs: 43_200_000,
    } as const
    const token = tokens.get(key) ?? (await openSession(pool, session))
    tokens.set(key, token)
    seats.push({ token, pathId })
  }
  return seats
}

async function startServer(pool: Pool, url: string, clock: () => number) {
  const log = createLog('silent')
  const live = new LiveHub(log)
  const config = { ...benchConfig(), demo: 'off' as const, simulator: false }
  const platform: Platform = {
    config,
    log,
    clock,
    pool,
    reports: pool,
    replica: pool,
    background: undefined,
    live,
    streams: new EventStreams(live),
    jobs: new Jobs({ log, pool, url }),
    metrics: new Metrics(),
    tracer: undefined,
    checks: [],
    onStop: () => undefined,
  }
  const app = await createApp({ config, log, clock, metrics: platform.metrics, callsPerMinute: 10_000_000 })
  await addRooms(app, platform)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address')
  return { app, platform, base: `http://127.0.0.1:${address.port}` }
}

/** Starts a whole server in this process. Another process opens the boards of these paths over HTTP. */
export async function openScreens(cluster: BenchCluster, paths: readonly number[]) {
  const readers = fork(fileURLToPath(new URL('board-readers.ts', import.meta.url)))
  const { pool, url } = await cluster.fresh()
  await pool.query('drop table orders_bench')
  await giveAccounts(pool)
  const began = Date.now()
  const clock = () => NOW + Date.now() - began
  const { app, platform, base } = await startServer(pool, url, clock)
  const seen: Seen[] = []
  const opened = new Promise<void>((resolve) => {
    readers.on('message', (message) => (message === 'open' ? resolve() : seen.push(message as Seen)))
  })
  const seats = await takeSeats(pool, paths, clock())
  const watched = { gameId: WORLD.game, periodNo: PERIOD_NO, groupId: WATCHED_GROUP, playCode: PROBED_PLAY }
  const orders: Orders = { base, seats, ...watched }
  readers.send(orders)
  await opened
  return {
    pool,
    live: platform.live,
    clock,
    /** Every changed row that a screen has shown, in order of arrival. */
    seen,
    async close() {
      readers.kill()
      await app.close()
    },
  }
}
