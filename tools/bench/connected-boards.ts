import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openSession } from '../../apps/server/src/access/sessions.ts'
import { takeBets } from '../../apps/server/src/intake/batch.ts'
import { createApp } from '../../apps/server/src/platform/http.ts'
import { Jobs } from '../../apps/server/src/platform/jobs.ts'
import { LiveHub } from '../../apps/server/src/platform/live.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { Metrics } from '../../apps/server/src/platform/metrics.ts'
import type { Platform } from '../../apps/server/src/platform/platform.ts'
import { EventStreams } from '../../apps/server/src/platform/streams.ts'
import { addRooms } from '../../apps/server/src/rooms.ts'
import type { Orders, Seat, Seen } from './board-readers.ts'
import {
  type BenchCluster,
  type BenchRow,
  benchConfig,
  betMaker,
  FIRST,
  NOW,
  PERIOD_NO,
  printRow,
  readQuotes,
  startBenchCluster,
  WORLD,
} from './engine-world.ts'
import { depsOn, postgresCpu } from './intake.ts'

const SCREENS = 500
/** As much as the demo's game platform sends. */
const BETS_PER_SECOND = 5
const SECONDS = 15
const PROBES = 20

type Pool = Awaited<ReturnType<BenchCluster['fresh']>>['pool']

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Everybody above the members gets an account of its own. */
async function giveAccounts(pool: Pool): Promise<void> {
  await pool.query(
    `insert into accounts (id, name, account_type, role_id, merchant_id, password_hash, transfer_hash, created_at)
     overriding system value
     select p.id, p.name, 2, p.role, p.merchant_id, '', '', 0 from paths p where p.merchant_id = 1 and p.role < 10`,
  )
  await pool.query('update paths set account_id = id where merchant_id = 1 and role < 10')
}

/** As the tree is: of every hundred screens one is the merchant's, ten general agents', the rest agents'; at most four share a session. */
async function takeSeats(pool: Pool, now: number): Promise<Seat[]> {
  const seats: Seat[] = []
  const tokens = new Map<string, string>()
  for (let index = 0; index < SCREENS; index++) {
    const kind = index % 100
    const general = FIRST.general + (kind % WORLD.generals)
    const pathId = kind === 0 ? WORLD.merchantPath : kind <= 10 ? general : FIRST.agent + (index % WORLD.agents)
    const used = seats.filter((seat) => seat.pathId === pathId).length
    const key = `${pathId} ${Math.floor(used / 4)}`
    const session = { accountId: pathId, roleType: 2, ip: '127.0.0.1', device: 'bench', now } as const
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
    replica: pool,
    live,
    streams: new EventStreams(live),
    jobs: new Jobs({ log, pool, url }),
    metrics: new Metrics(),
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

const partOf = (all: readonly number[], part: number): number =>
  all.toSorted((one, two) => one - two)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0

/** 500 screens with boards open beside the bets of a lively moment: what they cost, and how soon they show a bet. */
export async function benchConnectedBoards(): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  const readers = fork(fileURLToPath(new URL('board-readers.ts', import.meta.url)))
  try {
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
    const orders: Orders = {
      base,
      seats: await takeSeats(pool, clock()),
      gameId: WORLD.game,
      periodNo: PERIOD_NO,
      groupId: 301,
    }
    readers.send(orders)
    await opened
    const deps = { ...depsOn(pool), live: platform.live, clock }
    const quotes = await readQuotes(pool)
    const make = betMaker(7, quotes)
    let count = 0
    const place = async (over: Partial<ReturnType<typeof make>> = {}): Promise<void> => {
      const [answer] = await takeBets(deps, WORLD.merchant, [{ ...make(count), callId: count++, ...over }])
      if (answer?.kind !== 'accepted') throw new Error(JSON.stringify(answer))
    }
    for (let bet = 0; bet < 20; bet++) await place()
    await pause(2_000)
    const cpu = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6 + postgresCpu(cluster.pid())
    const cpuBefore = cpu()
    const from = performance.now()
    for (let bet = 0; bet < SECONDS * BETS_PER_SECOND; bet++) {
      const next = from + ((bet + 1) * 1000) / BETS_PER_SECOND
      await place()
      await pause(Math.max(0, next - performance.now()))
    }
    const seconds = (performance.now() - from) / 1000
    const cores = (cpu() - cpuBefore) / seconds
    const delays: number[] = []
    const watched = orders.seats.find(({ pathId }) => pathId >= FIRST.agent)?.pathId ?? FIRST.agent
    for (let probe = 0; probe < PROBES; probe++) {
      // A member below an agent with a screen, on an item of its own.
      const itemCode = String(10 + probe).padStart(2, '0')
      const odds = quotes.get(`TMA ${itemCode}`)
      const index = seen.length
      await place({
        account: `mem${watched - FIRST.agent}`,
        playCode: 'TMA',
        itemCode,
        ...(odds === undefined ? {} : { odds }),
      })
      const accepted = Date.now()
      const shows = ({ pathId, item }: Seen): boolean => pathId === watched && item === `TMA ${itemCode}`
      const until = accepted + 3_000
      while (!seen.slice(index).some(shows) && Date.now() < until) await pause(5)
      delays.push((seen.slice(index).find(shows)?.at ?? until) - accepted)
      await pause(150)
    }
    readers.kill()
    await app.close()
    const p95 = partOf(delays, 0.95)
    return [
      {
        what: `${SCREENS} connected boards beside ${BETS_PER_SECOND} bets/s, server and database together`,
        value: `${cores.toFixed(2)} cores`,
        reference: 'bets included',
        ratio: cores / 0.5,
        goal: '< 0.5 cores',
        met: cores < 0.5,
      },
      {
        what: `a changed cell on a connected screen after the accepted bet, ${SCREENS} screens open: p95`,
        value: `${p95} ms`,
        reference: `p50 ${partOf(delays, 0.5)} ms, longest ${partOf(delays, 1)} ms`,
        ratio: p95 / 500,
        goal: '<= 500 ms',
        met: p95 <= 500,
      },
    ]
  } finally {
    readers.kill()
    await cluster.stop()
  }
}

if (import.meta.main) for (const line of await benchConnectedBoards()) printRow(line)
