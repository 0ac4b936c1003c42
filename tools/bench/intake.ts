import type { BetSlip, Quote } from '@strata/domain/book/intake'
import autocannon from 'autocannon'
import { fastify } from 'fastify'
import { INTAKE_LIMITS, type Intake } from '../../apps/server/src/intake/intake.ts'
import { MerchantKeys } from '../../apps/server/src/intake/merchant-keys.ts'
import { intakeRoutes } from '../../apps/server/src/intake/routes.ts'
import { IntakeThread } from '../../apps/server/src/intake/thread.ts'
import { watchIntake } from '../../apps/server/src/intake/watch.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { createApp } from '../../apps/server/src/platform/http.ts'
import { LiveHub } from '../../apps/server/src/platform/live.ts'
import { Metrics } from '../../apps/server/src/platform/metrics.ts'
import { createSecrets } from '../../apps/server/src/platform/secrets.ts'
import { signRequest } from '../../apps/server/src/platform/signature.ts'
import { watchBare } from './bare-watch.ts'
import { costText, perSecondOf, postgresCpu } from './cost.ts'
import { DiskWatch } from './disk-watch.ts'
import {
  type BenchCluster,
  type BenchRow,
  benchConfig,
  betMaker,
  MERCHANT_KEY,
  partOf,
  readQuotes,
  startBenchCluster,
  WORLD,
} from './engine-world.ts'
import { compareInProcess, compareSettings } from './in-process.ts'
import { endWith, log } from './intake-deps.ts'
import { watchedLine } from './processors.ts'

const BATCH = 500

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

/** Sets the hold limits of the agents: nobody replenishes, or a tenth of them do so for each bet of their members. */
const limitOf = (holdLimit: string): string => `
  update replenishment_settings s set auto = jsonb_set(s.auto, '{0,holdLimit}', to_jsonb((${holdLimit})::text))
    from paths p where p.merchant_id = s.merchant_id and p.id = s.path_id and p.role = 3`
const NOBODY_SENDS = limitOf(`'100000000000'`)
const A_TENTH_SENDS = limitOf(`case when p.id % 10 = 0 then '0' else '100000000000' end`)

/** Bets per second when a tenth of the bets cause a replenishment, compared with none. It is on in both cases. */
async function whenSending(cluster: BenchCluster, quotes: ReadonlyMap<string, Quote>, legs: number): Promise<BenchRow> {
  const { one, two, sends, bets } = await compareSettings(cluster, quotes, {
    one: NOBODY_SENDS,
    two: A_TENTH_SENDS,
    legs,
  })
  const share = ((sends / bets) * 100).toFixed(0)
  return {
    ...atLeast(
      `intake in process, ${share}% of the bets causing a replenishment / none`,
      perSecondOf(two),
      perSecondOf(one),
      0.85,
    ),
    notes: [`causing: ${costText(two)}`, `none: ${costText(one)}`],
  }
}

