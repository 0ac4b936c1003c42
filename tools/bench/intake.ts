import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { BetSlip, Quote } from '@strata/domain/book/intake'
import autocannon from 'autocannon'
import { fastify } from 'fastify'
import { verifyExposures } from '../../apps/server/src/book/exposures/store-rebuild.ts'
import { GamesReader } from '../../apps/server/src/book/open-games/read-open-games.ts'
import { takeBets } from '../../apps/server/src/intake/decide-batch.ts'
import { INTAKE_LIMITS, type Intake } from '../../apps/server/src/intake/intake.ts'
import { intakePool } from '../../apps/server/src/intake/intake-pool.ts'
import { MerchantKeys } from '../../apps/server/src/intake/merchant-keys.ts'
import { intakeRoutes } from '../../apps/server/src/intake/routes.ts'
import { IntakeThread } from '../../apps/server/src/intake/thread.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { createApp } from '../../apps/server/src/platform/http.ts'
import { LiveHub } from '../../apps/server/src/platform/live.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { Metrics } from '../../apps/server/src/platform/metrics.ts'
import { createSecrets } from '../../apps/server/src/platform/secrets.ts'
import { signRequest } from '../../apps/server/src/platform/signature.ts'
import { SnapshotCache } from '../../apps/server/src/tree/snapshot/merchant-snapshot.ts'
import {
  type BenchCluster,
  type BenchRow,
  benchConfig,
  betMaker,
  MERCHANT_KEY,
  NOW,
  partOf,
  printRow,
  readQuotes,
  startBenchCluster,
  WORLD,
} from './engine-world.ts'

const BATCH = 500
const RUNS = 3
const log = createLog('silent')
const TICKS_A_SECOND = 100

/** Uses separate connections for intake, which end with the pool they are made from. */
export const depsOn = (base: Pool) => ({
  pool: intakeOn(base),
  live: new LiveHub(log),
  clock: () => NOW,
  snapshots: new SnapshotCache(),
  openGames: new GamesReader(() => NOW).open,
  exactTotals: new Map(),
  lastGames: new Map(),
  log,
})

interface ThreadOptions {
  readonly live?: LiveHub
  readonly maxBatch?: number
}

/** Intake in its thread, like in a server. It ends with the pool whose database it uses. */
export function intakeThread(base: Pool, { live = new LiveHub(log), maxBatch = BATCH }: ThreadOptions = {}): Intake {
  const thread = new IntakeThread({
    script: new URL('../../apps/server/src/workers/intake.ts', import.meta.url),
    url: String(base.options.connectionString),
    log,
    live,
    limits: { ...INTAKE_LIMITS, maxBatch, maxWaiting: 1e6, maxWaitingPerLane: 1e6 },
  })
  thread.start()
  endWith(base, () => thread.drain())
  return thread
}

function endWith(base: Pool, work: () => Promise<unknown>): void {
  const end = base.end.bind(base) as () => Promise<void>
  base.end = (async () => {
    await work()
    await end()
  }) as typeof base.end
}

function intakeOn(base: Pool): Pool {
  const own = intakePool(base, 6)
  endWith(base, () => own.end())
  return own
}

/** CPU seconds of the postmaster and its child processes. */
export function postgresCpu(pid: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(name) !== pid && Number(fields[1]) !== pid) continue
      ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // The process ended meanwhile.
    }
  }
  return ticks / TICKS_A_SECOND
}

interface Sent {
  readonly values: readonly unknown[]
}

/** Records what the engine writes, so that the bare reference can write the same rows. */
function captureWrites(pool: Pool): Sent[] {
  const sent: Sent[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const capturing = (...args: unknown[]): unknown => {
      const first = args[0] as { name?: string; values?: unknown[] }
      if (first?.name === 'intake-write') sent.push({ values: first.values ?? [] })
      return query(...args)
    }
    client.query = capturing as typeof client.query
  })
  return sent
}

const slipsOf = (make: (index: number) => Omit<BetSlip, 'callId'>, count: number): BetSlip[] =>
  Array.from({ length: count }, (_, index) => ({ ...make(index), callId: index }))

const WARM = 4

