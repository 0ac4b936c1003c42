import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { MerchantId, PeriodId } from '@strata/domain/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GamesReader } from '../src/book/open-games/read-open-games.ts'
import { createSmallDatabase, NOW, PERIOD_NO } from '../src/book/testing/small-database.ts'
import { createIntake } from '../src/intake/intake.ts'
import { MerchantKeys } from '../src/intake/merchant-keys.ts'
import { intakeRoutes } from '../src/intake/routes.ts'
import { watchIntake } from '../src/intake/watch.ts'
import { loadConfig } from '../src/platform/config.ts'
import { createTracer } from '../src/platform/create-tracer.ts'
import { rows } from '../src/platform/db.ts'
import { createLog } from '../src/platform/log.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { merchantKeyPurpose, signRequest } from '../src/platform/signature.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../src/platform/testing/test-platform.ts'
import { settlePeriod } from '../src/settlement/settle/settle.ts'
import { SnapshotCache } from '../src/tree/snapshot/merchant-snapshot.ts'

/** A bet from its signed call to its ledger entries, as a receiver of OTLP over HTTP gets it. */

interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status?: { readonly code: number }
}
interface Sent {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[] }[]
}

const spans: WireSpan[] = []
const heard: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[] = []
let answers: number[] = []
const receiver = createServer(async (request, response) => {
  const sent = (await json(request)) as Sent
  const status = answers.shift() ?? 200
  heard.push({ url: request.url, headers: request.headers })
  if (status === 200) spans.push(...sent.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)))
  response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
afterAll(() => receiver.close())

const database = await createTestDatabase()
const { pool, raw } = database
await createSmallDatabase(raw, 12, 1)
const lost: number[] = []
const traces = loadConfig({
  OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a=b, x-other=2',
}).traces
const tracer = await createTracer({ traces }, createLog('silent'), (amount = 1) => void lost.push(amount))
if (!tracer) throw new Error('an endpoint is set')
const clock = (): number => NOW
const platform = createTestPlatform(database, { clock, tracer })
const { live, log, metrics } = platform
const secrets = createSecrets(platform.config.keys)
const watch = watchIntake(metrics, tracer)
const intake = createIntake({
  pool,
  live,
  log,
  clock,
  snapshots: new SnapshotCache(),
  openGames: new GamesReader(clock).open,
  onBatch: watch.onBatch,
  traced: true,
})
const app = await createTestApp(platform)
intakeRoutes(app, { pool, clock, intake, keys: new MerchantKeys({ pool, secrets, clock }), watch, tracer })
afterAll(() => app.close())

/** Spans are sent in turns, which are late where processors are full. */
const EXPORTED = { timeout: 10_000 } as const

async function place(odds: string) {
  const target = '/api/rec/order/create'
  const bet = {
    betNo: `b${odds}`,
    account: 'mem0001',
    gameId: 3,
    periodNo: PERIOD_NO,
    playCode: 'TM_LM',
    itemCode: 'DA',
  }
  const rawBody = JSON.stringify({ bets: [{ ...bet, odds, stake: '100' }] })
  const timestamp = String(NOW)
  const headers = {
    'content-type': 'application/json',
    'x-merchant': 'demo',
    'x-timestamp': timestamp,
    'x-signature': signRequest('a-key', { timestamp, method: 'POST', target, rawBody }),
  }
  const answer = await app.inject({ method: 'POST', url: target, headers, payload: rawBody })
  const { data } = answer.json() as { data: { results: { accepted: boolean; odds?: string }[] } }
  return { trace: String(answer.headers['x-trace-id']), result: data.results[0] }
}

const byName = (trace: string, name: string): WireSpan => {
  const found = spans.find((span) => span.traceId === trace && span.name === name)
  if (!found) throw new Error(`no span ${name} in ${spans.map((span) => `${span.traceId} ${span.name}`).join('\n')}`)
  return found
}

let bet: Awaited<ReturnType<typeof place>>
beforeAll(async () => {
  const secret = secrets.seal('a-key', merchantKeyPurpose(MerchantId(1), 1))
  await raw.query('insert into merchant_keys values (1, 1, $1, null, 0)', [secret])
  const asked = await place('1')
  bet = await place(asked.result?.odds ?? '')
})