/** Open loop in process: single bets at a steady rate. Measures from when a bet was due until it was durable. */
export async function openLoop(
  intake: Intake,
  make: (index: number) => Omit<BetSlip, 'callId'>,
  rate: number,
  seconds: number,
) {
  const latencies: number[] = []
  const offeredLate: number[] = []
  const total = rate * seconds
  const from = performance.now()
  let placed = 0
  let fault: unknown
  // Only the times of a bet are stored: the garbage collector would copy more data within the measured time.
  while (latencies.length < total && fault === undefined) {
    // The first one is due at once.
    const due = Math.min(total, Math.floor(((performance.now() - from) / 1000) * rate) + 1)
    for (; placed < due; placed++) {
      const dueAt = from + (placed / rate) * 1000
      offeredLate.push(performance.now() - dueAt)
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
  return { latencies, offeredLate, p50: partOf(latencies, 0.5), p99: partOf(latencies, 0.99) }
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
  const from = performance.now()
  let lastAt = from
  const run = autocannon({
    url,
    connections,
    amount: share * connections,
    setupClient: (client) => {
      const own = prepared.bodies.slice(next * share, (next + 1) * share)
      next += 1
      client.setRequests(own.map(({ body, headers }) => ({ method: 'POST', path: TARGET, body, headers })))
      client.on('body', (body) => {
        lastAt = performance.now()
        if (wrong === '' && body.toString().includes('"accepted":false')) wrong = body.toString().slice(0, 300)
      })
    },
  })
  const result = await run
  if (wrong !== '') throw new Error(`refused: ${wrong}`)
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} bad answers, ${result.errors} errors`)
  // Not its own duration, which is counted in whole seconds.
  return (result.requests.total / (lastAt - from)) * 1000
}

async function serve(pool: Pool, maxBatch: number): Promise<{ url: string; close: () => Promise<void> }> {
  const config = benchConfig()
  const metrics = new Metrics()
  const app = await createApp({ config, log, clock: systemClock, metrics })
  const intake = intakeThread(pool, { maxBatch })
  const keys = new MerchantKeys({ pool, clock: systemClock, secrets: createSecrets(config.keys) })
  intakeRoutes(app, { pool, clock: systemClock, intake, keys, watch: watchIntake(metrics, undefined) })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => app.close() }
}

/** Bets, or calls with none, before those that are measured: the engine's code is compiled after some seconds of them. */
const WARM = 10_000

export async function emptyPost(calls: number, connections: number): Promise<number> {
  const app = fastify()
  app.post(TARGET, async () => ({ ok: true }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const body = JSON.stringify({ bets: [] })
  const bodies = Array.from({ length: WARM + calls }, () => ({ body, headers: { 'content-type': 'application/json' } }))
  await shoot(url, { bodies: bodies.slice(0, WARM) }, connections)
  const rate = await shoot(url, { bodies: bodies.slice(WARM) }, connections)
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
  // Batches of one bet take as long as twenty of the others.
  const warm = Math.max(shape.connections * 2, WARM / shape.perCall / (shape.maxBatch === 1 ? 10 : 1))
  await shoot(
    server.url,
    prepare((index) => ({ ...make(index), betNo: `w${seed}-${index}` }), warm, shape.perCall),
    shape.connections,
  )
  const prepared = prepare(make, shape.calls, shape.perCall)
  const cpuBefore = postgresCpu(cluster.pid())
  const processors = watchedLine(cluster.pid())
  const calls = await shoot(server.url, prepared, shape.connections)
  const cpu = ((postgresCpu(cluster.pid()) - cpuBefore) / (shape.calls * shape.perCall)) * 1e6
  const note = processors()
  await server.close()
  await pool.end()
  return { bets: calls * shape.perCall, cpu, note }
}

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

/** Legs of ten batches of 500 on each side. */
export const INTAKE_LEGS = 10

async function inProcessRows(cluster: BenchCluster, quotes: ReadonlyMap<string, Quote>, legs: number) {
  const { engine, reference, sends, singles, grownOld } = await compareInProcess(cluster, quotes, legs)
  const pgUs = engine.pgUs / engine.bets
  const rows: BenchRow[] = [
    {
      ...atLeast(
        `intake in process, batches of 500 (${sends} replenishments) / reference`,
        perSecondOf(engine),
        perSecondOf(reference),
        0.75,
      ),
      notes: [
        `engine: ${costText(engine)}`,
        `reference: ${costText(reference)}`,
        `batches of one bet, one after another: ${costText(singles)}; ${(grownOld * 100).toFixed(1)}% of what they make outlives the young generation`,
      ],
    },
    {
      what: 'PostgreSQL CPU per bet, batches of 500 / reference',
      value: `${pgUs.toFixed(1)} us`,
      reference: `${(reference.pgUs / reference.bets).toFixed(1)} us`,
      ratio: engine.pgUs / reference.pgUs,
      goal: '<= 70 us',
      met: pgUs <= 70,
    },
  ]
  return { rows, bare: perSecondOf(reference), pgUs }
}

/** Only the comparison in process. */
export async function benchInProcess(legs = INTAKE_LEGS): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  try {
    const first = await cluster.fresh()
    return (await inProcessRows(cluster, await readQuotes(first.pool), legs)).rows
  } finally {
    await cluster.stop()
  }
}

/** Measures intake against its goals, with `legs` legs of ten batches in process on each side. */
export async function benchIntake(legs = INTAKE_LEGS): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  try {
    const first = await cluster.fresh()
    const quotes = await readQuotes(first.pool)
    const { rows, bare, pgUs } = await inProcessRows(cluster, quotes, legs)
    rows.push(await whenSending(cluster, quotes, Math.ceil(legs / 2)))
    const of = (shape: Parameters<typeof overHttp>[3], seed: number) => overHttp(cluster, quotes, seed, shape)
    const calls500 = await of({ calls: 8 * legs, perCall: 500, connections: 4, maxBatch: 500 }, 11)
    rows.push({
      ...atLeast('intake over HTTP, calls of 500 / reference', calls500.bets, bare, 0.6),
      notes: [calls500.note],
    })
    const calls20 = await of({ calls: 192 * legs, perCall: 20, connections: 32, maxBatch: 500 }, 12)
    rows.push({
      ...atLeast('intake over HTTP, calls of 20 / reference', calls20.bets, bare, 0.6),
      notes: [`PostgreSQL ${calls20.cpu.toFixed(0)} us a bet`, calls20.note],
    })
    const single = await of({ calls: 2_560 * legs, perCall: 1, connections: 64, maxBatch: 500 }, 13)
    const alone = await of({ calls: 320 * legs, perCall: 1, connections: 64, maxBatch: 1 }, 14)
    rows.push(atLeast('single-bet calls, 64 callers / batch size 1', single.bets, alone.bets, 2))
    const empty = await emptyPost(5_120 * legs, 64)
    rows.push({
      ...atLeast('single-bet calls, 64 callers / empty POST', single.bets, empty, 0.2),
      notes: [`PostgreSQL ${single.cpu.toFixed(0)} us a single bet`, single.note],
    })
    const ratio = pgUs / alone.cpu
    rows.push({
      what: 'PostgreSQL CPU per bet, batches of 500 / batch size 1',
      value: `${pgUs.toFixed(0)} us`,
      reference: `${alone.cpu.toFixed(0)} us`,
      ratio,
      goal: '<= 0.33',
      met: ratio <= 0.33,
    })
    return rows
  } finally {
    await cluster.stop()
  }
}

/** Before that the code is not compiled: at 8,000/s the first four seconds pile up what takes half a second to answer. */
const WARM_SECONDS = 5

/** How long single bets take at a steady rate. The disk's own syncs are timed beside them. */
export async function benchLatency(seconds = 30): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  const rows: BenchRow[] = []
  try {
    const first = await cluster.fresh()
    const quotes = await readQuotes(first.pool)
    for (const [rate, goalMs] of [
      [2_000, 10],
      [8_000, 50],
    ] as const) {
      const { pool, url } = await cluster.fresh()
      const intake = intakeThread(pool)
      const warm = betMaker(rate, quotes)
      await openLoop(intake, (index) => ({ ...warm(index), betNo: `warm${index}` }), rate, WARM_SECONDS)
      const disk = new DiskWatch()
      const stopBare = watchBare(url)
      const pg = postgresCpu(cluster.pid())
      const processors = watchedLine(cluster.pid())
      const { p50, p99, offeredLate } = await openLoop(intake, betMaker(rate + 1, quotes), rate, seconds)
      const note = processors()
      const cpu = ((postgresCpu(cluster.pid()) - pg) / (rate * seconds)) * 1e6
      await disk.stop()
      const [syncs, bare] = [disk.takeSyncs(), await stopBare()]
      const of = (part: number): string => partOf(syncs, part).toFixed(1)
      rows.push({
        ...within(`p99 of single bets at ${rate.toLocaleString('en')}/s in process`, p99, p50, goalMs),
        notes: [
          `of that before it was offered: p50 ${partOf(offeredLate, 0.5).toFixed(1)}, p99 ${partOf(offeredLate, 0.99).toFixed(1)} ms`,
          `a bare "select 1" beside it: p50 ${partOf(bare, 0.5).toFixed(1)}, p99 ${partOf(bare, 0.99).toFixed(1)} ms`,
          `the disk alone beside it: p50 ${of(0.5)}, p99 ${of(0.99)}, worst ${disk.takeWorst().toFixed(1)} ms; PostgreSQL ${cpu.toFixed(0)} us a bet`,
          note,
        ],
      })
      await pool.end()
    }
    return rows
  } finally {
    await cluster.stop()
  }
}
