import { setTimeout as sleep } from 'node:timers/promises'
import { MerchantId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { loadConfig } from './config.ts'
import { createApp } from './http.ts'
import { LiveHub } from './live.ts'
import { createLog } from './log.ts'
import { Metrics } from './metrics.ts'
import { EventStreams } from './streams.ts'

const log = createLog('silent')
class Hub extends LiveHub {
  isDeaf = false
  override get hearsAll(): boolean {
    return !this.isDeaf
  }
}

const live = new Hub(log)
const streams = new EventStreams(live, 40)
let app: FastifyInstance
let base = ''

beforeAll(async () => {
  app = await createApp({ config: loadConfig({}), log, clock: systemClock, metrics: new Metrics() })
  app.get('/api/stream', async (request, reply) => {
    streams.open(request, reply, {
      sessionKey: String(request.headers['x-session'] ?? 'one'),
      merchantId: MerchantId(1),
      select: (event) => (event.merchantId === 1 ? event.data : undefined),
      recheck: async () => undefined,
    })
    return reply
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  base = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
})
afterAll(() => app.close())
// What a failed test left open must not be counted by the next one.
afterEach(async () => {
  streams.closeAll()
  await gone()
})

/** Long, because a busy machine is no failure. */
const WAIT = { timeout: 20_000, interval: 10 }

const gone = () => expect.poll(() => streams.size, WAIT).toBe(0)

const publish = (merchantId: MerchantId, n: number): void =>
  live.publish({ type: 'board', merchantId, key: `k${n}`, data: { n } })

async function open(headers: Record<string, string> = {}) {
  const answer = await fetch(`${base}/api/stream`, { headers })
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  const done = (async () => {
    for (;;) {
      const part = await reader.read()
      if (part.done) return
      text += Buffer.from(part.value).toString('utf8')
    }
  })()
  const has = (part: string, from = 0) => expect.poll(() => text.slice(from), WAIT).toContain(part)
  return { answer, done, text: () => text, has, cancel: () => reader.cancel() }
}

test('a reader gets its merchant only, catches up by Last-Event-ID, and receives the reason when it ends', async () => {
  const first = await open({ 'accept-encoding': 'gzip', origin: 'http://x.test', host: 'ms.x.test' })
  expect(first.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(first.answer.headers.get('x-trace-id')).not.toBeNull()
  publish(MerchantId(1), 1)
  publish(MerchantId(2), 2)
  await first.has('"n":1')
  // On a busy machine beats come before the event.
  expect(first.text()).toMatch(/^retry: 2000\n\n(:beat\n\n)*id: \d+\nevent: board\ndata: \{"n":1\}\n\n/)
  const id = /id: (\d+)/.exec(first.text())?.[1] ?? ''
  publish(MerchantId(1), 3)
  await first.has('"n":3')
  expect(first.text()).not.toContain('"n":2')
  const second = await open({ 'last-event-id': id })
  await second.has('"n":3')
  expect(second.text()).not.toContain('"n":1')
  streams.endSession('one', 'revoked')
  await Promise.all([first.done, second.done])
  expect(first.text()).toContain('event: session-ended\ndata: {"reason":"revoked"}')
  await gone()
})

test('a beat says that all events were sent, and is kept back while other processes cannot be heard', async () => {
  const reader = await open({ 'x-session': 'beats' })
  await reader.has('\n:beat\n\n')
  publish(MerchantId(1), 7)
  await reader.has('"n":7')
  await reader.has('\n:beat\n\n', reader.text().indexOf('"n":7'))
  live.isDeaf = true
  const said = reader.text().length
  await reader.has('\n:\n\n:\n\n', said)
  const deaf = reader.text()
  expect(deaf.slice(deaf.indexOf('\n:\n\n', said))).not.toContain(':beat')
  live.isDeaf = false
  await reader.cancel()
  await gone()
})

test('a fifth stream of a session ends the oldest; closing all leaves none', async () => {
  const opened = []
  for (let n = 0; n < 5; n++) opened.push(await open({ 'x-session': 'many' }))
  await opened[0]?.done
  await expect.poll(() => streams.size, WAIT).toBe(4)
  streams.closeAll()
  await Promise.all(opened.map((stream) => stream.done))
  await gone()
})

test('a reader that is too slow is disconnected, and others are not delayed', async () => {
  const answer = await app.inject({ method: 'GET', url: '/api/stream', payloadAsStream: true })
  // Nobody reads this stream, so its data piles up in the process.
  const slow = answer.stream()
  slow.pause()
  const quick = await open({ 'x-session': 'quick' })
  expect(streams.size).toBe(2)
  const bulk = 'x'.repeat(200_000)
  for (let n = 0; n < 12 && streams.size > 1; n++) {
    live.publish({ type: 'board', merchantId: MerchantId(1), key: `bulk${n}`, data: { n, bulk } })
    await sleep(120)
  }
  expect(streams.size).toBe(1)
  publish(MerchantId(1), 77)
  await quick.has('"n":77')
  streams.closeAll()
  await quick.done
  slow.destroy()
})

test('a reader that disconnects is removed', async () => {
  const stream = await open({ 'x-session': 'gone' })
  expect(streams.size).toBe(1)
  await stream.cancel()
  await gone()
})
