import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { Endpoint } from '@strata/contract/endpoint'
import { ENDPOINTS } from '@strata/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sweepNonces } from '../src/access/signed-calls/nonces.ts'
import { growSmallTree, TREE_AT } from '../src/access/testing/small-tree.ts'
import { wholeServer } from '../src/access/testing/whole-server.ts'
import { rows } from '../src/platform/db.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { merchantKeyPurpose, signRequest, sourceKeyPurpose } from '../src/platform/signature.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'

/** Rules for all signed calls, of game platforms and result sources. */

const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 3_600_000
const { app, platform } = await wholeServer({ pool, url }, () => now)
/** Another process on the same database. */
const { app: beside } = await wholeServer({ pool, url }, () => now)
afterAll(() => Promise.all([app.close(), beside.close()]))

const KEY = 'the-key'
const SOURCE = 'feed-x'
let merchant = ''

beforeAll(async () => {
  const { merchantId } = (await growSmallTree(pool)).merchant
  merchant =
    (await rows<{ code: string }>(raw, 'select code from merchants where id = $1', [merchantId]))[0]?.code ?? ''
  const secrets = createSecrets(platform.config.keys)
  const insertKey = 'insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, 1, $2, 0)'
  await raw.query(insertKey, [merchantId, secrets.seal(KEY, merchantKeyPurpose(merchantId, 1))])
  const insertSource = 'insert into result_sources (code, secret, game_ids, created_at) values ($1, $2, $3, 0)'
  await raw.query(insertSource, [SOURCE, secrets.seal(KEY, sourceKeyPurpose(SOURCE)), [1]])
  await app.listen({ host: '127.0.0.1', port: 0 })
})

const signedCalls = ENDPOINTS.filter(({ auth }) => auth === 'signed').map((call) => [call.id, call] as const)
const isOfSource = (call: Endpoint): boolean => call.id.startsWith('settlement.')

interface Signing {
  readonly body?: string
  readonly nonce?: string
  readonly code?: string
  readonly key?: string
}

function signingOf(call: Endpoint, { body = '{}', nonce, code, key = KEY }: Signing): Record<string, string> {
  const timestamp = String(now)
  return {
    'content-type': 'application/json',
    'x-merchant': code ?? (isOfSource(call) ? SOURCE : merchant),
    'x-timestamp': timestamp,
    'x-signature': signRequest(key, { timestamp, method: call.method, target: call.path, rawBody: body, nonce }),
    ...(nonce === undefined ? {} : { 'x-nonce': nonce }),
  }
}

async function send(call: Endpoint, headers: Record<string, string>, body = '{}', on: FastifyInstance = app) {
  const answer = await on.inject({ method: call.method, url: call.path, headers, payload: body })
  return answer.json() as { code: number; message: string }
}

const REPLAYED = { code: 40009, message: '请求已处理过，请重新签名后再提交' }

test('are seven', () => expect(signedCalls.map(([id]) => id)).toHaveLength(7))