/** Bets per second in process: batches of 500 through the whole decision, compared with only writing the same rows. */
export async function inProcess(
  cluster: BenchCluster,
  quotes: ReadonlyMap<string, Quote>,
  bets: number,
  settings?: string,
) {
  const engine = await cluster.fresh()
  if (settings !== undefined) await engine.pool.query(settings)
  const deps = depsOn(engine.pool)
  const sent = captureWrites(deps.pool)
  const slips = slipsOf(betMaker(1, quotes), bets + WARM * BATCH)
  let from = 0
  let cpuBefore = 0
  for (let at = 0; at < slips.length; at += BATCH) {
    if (at === WARM * BATCH) {
      from = performance.now()
      cpuBefore = postgresCpu(cluster.pid())
    }
    const answers = await takeBets(deps, WORLD.merchant, slips.slice(at, at + BATCH))
    const refused = answers.find((answer) => answer.kind !== 'accepted')
    if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`)
  }
  const engineMs = performance.now() - from
  const engineCpu = postgresCpu(cluster.pid()) - cpuBefore
  const fault = await verifyExposures(engine.pool, WORLD.merchant)
  if (fault) throw new Error(`exposures: ${JSON.stringify(fault)}`)
  const orders = await engine.pool.query<{ n: number }>('select count(*)::integer as n from orders')
  const bare = await cluster.fresh()
  const bareMs = await writeBare(bare.pool, sent)
  await Promise.all([engine.pool.end(), bare.pool.end()])
  return {
    engine: (bets / engineMs) * 1000,
    bare: (bets / bareMs) * 1000,
    cpu: (engineCpu / bets) * 1e6,
    orders: orders.rows[0]?.n ?? 0,
  }
}

/** Sets the hold limits of the agents: nobody replenishes, or a tenth of them do so for each bet of their members. */
const limitOf = (holdLimit: string): string => `
  update replenishment_settings s set auto = jsonb_set(s.auto, '{0,holdLimit}', to_jsonb((${holdLimit})::text))
    from paths p where p.merchant_id = s.merchant_id and p.id = s.path_id and p.role = 3`
const NOBODY_SENDS = limitOf(`'100000000000'`)
const A_TENTH_SENDS = limitOf(`case when p.id % 10 = 0 then '0' else '100000000000' end`)

/** Bets per second when a tenth of the bets cause a replenishment, compared with none. It is on in both cases. */
async function whenSending(cluster: BenchCluster, quotes: ReadonlyMap<string, Quote>, bets: number): Promise<BenchRow> {
  const [held, sent]: [number[], number[]] = [[], []]
  let orders = 0
  for (let run = 0; run < RUNS; run++) {
    held.push((await inProcess(cluster, quotes, bets, NOBODY_SENDS)).engine)
    const sending = await inProcess(cluster, quotes, bets, A_TENTH_SENDS)
    sent.push(sending.engine)
    orders = sending.orders
  }
  const share = (((orders - bets - WARM * BATCH) / (bets + WARM * BATCH)) * 100).toFixed(0)
  return atLeast(
    `intake in process, ${share}% of the bets causing a replenishment / none`,
    middle(sent),
    middle(held),
    0.85,
  )
}

async function writeBare(pool: Pool, sent: readonly Sent[]): Promise<number> {
  const { writeText } = await import('../../apps/server/src/book/exposures/store-write.ts')
  const client = await pool.connect()
  await client.query(`insert into merchant_periods values (1, ${WORLD.period}, ${WORLD.game}, '2026-05-20')`)
  let from = 0
  for (const [index, { values }] of sent.entries()) {
    if (index === WARM) from = performance.now()
    await client.query('begin')
    await client.query({ name: 'bare', text: writeText, values: [...values] })
    await client.query('commit')
  }
  const ms = performance.now() - from
  client.release()
  return ms
}

/** Open loop in process: single bets at a steady rate. Measures from when a bet was due until it was durable. */
export async function openLoop(
  intake: Intake,
  make: (index: number) => Omit<BetSlip, 'callId'>,
  rate: number,
  seconds: number,
) {
  const latencies: number[] = []
  const total = rate * seconds
  const from = performance.now()
  let placed = 0
  let fault: unknown
  // Only the time of a bet is stored: the garbage collector would copy more data within the measured time.
  while (latencies.length < total && fault === undefined) {
    const due = Math.min(total, Math.floor(((performance.now() - from) / 1000) * rate))
    for (; placed < due; placed++) {
      const dueAt = from + (placed / rate) * 1000
      intake.create(WORLD.merchant, [make(placed)]).then(
        (results) => {
          if (!results[0]?.accepted) fault = new Error(`refused: ${JSON.stringify(results[0])}`)
          latencies.push(performance.now() - dueAt)
        },
        (error: unknown) => {
          fault = error
        },
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  if (fault !== undefined) throw fault
  return { latencies, p50: partOf(latencies, 0.5), p99: partOf(latencies, 0.99) }
}

interface Prepared {
  readonly bodies: readonly { readonly body: string; readonly headers: Record<string, string> }[]
}

const TARGET = '/api/rec/order/create'

function prepare(make: (index: number) => Omit<BetSlip, 'callId'>, calls: number, perCall: number): Prepared {
  let index = 0
  const bodies = Array.from({ length: calls }, () => {
    const bets = Array.from({ length: perCall }, () => {
      const { pankou: _pankou, ...bet } = make(index++)
      return bet
    })
    const body = JSON.stringify({ bets })
    const timestamp = String(Date.now())
    const signature = signRequest(MERCHANT_KEY, { timestamp, method: 'POST', target: TARGET, rawBody: body })
    const headers = {
      'content-type': 'application/json',
      'x-merchant': 'bench',
      'x-timestamp': timestamp,
      'x-signature': signature,
    }
    return { body, headers }
  })
  return { bodies }
}

/** Sends prepared calls from `connections` callers, each with its own share. Returns calls per second. */
async function shoot(url: string, prepared: Prepared, connections: number): Promise<number> {
  const share = Math.floor(prepared.bodies.length / connections)
  let next = 0
  let wrong = ''
  const run = autocannon({
    url,
    connections,
    amount: share * connections,
    setupClient: (client) => {
      const own = prepared.bodies.slice(next * share, (next + 1) * share)
      next += 1
      client.setRequests(own.map(({ body, headers }) => ({ method: 'POST', path: TARGET, body, headers })))
      client.on('body', (body) => {
        if (wrong === '' && body.toString().includes('"accepted":false')) wrong = body.toString().slice(0, 300)
      })
    },
  })
  const result = await run
  if (wrong !== '') throw new Error(`refused: ${wrong}`)
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} bad answers, ${result.errors} errors`)
  return result.requests.total / result.duration
}

