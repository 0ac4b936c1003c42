import { GameId, MerchantId } from '@strata/domain/ids'
import { afterAll, expect, test, vi } from 'vitest'
import { createSmallDatabase, PERIOD_NO, PERIODS, SMALL } from '../book/testing/small-database.ts'
import { isConnectionLost, rows } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import type { LiveEvent } from '../platform/live.ts'
import { createLog } from '../platform/log.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { spanNow } from '../platform/tracing.ts'
import { CallReplayed, INTAKE_LIMITS, type WatchedBatch, type WireBet } from './intake.ts'
import { QueueFull } from './queue.ts'
import { IntakeThread, type IntakeThreadOptions } from './thread.ts'

const { url, raw } = await createTestDatabase()
await createSmallDatabase(raw, 12)
// A thread uses the system's clock.
const far = Date.now() + 86_400_000
await raw.query('update periods set close_at = $2, hedge_close_at = $2, draw_at = $2 where id = $1', [
  PERIODS['6HC'],
  far,
])

const heard: LiveEvent[] = []
const threads: IntakeThread[] = []
const threadOf = (over: Partial<IntakeThreadOptions> = {}): IntakeThread => {
  const thread = new IntakeThread({
    script: new URL('../workers/intake.ts', import.meta.url),
    url,
    log: createLog('silent'),
    live: { take: (events) => void heard.push(...events) },
    ...over,
  })
  threads.push(thread)
  return thread
}
afterAll(() => Promise.all(threads.map((thread) => thread.drain())))

let count = 0
const bet = (over: Partial<WireBet> = {}): WireBet => ({
  betNo: `b${++count}`,
  account: 'mem0001',
  gameId: GameId(3),
  periodNo: PERIOD_NO,
  playCode: 'TM_LM',
  itemCode: 'DA',
  odds: '9999',
  stake: '100',
  ...over,
})

const intake = threadOf()
const [answer] = await intake.create(SMALL.merchant, [bet()])
if (!answer || answer.accepted || answer.odds === undefined) throw new Error('no quote')
const { odds } = answer
const good = (over: Partial<WireBet> = {}): WireBet => bet({ odds, ...over })

test('bets are decided, stored and answered in order, each call for itself', async () => {
  const first = good()
  const [three, one, none] = await Promise.all([
    intake.create(SMALL.merchant, [first, good({ stake: '1.234' }), good()]),
    intake.create(SMALL.merchant, [good({ account: 'nobody' })]),
    intake.create(SMALL.merchant, []),
  ])
  expect(three.map((result) => [result.accepted, result.accepted || result.message])).toEqual([
    [true, true],
    [false, '下注金额必须大于0且最多两位小数'],
    [true, true],
  ])
  expect(one).toMatchObject([{ accepted: false }])
  expect(none).toEqual([])
  const stored = await rows<{ id: bigint }>(
    raw,
    'select order_id as id from order_keys where merchant_id = 1 order by 1',
  )
  const orderNos = three.flatMap((result) => (result.accepted ? [result.orderNo] : []))
  expect(stored.map(({ id }) => String(id))).toEqual(orderNos)
  expect(await intake.create(SMALL.merchant, [first])).toEqual([
    { betNo: first.betNo, accepted: true, orderNo: orderNos[0] },
  ])
  expect(intake.waiting).toBe(0)
})

test('boards receive changes', async () => {
  heard.length = 0
  await intake.create(SMALL.merchant, [good()])
  await vi.waitFor(() => expect(heard.filter(({ type }) => type === 'board').length).toBeGreaterThan(2), 5_000)
  expect(heard[0]).toMatchObject({ merchantId: 1, data: { gameId: 3, periodNo: PERIOD_NO } })
})

test('a call that was refused before is told so', async () => {
  const mark = { signer: 'merchant:1', nonce: 'refused:ab' }
  const create = () => intake.create(SMALL.merchant, [good()], { mark })
  expect(await create()).toMatchObject([{ accepted: true }])
  await raw.query('insert into seen_nonces values ($1, $2, 0)', [mark.signer, mark.nonce])
  await expect(create()).rejects.toBeInstanceOf(CallReplayed)
})

