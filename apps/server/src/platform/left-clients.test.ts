import { type AddressInfo, connect } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { loadConfig } from './config.ts'
import { createApp } from './http.ts'
import type { Log } from './log.ts'
import { Metrics } from './metrics.ts'
import { addPages } from './pages.ts'

/** Clients that leave before the end of their answer, and what the log says of them. */
interface Line {
  readonly level: number
  readonly msg: string
  readonly reqId?: string
}
const lines: Line[] = []
const log = pino({ level: 'trace' }, { write: (text: string) => void lines.push(JSON.parse(text) as Line) }) as Log
const WARN = 40

let app: FastifyInstance
let asked = 0
const slow = new Set<Readable>()
beforeAll(async () => {
  const metrics = new Metrics()
  const config = loadConfig({})
  app = await createApp({ config, log, clock: systemClock, metrics })
  // A stream without its first part: no header of the answer has been sent.
  app.post('/api/silent', (_request, reply) => {
    const body = new PassThrough()
    slow.add(body)
    return reply.type('application/json').send(body)
  })
  app.get('/api/broken', (_request, reply) => {
    const body = new Readable({ read: () => undefined })
    setImmediate(() => body.destroy())
    return reply.type('application/json').send(body)
  })
  app.get('/api/fault', () => {
    throw new Error('ours')
  })
  const isReady = async (): Promise<boolean> => {
    asked += 1
    return true
  }
  const openApi = { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {} }
  await addPages(app, { config, metrics, checks: [{ name: 'database', isReady }], openApi, name: async () => '' })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())
beforeEach(() => lines.splice(0))

const soon = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 200 && !holds(); turn++) await sleep(10)
}

async function leave(path: string): Promise<void> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const headers = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 2']
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{}`)
  await soon(() => slow.size > 0)
  socket.destroy()
}

test('a client that leaves in the middle of its answer is an ordinary line', async () => {
  await leave('/api/silent')
  await soon(() => lines.length > 0)
  expect(lines.map(({ level, msg }) => [level < WARN, msg])).toEqual([[true, 'the client left']])
})

test('an answer of ours that breaks off while the client waits is a fault', async () => {
  await app.inject({ url: '/api/broken' }).catch(() => undefined)
  expect(lines.filter(({ level }) => level > WARN).map(({ msg }) => msg)).toEqual(['fault'])
})

test('the line of a fault has the trace that its answer names', async () => {
  const got = await app.inject({ url: '/api/fault' })
  expect(lines.map(({ reqId, msg }) => [reqId, msg])).toEqual([[got.headers['x-trace-id'], 'fault']])
})

test('readiness is asked at most once a second, however many ask for it', async () => {
  asked = 0
  const all = await Promise.all(Array.from({ length: 20 }, () => app.inject({ url: '/readyz' })))
  expect(all.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(asked).toBe(1)
})