async function serve(pool: Pool, maxBatch: number): Promise<{ url: string; close: () => Promise<void> }> {
  const config = benchConfig()
  const app = await createApp({ config, log, clock: systemClock, metrics: new Metrics() })
  const intake = intakeThread(pool, { maxBatch })
  const keys = new MerchantKeys({ pool, clock: systemClock, secrets: createSecrets(config.keys) })
  intakeRoutes(app, { pool, clock: systemClock, intake, keys })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => app.close() }
}

export async function emptyPost(calls: number, connections: number): Promise<number> {
  const app = fastify()
  app.post(TARGET, async () => ({ ok: true }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const body = JSON.stringify({ bets: [] })
  const bodies = Array.from({ length: calls }, () => ({ body, headers: { 'content-type': 'application/json' } }))
  const rate = await shoot(url, { bodies }, connections)
  await app.close()
  return rate
}

export async function overHttp(
  cluster: BenchCluster,
  quotes: ReadonlyMap<string, Quote>,
  seed: number,
  shape: { calls: number; perCall: number; connections: number; maxBatch: number },
) {
  const { pool } = await cluster.fresh()
  const server = await serve(pool, shape.maxBatch)
  const make = betMaker(seed, quotes)
  await shoot(
    server.url,
    prepare((index) => ({ ...make(index), betNo: `w${seed}-${index}` }), shape.connections * 2, shape.perCall),
    shape.connections,
  )
  const prepared = prepare(make, shape.calls, shape.perCall)
  const cpuBefore = postgresCpu(cluster.pid())
  const calls = await shoot(server.url, prepared, shape.connections)
  const cpu = ((postgresCpu(cluster.pid()) - cpuBefore) / (shape.calls * shape.perCall)) * 1e6
  await server.close()
  await pool.end()
  return { bets: calls * shape.perCall, cpu }
}

const middle = (values: readonly number[]): number => values.toSorted((one, two) => one - two)[values.length >> 1] ?? 0
const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`

const atLeast = (what: string, value: number, reference: number, goal: number): BenchRow => ({
  what,
  value: perSecond(value),
  reference: perSecond(reference),
  ratio: value / reference,
  goal: `>= ${goal}`,
  met: value / reference >= goal,
})

const within = (what: string, p99: number, p50: number, goalMs: number): BenchRow => ({
  what,
  value: `${p99.toFixed(1)} ms`,
  reference: `p50 ${p50.toFixed(1)} ms`,
  ratio: p99 / goalMs,
  goal: `<= ${goalMs} ms`,
  met: p99 <= goalMs,
})

/** Measures intake against its goals, with `bets` bets in each in-process run. */
export async function benchIntake(bets = 30_000): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  try {
    const first = await cluster.fresh()
    const quotes = await readQuotes(first.pool)
    const runs: Awaited<ReturnType<typeof inProcess>>[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await inProcess(cluster, quotes, bets))
    const bare = middle(runs.map((run) => run.bare))
    const sends = (runs[0]?.orders ?? 0) - bets - WARM * BATCH
    const rows = [
      atLeast(
        `intake in process, batches of 500 (${sends} replenishments) / bare`,
        middle(runs.map((run) => run.engine)),
        bare,
        0.75,
      ),
    ]
    rows.push(await whenSending(cluster, quotes, bets))
    const of = (shape: Parameters<typeof overHttp>[3], seed: number) => overHttp(cluster, quotes, seed, shape)
    const calls500 = await of({ calls: 80, perCall: 500, connections: 4, maxBatch: 500 }, 11)
    rows.push(atLeast('intake over HTTP, calls of 500 / bare', calls500.bets, bare, 0.6))
    const calls20 = await of({ calls: 1920, perCall: 20, connections: 32, maxBatch: 500 }, 12)
    rows.push(atLeast('intake over HTTP, calls of 20 / bare', calls20.bets, bare, 0.6))
    const single = await of({ calls: 25_600, perCall: 1, connections: 64, maxBatch: 500 }, 13)
    const alone = await of({ calls: 3_200, perCall: 1, connections: 64, maxBatch: 1 }, 14)
    rows.push(atLeast('single-bet calls, 64 callers / batch size 1', single.bets, alone.bets, 2))
    rows.push(atLeast('single-bet calls, 64 callers / empty POST', single.bets, await emptyPost(51_200, 64), 0.2))
    const cpu = {
      value: `${middle(runs.map((run) => run.cpu)).toFixed(0)} us`,
      reference: `${alone.cpu.toFixed(0)} us`,
    }
    const ratio = middle(runs.map((run) => run.cpu)) / alone.cpu
    rows.push({
      what: 'PostgreSQL CPU per bet, batches of 500 / batch size 1',
      ...cpu,
      ratio,
      goal: '<= 0.33',
      met: ratio <= 0.33,
    })
    return rows
  } finally {
    await cluster.stop()
  }
}

/** How long single bets take at a steady rate. */
export async function benchLatency(): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  const rows: BenchRow[] = []
  try {
    const first = await cluster.fresh()
    const quotes = await readQuotes(first.pool)
    for (const [rate, goalMs] of [
      [2_000, 10],
      [8_000, 50],
    ] as const) {
      const { pool } = await cluster.fresh()
      const intake = intakeThread(pool)
      const warm = betMaker(rate, quotes)
      await openLoop(intake, (index) => ({ ...warm(index), betNo: `warm${index}` }), rate, 1)
      const { p50, p99 } = await openLoop(intake, betMaker(rate + 1, quotes), rate, 5)
      rows.push(within(`p99 of single bets at ${rate.toLocaleString('en')}/s in process`, p99, p50, goalMs))
      await pool.end()
    }
    return rows
  } finally {
    await cluster.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const line of await benchIntake(Number.parseInt(process.argv[2] ?? '30000', 10))) printRow(line)
}