test('its batches are told to the server with their times, calls and writes', async () => {
  const batches: WatchedBatch[] = []
  const traced = threadOf({ traced: true, onBatch: (batch) => void batches.push(batch) })
  const trace = 'ab'.repeat(16)
  await Promise.all([
    traced.create(SMALL.merchant, [good()], { trace }),
    traced.create(SMALL.merchant, [good(), good()]),
  ])
  await vi.waitFor(() => expect(batches.reduce((sum, { items }) => sum + items, 0)).toBe(3), 5_000)
  const calls = batches.flatMap((batch) => batch.calls.map((call) => ({ ...call, batch })))
  expect(calls.map((call) => call.trace)).toEqual([trace, undefined])
  for (const { cameAt, batch } of calls) {
    const { beganAt, endedAt, write, failed } = batch
    expect([failed, write?.periods.length]).toEqual([false, 1])
    const times = [cameAt, beganAt, write?.beganAt ?? 0, write?.endedAt ?? 0, endedAt]
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    // The thread has the clock of the process.
    expect(Math.abs(spanNow() - endedAt)).toBeLessThan(10_000)
  }
})

test('its ids differ from those of other threads of the process', async () => {
  const [answer] = await intake.create(SMALL.merchant, [good()])
  const numberOf = (id: bigint): bigint => (id >> 12n) & 1023n
  if (!answer?.accepted) throw new Error('refused')
  // Worker numbers of one process are consecutive. Random numbers are this close in at most one of ten cases.
  const apart = (numberOf(BigInt(answer.orderNo)) - numberOf(nextId()) + 1024n) % 1024n
  expect([apart > 0n, apart < 100n]).toEqual([true, true])
})

test('a full queue sheds, and a thread is never sent more than its queue can hold', async () => {
  const full = threadOf({ limits: { ...INTAKE_LIMITS, maxWaiting: 0 } })
  await expect(full.create(SMALL.merchant, [good()])).rejects.toBeInstanceOf(QueueFull)
  const small = threadOf({ limits: { maxBatch: 1, minAhead: 1, maxWaiting: 2, maxWaitingPerLane: 2, maxRunning: 1 } })
  const calls = Array.from({ length: 4 }, () => small.create(SMALL.merchant, [good()]))
  expect(small.waiting).toBe(3)
  const settled = await Promise.allSettled(calls)
  expect(settled[3]).toMatchObject({ status: 'rejected', reason: expect.any(QueueFull) })
  expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2)
  expect(small.waiting).toBe(0)
})

test('a database that cannot be reached fails the call, not the thread', async () => {
  const lost = threadOf({ url: 'postgres://nobody@127.0.0.1:1/none' })
  for (const _ of [1, 2]) await expect(lost.create(SMALL.merchant, [good()])).rejects.toThrow('ECONNREFUSED')
})

test('a thread that dies fails its calls; the next call starts a new thread', async () => {
  const mortal = threadOf({ script: new URL('./testing/mortal-intake.ts', import.meta.url) })
  const [fine, lost] = [mortal.create(MerchantId(1), [bet()]), mortal.create(MerchantId(1), [bet({ betNo: 'die' })])]
  const failed: unknown = await Promise.all([fine, lost]).catch((error: unknown) => error)
  expect(String(failed)).toContain('the intake thread ended')
  // The caller is told that it may send the call again.
  expect(isConnectionLost(failed)).toBe(true)
  expect(mortal.waiting).toBe(0)
  expect(await mortal.create(MerchantId(1), [bet({ betNo: 'again' })])).toMatchObject([
    { betNo: 'again', accepted: true },
  ])
})

test('draining answers everything and accepts nothing more', async () => {
  const ending = threadOf()
  const calls = [1, 2, 3].map(() => ending.create(SMALL.merchant, [good()]))
  const drained = ending.drain()
  await expect(ending.create(SMALL.merchant, [good()])).rejects.toBeInstanceOf(QueueFull)
  expect((await Promise.all(calls)).flat().map(({ accepted }) => accepted)).toEqual([true, true, true])
  await drained
  await threadOf().drain()
})