test('a bet is followed from its signed call over queue and batch to its write', async () => {
  expect(bet.result).toMatchObject({ accepted: true })
  await expect
    .poll(
      () =>
        spans
          .filter(({ traceId }) => traceId === bet.trace)
          .map(({ name }) => name)
          .sort(),
      EXPORTED,
    )
    .toEqual(['POST /api/rec/order/create', 'batch', 'queue', 'write'])
  const [call, queue, batch, write] = ['POST /api/rec/order/create', 'queue', 'batch', 'write'].map((name) =>
    byName(bet.trace, name),
  ) as [WireSpan, WireSpan, WireSpan, WireSpan]
  expect(call).toMatchObject({ kind: 2, spanId: bet.trace.slice(16) })
  expect([queue.parentSpanId, batch.parentSpanId, write.parentSpanId]).toEqual([call.spanId, call.spanId, batch.spanId])
  const times = [queue.startTimeUnixNano, batch.startTimeUnixNano, write.startTimeUnixNano, write.endTimeUnixNano]
  expect(times.map(BigInt)).toEqual(times.map(BigInt).toSorted((a, b) => Number(a - b)))
  expect(heard[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-key': 'a=b', 'x-other': '2' } })
})

test('its write leads to the trace of its settlement and of the ledger entries', async () => {
  const [period] = await rows<{ period_id: PeriodId }>(raw, 'select period_id from orders limit 1')
  const periodId = period?.period_id ?? PeriodId(0)
  await raw.query(
    `with next as (update periods set state = 'drawn', result_version = 1, open_at = 0, close_at = 1, hedge_close_at = 1, draw_at = 2 where id = $1 returning id)
     insert into draws (period_id, version, kind, result, draw_date, source, at)
     select id, 1, 'draw', '{1,2,3,4,5,6,49}', '2026-03-02', 'test', 0 from next`,
    [periodId],
  )
  await settlePeriod({ pool, clock, tracer }, MerchantId(1), periodId)
  const [link] = byName(bet.trace, 'write').links ?? []
  const trace = link?.traceId ?? ''
  await expect
    .poll(
      () =>
        spans
          .filter(({ traceId }) => traceId === trace)
          .map(({ name }) => name)
          .sort(),
      EXPORTED,
    )
    .toEqual(['fold', 'ledger entries', 'settlement'])
  expect(byName(trace, 'settlement').spanId).toBe(link?.spanId)
  expect(byName(trace, 'ledger entries').parentSpanId).toBe(link?.spanId)
  expect(byName(trace, 'ledger entries').attributes).toContainEqual({
    key: 'strata.wallets',
    value: { intValue: expect.stringMatching(/^[1-9]/) },
  })
  const count = spans.length
  await settlePeriod({ pool, clock, tracer }, MerchantId(1), periodId)
  await tracer.stop()
  expect(spans).toHaveLength(count)
})

const SPAN = {
  traceId: 'ab'.repeat(16),
  spanId: 'cd'.repeat(8),
  startMs: 1.5,
  endMs: 2,
  attributes: { part: 0.5, on: true },
}

test('a receiver that is busy gets the same spans again, one that refuses them loses them', async () => {
  const log = createLog('silent')
  const other = await createTracer({ traces }, log, (amount = 1) => void lost.push(amount))
  answers = [503]
  other?.record({ ...SPAN, name: 'again' })
  await expect.poll(() => spans.some(({ name }) => name === 'again'), { timeout: 5_000 }).toBe(true)
  expect(byName(SPAN.traceId, 'again')).toMatchObject({ startTimeUnixNano: '1500000', endTimeUnixNano: '2000000' })
  expect(lost).toEqual([])
  answers = [400]
  other?.record({ ...SPAN, name: 'refused' })
  await other?.stop()
  expect(lost).toEqual([1])
})

test('a share of the calls is traced, the same by all processes', async () => {
  const of = async (ratio: string) =>
    createTracer(
      loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio }),
      createLog('silent'),
      () => undefined,
    )
  const ids = ['00000000', '3fffffff', '40000000', 'ffffffff'].map((end) => `${'a'.repeat(24)}${end}`)
  const [all, quarter, none] = [await of('1'), await of('0.25'), await of('0')]
  expect(ids.map((id) => all?.records(id))).toEqual([true, true, true, true])
  expect(ids.map((id) => quarter?.records(id))).toEqual([true, true, false, false])
  expect(ids.map((id) => none?.records(id))).toEqual([false, false, false, false])
  for (const one of [all, quarter, none]) await one?.stop()
})

test('without an endpoint nothing of it is loaded', async () => {
  const source = `
    const { registerHooks } = await import('node:module')
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    const { createTracer } = await import(${JSON.stringify(join(import.meta.dirname, '../src/platform/create-tracer.ts'))})
    const { addRooms } = await import(${JSON.stringify(join(import.meta.dirname, '../src/compose.ts'))})
    const tracer = await createTracer({ traces: undefined }, {}, () => undefined)
    console.log(JSON.stringify({ tracer: tracer === undefined, rooms: typeof addRooms, count: loaded.length,
      tracing: loaded.some((url) => url.endsWith('/create-tracer.ts')), otlp: loaded.some((url) => url.endsWith('/otlp.ts')) }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source])
  expect(JSON.parse(stdout)).toMatchObject({ tracer: true, rooms: 'function', tracing: true, otlp: false })
})