describe.each(signedCalls)('%s', (_id, call) => {
  test('with a nonce is accepted once, refused or not, over all processes', async () => {
    // Its body is empty, so it is refused each time it is processed.
    const headers = signingOf(call, { nonce: randomUUID() })
    expect((await send(call, headers)).code).toBe(40001)
    expect(await send(call, headers)).toMatchObject(REPLAYED)
    expect(await send(call, headers, '{}', beside)).toMatchObject(REPLAYED)
    expect((await send(call, signingOf(call, { nonce: randomUUID() }))).code).toBe(40001)
  })

  test('sent ten times at once is taken once', async () => {
    const headers = signingOf(call, { nonce: randomUUID() })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(call, headers, '{}', index % 2 === 0 ? app : beside)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([40001, ...Array.from({ length: 9 }, () => 40009)])
  })

  test('has an invalid signature without its nonce or with another one', async () => {
    const { 'x-nonce': nonce, ...without } = signingOf(call, { nonce: randomUUID() })
    expect((await send(call, without)).code).toBe(40301)
    expect((await send(call, { ...without, 'x-nonce': '' })).code).toBe(40301)
    expect((await send(call, { ...without, 'x-nonce': randomUUID() })).code).toBe(40301)
    expect((await send(call, { ...signingOf(call, {}), 'x-nonce': String(nonce) })).code).toBe(40301)
    // A call with a wrong signature does not use up its nonce.
    expect((await send(call, { ...without, 'x-nonce': String(nonce) })).code).toBe(40001)
  })

  test('with an invalid nonce is refused with the name of the header', async () => {
    for (const nonce of ['short', 'x'.repeat(65), 'has a blank in it '.trim(), `' or 1=1; -- ${'x'.repeat(16)}`]) {
      const answer = await send(call, signingOf(call, { nonce }))
      expect([nonce, answer]).toEqual([nonce, expect.objectContaining({ code: 40001 })])
      expect(answer.message).toContain('X-Nonce')
    }
  })

  test('without a nonce is read again each time', async () => {
    const headers = signingOf(call, {})
    expect([(await send(call, headers)).code, (await send(call, headers)).code]).toEqual([40001, 40001])
  })

  test('is refused for its signature before its body is parsed', async () => {
    for (const body of [
      'no JSON',
      '{"a":',
      '['.repeat(5_000),
      '{"__proto__":{}}',
      '{"constructor":{"prototype":{}}}',
      '',
    ]) {
      expect([body, (await send(call, signingOf(call, { body, key: 'wrong' }), body)).code]).toEqual([body, 40301])
      expect([body, (await send(call, signingOf(call, { body }), body)).code]).toEqual([body, 40001])
    }
  })

  test('with an unknown code costs no query, and does not delay known ones', async () => {
    expect((await send(call, signingOf(call, {}))).code).toBe(40001)
    const asked = vi.spyOn(pool, 'query')
    const from = performance.now()
    for (let at = 0; at < 500; at++)
      expect((await send(call, signingOf(call, { code: `nobody-${at}` }))).code).toBe(40301)
    expect((await send(call, signingOf(call, {}))).code).toBe(40001)
    // All codes, and place and keys of the existing one, are read again every two seconds.
    const reads = 3 * (1 + Math.floor((performance.now() - from) / 2_000))
    expect(asked.mock.calls.length).toBeLessThanOrEqual(reads)
    asked.mockRestore()
  })
})

const openSocket = async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return { socket, answer: () => Buffer.concat(chunks).toString('utf8') }
}
const HEAD = `POST /api/rec/order/create HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`

describe('a body that is too large', () => {
  test('is refused by its announced length, before any of it is sent', async () => {
    const { socket, answer } = await openSocket()
    socket.write(`${HEAD}content-length: ${2 * 1024 * 1024}\r\n\r\n`)
    await vi.waitFor(() => expect(answer()).toContain('"code":413'), 10_000)
    socket.destroy()
  })

  test('is refused in the middle if no length was announced', async () => {
    const { socket, answer } = await openSocket()
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`)
    const part = 'x'.repeat(65_536)
    // The body never ends: the server answers while it is being sent.
    for (let sent = 0; sent < 17; sent++) socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
    await vi.waitFor(() => expect(answer()).toContain('"code":413'), 10_000)
    socket.destroy()
  })
})

test('nonces are deleted when the timestamp of their call is no longer valid', async () => {
  const [[, call] = []] = signedCalls
  if (!call) throw new Error('no signed call')
  const headers = signingOf(call, { nonce: randomUUID() })
  expect((await send(call, headers)).code).toBe(40001)
  const known = async () => (await rows(raw, 'select from seen_nonces')).length
  await sweepNonces(pool, now + 120_000)
  expect(await known()).toBeGreaterThan(0)
  expect(await send(call, headers)).toMatchObject(REPLAYED)
  now += 240_000
  await sweepNonces(pool, now)
  expect(await known()).toBe(0)
  expect(await send(call, headers)).toMatchObject({ code: 40009, message: '请求时间戳超出允许范围' })
})
