import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { headersOf, type Person, signedIn } from '../src/access/testing/person.ts'
import { growSmallTree, TREE_AT } from '../src/access/testing/small-tree.ts'
import { addRooms } from '../src/compose.ts'
import { createIntake } from '../src/intake/intake.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../src/platform/testing/test-platform.ts'

/** Requests that no browser sends, over a real socket: interrupted bodies and invalid headers. */

const { pool, url } = await createTestDatabase()
const now = TREE_AT + 3_600_000
const platform = createTestPlatform({ pool, url }, { clock: () => now, config: { demo: 'off', simulator: false } })
const app = await createTestApp(platform)
await addRooms(app, platform, createIntake)
const faults: unknown[] = []
const keep = (...line: unknown[]): void => void faults.push(line)
vi.spyOn(platform.log, 'error').mockImplementation(keep)
vi.spyOn(platform.log, 'fatal').mockImplementation(keep)
const own = platform.log.child.bind(platform.log)
vi.spyOn(platform.log, 'child').mockImplementation((...args: Parameters<typeof own>) => {
  const child = own(...args)
  vi.spyOn(child, 'error').mockImplementation(keep)
  return child
})

const answered: { path: string; status: number; code: number }[] = []
app.addHook('onSend', async (request, reply, payload) => {
  const { code } = JSON.parse(String(payload)) as { code: number }
  answered.push({ path: request.url, status: reply.statusCode, code })
})

let port = 0
let agent: Person
beforeAll(async () => {
  const tree = await growSmallTree(pool)
  agent = await signedIn(pool, { ...tree.agent, now })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const SESSION_CALL = '/api/common/alert/read'
const SIGNED_CALL = '/api/rec/order/create'
const SIGN_IN = '/api/common/account/agentlogin'

const head = (path: string, headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n'),
    'latin1',
  )

test.each([SESSION_CALL, SIGNED_CALL, SIGN_IN])(
  '%s: a client that disconnects in the middle of a body causes no error',
  async (path) => {
    answered.length = 0
    const headers = { ...headersOf(agent), 'content-type': 'application/json', 'content-length': '5000' }
    for (const part of ['', '{"ids":[1', ' '.repeat(3000)]) {
      const socket = connect(port, '127.0.0.1').resume()
      await once(socket, 'connect')
      const arrived = once(app.server, 'request')
      socket.write(head(path, headers))
      await arrived
      if (part !== '') socket.write(part)
      // Both a reset and a normal close.
      if (part.startsWith(' ')) socket.resetAndDestroy()
      else socket.end()
      await once(socket, 'close')
    }
    // No client receives it, but each request was answered with a refusal.
    await vi.waitFor(() => expect(answered).toHaveLength(3), 10_000)
    expect(answered).toEqual(answered.map(() => ({ path, status: 200, code: 40001 })))
    expect(faults).toEqual([])
  },
)

/** Bytes as one character each, as in a header. */
const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
const ODD: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['a NUL', '1\0'],
  ['an escaped NUL', '%00'],
  ['a tab', '1\t1'],
  ['bytes that are no UTF-8', '\xff\xfe\xed\xa0\x80'],
  ['Chinese', bytes('代理')],
  ['an emoji', bytes('\u{1f600}')],
  ['beyond an integer', '99999999999999999999'],
  ['beyond an int4', '2147483648'],
  ['below zero', '-1'],
  ['a float', '1e308'],
  ['a name of Object', '__proto__'],
  ['a statement', `' or 1=1; --`],
  ['huge', '9'.repeat(12_000)],
  ['too huge for headers', '9'.repeat(20_000)],
]

const LEAK = /\b(select|insert|update)\b .*\b(from|into|set)\b|\.ts:\d|\/src\/|node_modules|\n\s+at /i

/** The whole answer of one request on its own connection. */
async function send(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const closed = once(socket, 'close')
  const framing = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  socket.write(head(path, { ...framing, connection: 'close', ...headers }))
  socket.write(body)
  await closed
  return Buffer.concat(chunks).toString('utf8')
}

const signing = { 'x-merchant': 'demo', 'x-timestamp': String(now), 'x-signature': 'a'.repeat(64) }
const HEADERS = ['agentPathsId', 'roleType', 'Authorization', 'X-Merchant', 'X-Timestamp', 'X-Signature'] as const

test.each(HEADERS)('%s: with any bytes in a header the call is refused', async (name) => {
  const isSigned = name.startsWith('X-')
  const [path, body] = isSigned ? [SIGNED_CALL, '{"bets":[]}'] : [SESSION_CALL, '{"ids":[1]}']
  const sound: Record<string, string> = isSigned ? signing : headersOf(agent)
  const others = Object.fromEntries(Object.entries(sound).filter(([key]) => key !== name.toLowerCase()))
  const values = name === 'Authorization' ? ODD.map(([what, value]) => [what, `Bearer ${value}`] as const) : ODD
  for (const [what, value] of values) {
    const answer = await send(path, { ...others, [name]: value }, body)
    const [, status = ''] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
    expect([what, status]).toEqual([what, expect.stringMatching(/^(?:200|400|401|431)$/)])
    // The server's own refusals have an envelope; the other two are the HTTP parser's.
    if (status === '200' || status === '401')
      expect([what, answer]).toEqual([what, expect.stringContaining('"isSuccess":false')])
    expect([what, LEAK.test(answer)]).toEqual([what, false])
  }
  expect(faults).toEqual([])
  if (isSigned) return
  expect(await send(path, sound, body)).toContain('"isSuccess":true')
})
