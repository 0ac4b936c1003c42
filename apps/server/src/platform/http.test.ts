import { endpoint } from '@strata/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from './clock.ts'
import { type Config, loadConfig } from './config.ts'
import { Answer, FileAnswer, registerEndpoint } from './endpoint.ts'
import { createApp } from './http.ts'
import { createLog } from './log.ts'
import { Metrics } from './metrics.ts'
import { addPages } from './pages.ts'
import { RefusalError, refuse } from './refusal.ts'

const echo = endpoint(
  {
    id: 'test.echo',
    method: 'POST',
    path: '/api/common/Echo/Mixed',
    permission: 'public',
    summary: '回声',
  },
  {
    request: z.strictObject({ stake: z.string(), mode: z.string().default('plain') }),
    response: z.strictObject({ stake: z.string() }).nullable(),
  },
)
const look = endpoint(
  {
    id: 'test.look',
    method: 'GET',
    path: '/api/common/look',
    permission: 'public',
    summary: '看',
  },
  {
    request: z.strictObject({ agentPathsId: z.coerce.number().int() }),
    response: z.strictObject({ agentPathsId: z.int() }),
  },
)
const adminCall = endpoint(
  {
    id: 'test.admin',
    method: 'POST',
    path: '/api/admin/thing',
    permission: 'public',
    summary: '管理',
  },
  {
    request: z.strictObject({}),
    response: z.null(),
  },
)

const answers: Record<string, () => unknown> = {
  done: () => new Answer(null, '已保存'),
  nothing: () => null,
  refused: () => refuse('lockedOut', { minutes: 5 }),
  thrown: () => {
    throw new RefusalError(refuse('balanceTooLow', {}, { balance: '1.5' }))
  },
  fault: () => {
    throw new Error('secret detail')
  },
  lost: () => {
    throw new Error('Connection terminated unexpectedly')
  },
  wrong: () => ({ stake: '1', extra: true }),
  file: () => new FileAnswer('报表.csv', 'text/csv', Buffer.from('a')),
  ended: () => refuse('sessionEnded'),
  shed: () => refuse('overloaded'),
}

async function build(config: Partial<Config> = {}, callsPerMinute?: number): Promise<FastifyInstance> {
  const full = { ...loadConfig({}), ...config }
  const metrics = new Metrics()
  const limit = callsPerMinute ? { callsPerMinute } : {}
  const app = await createApp({
    config: full,
    log: createLog('silent'),
    clock: systemClock,
    metrics,
    checkAnswers: true,
    ...limit,
  })
  registerEndpoint(app, echo, {
    authorize: ({ request }) =>
      request.headers.authorization === 'Bearer gone' ? refuse('sessionEnded') : { name: 'me' },
    scope: async ({ stake }) => (stake === 'outside' ? refuse('notFound') : undefined),
    handle: async (input) =>
      (answers[input.mode]?.() ?? (input.mode === 'plain' ? { stake: input.stake } : null)) as never,
  })
  registerEndpoint(app, look, { authorize: () => null, handle: async ({ agentPathsId }) => ({ agentPathsId }) })
  registerEndpoint(app, adminCall, { authorize: () => null, handle: async () => null })
  registerEndpoint(app, gated, { gate, authorize: () => null, handle: async () => null })
  const checks = [{ name: 'database', isReady: async () => true }]
  await addPages(app, {
    config: full,
    metrics,
    checks,
    name: async () => '星河',
    openApi: { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {} },
  })
  return app
}

const gated = endpoint(
  { id: 'test.gated', method: 'POST', path: '/api/common/gated', permission: 'public', summary: '限' },
  { request: z.strictObject({}), response: z.null() },
)
/** A gate that is closed at chosen moments. */
const gate = {
  closed: [] as boolean[],
  judged: [] as boolean[],
  held: 0,
  judge(request: { readonly rawBody: Buffer | undefined }) {
    gate.judged.push(request.rawBody !== undefined)
    return gate.closed.shift() === true ? refuse('overloaded') : undefined
  },
  hold() {
    gate.held += 1
    return () => {
      gate.held -= 1
    }
  },
}

let app: FastifyInstance
beforeAll(async () => {
  app = await build()
})
afterAll(() => app.close())

const post = (payload: object, headers: Record<string, string> = {}, url = '/api/common/echo/mixed?isclick=true') =>
  app.inject({ method: 'POST', url, payload, headers })

test('an answer has envelope, trace and server time; the path matches in any case', async () => {
  const got = await post({ stake: '1.5' }, {}, '/API/Common/ECHO/mixed')
  expect(got.statusCode).toBe(200)
  expect(got.json()).toEqual({ code: 200, data: { stake: '1.5' }, message: '操作成功', isSuccess: true })
  expect(got.headers['x-trace-id']).toMatch(/^[0-9a-f]{32}$/)
  expect(Number(got.headers['x-server-now'])).toBeGreaterThan(1_700_000_000_000)
})

test.each([
  ['done', 200, 200, '已保存'],
  ['nothing', 200, 200, '操作成功'],
  ['refused', 200, 40005, '尝试次数过多，请5分钟后再试'],
  ['thrown', 200, 42201, '余额不足'],
  ['fault', 500, 500, '系统错误，请稍后再试'],
  ['lost', 503, 503, '系统暂时不可用，请稍后再试'],
  ['wrong', 500, 500, '系统错误，请稍后再试'],
  ['ended', 401, 401, '登录超时，请重新登录'],
  ['shed', 429, 429, '系统繁忙，请稍后再试'],
])('%s answers HTTP %i with code %i', async (mode, status, code, message) => {
  const got = await post({ stake: '1', mode })
  expect([got.statusCode, got.json().code, got.json().message]).toEqual([status, code, message])
  expect(got.body).not.toContain('secret detail')
})

test.each(['shed', 'lost'])('%s says when to come again', async (mode) => {
  expect((await post({ stake: '1', mode })).headers['retry-after']).toBe('1')
  expect((await post({ stake: '1', mode: 'refused' })).headers['retry-after']).toBeUndefined()
})

test('a bad field is named in Chinese, an unknown one is refused', async () => {
  expect((await post({})).json()).toMatchObject({
    code: 40001,
    data: { issues: [{ path: 'stake', field: '下注金额' }] },
  })
  expect((await post({ stake: '1', colour: 'red' })).json()).toMatchObject({ code: 40001, isSuccess: false })
  expect((await post({ stake: '1' }, {}, '/api/common/echo/mixed?other=1')).json().code).toBe(40001)
})

test('GET reads its fields from the query, where isclick is allowed too', async () => {
  const got = await app.inject({ url: '/api/common/look?agentPathsId=7&isclick=true' })
  expect(got.json().data).toEqual({ agentPathsId: 7 })
})

test('the caller is checked before the fields, the downline after them', async () => {
  expect((await post({ nonsense: 1 }, { authorization: 'Bearer gone' })).statusCode).toBe(401)
  expect((await post({ stake: 'outside' })).json().code).toBe(40401)
})

test.each([
  ['{"stake":', 40001],
  ['{"__proto__":{"a":1},"stake":"1"}', 40001],
  [`{"stake":${'['.repeat(40)}${']'.repeat(40)}}`, 40001],
])('a malformed body %s is refused', async (body, code) => {
  const headers = { 'content-type': 'application/json' }
  const got = await app.inject({ method: 'POST', url: '/api/common/echo/mixed', payload: body, headers })
  expect([got.statusCode, got.json().code]).toEqual([200, code])
})

test('a body too large is 413', async () => {
  expect((await post({ stake: 'x'.repeat(2_000_000) })).statusCode).toBe(413)
})

test('a file has its Chinese name', async () => {
  const got = await post({ stake: '1', mode: 'file' })
  expect(got.headers['content-disposition']).toContain("filename*=UTF-8''%E6%8A%A5%E8%A1%A8.csv")
})

test('unknown calls answer not found in the envelope', async () => {
  expect((await app.inject({ url: '/api/none' })).json().code).toBe(40401)
  expect((await app.inject({ method: 'POST', url: '/api/none', payload: {} })).json().code).toBe(40401)
})

test.each(['/api/%zz', '/%ff', '/docs/%', `/api/${'x'.repeat(5_000)}`])(
  'a path %s is not found, with every header',
  async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const got = await app.inject({ method, url })
      expect([got.statusCode, got.json().code]).toEqual([200, 40401])
      expect(got.headers['x-content-type-options']).toBe('nosniff')
      expect(got.headers['x-trace-id']).toBeDefined()
    }
  },
)

test('too many calls of one person are 42901', async () => {
  const small = await build({}, 2)
  const call = () => small.inject({ method: 'POST', url: '/api/common/echo/mixed', payload: { stake: '1' } })
  await call()
  await call()
  const third = await call()
  expect([third.statusCode, third.json().code]).toEqual([200, 42901])
  await small.close()
})

test('the site of an API host may read its answers, others may not', async () => {
  const from = (origin: string) => post({ stake: '1' }, { origin, host: 'ms.x.test:8080' })
  expect((await from('http://x.test:8080')).headers['access-control-allow-origin']).toBe('http://x.test:8080')
  expect((await from('https://www.x.test:8080')).headers['access-control-allow-origin']).toBe('https://www.x.test:8080')
  expect((await from('http://x.test')).headers['access-control-allow-origin']).toBeUndefined()
  expect((await from('http://evil.test:8080')).headers['access-control-allow-origin']).toBeUndefined()
  const exposed = (await from('http://x.test:8080')).headers['access-control-expose-headers']
  expect(exposed).toBe('Content-Disposition, Content-Range, ETag, X-Trace-Id, X-Server-Now')
})

test('a preflight is answered and may be cached', async () => {
  const got = await app.inject({
    method: 'OPTIONS',
    url: '/api/common/echo/mixed',
    headers: { origin: 'http://x.test', host: 'ms.x.test', 'access-control-request-method': 'POST' },
  })
  expect(got.statusCode).toBe(204)
  expect(got.headers['access-control-max-age']).toBe('86400')
  expect(got.headers['access-control-allow-credentials']).toBe('true')
})

test('no TLS-only headers on plain http', async () => {
  const got = await post({ stake: '1' })
  expect(got.headers['strict-transport-security']).toBeUndefined()
  expect(got.headers['cross-origin-resource-policy']).toBe('same-site')
  const secure = await build({ tls: true })
  const over = await secure.inject({ url: '/healthz' })
  expect(over.headers['strict-transport-security']).toContain('max-age')
  await secure.close()
})

test('health, readiness, metrics, page config and docs', async () => {
  expect((await app.inject({ url: '/healthz' })).json()).toEqual({ ok: true })
  expect((await app.inject({ url: '/readyz' })).json()).toEqual({ ok: true, checks: { database: true } })
  expect((await app.inject({ url: '/metrics' })).body).toContain('strata_http_seconds_count')
  expect((await app.inject({ url: '/config.json' })).json()).toMatchObject({
    appSecret: 'strata-dev-secret',
    mode: 'demo',
    fourEyes: true,
  })
  expect((await app.inject({ url: '/openapi.json' })).json().openapi).toBe('3.1.0')
  expect((await app.inject({ url: '/docs/' })).statusCode).toBe(200)
})

test('in production the admin surface is not on the public port', async () => {
  const closed = await build({ mode: 'production' })
  for (const url of ['/metrics', '/openapi.json', '/docs/']) {
    expect((await closed.inject({ url })).json().code).toBe(40401)
  }
  const told = (await closed.inject({ url: '/config.json' })).json()
  expect(told).not.toHaveProperty('fourEyes')
  expect(told).not.toHaveProperty('agentsApi')
  expect((await closed.inject({ method: 'POST', url: '/api/admin/thing', payload: {} })).json().code).toBe(40401)
  expect((await app.inject({ method: 'POST', url: '/api/admin/thing', payload: {} })).json().code).toBe(200)
  await closed.close()
})

test.each([
  ['before its body is read', [true], [false]],
  ['when its body is there', [false, true], [false, true]],
])('a gate sheds a call %s, with the time to come again', async (_when, closed, judged) => {
  Object.assign(gate, { closed: [...closed], judged: [] })
  const got = await post({}, {}, '/api/common/gated')
  expect([got.statusCode, got.headers['retry-after']]).toEqual([429, '1'])
  expect([gate.judged, gate.held]).toEqual([judged, 0])
})

test('a call is held by its gate until it is answered', async () => {
  const inside: number[] = []
  Object.assign(gate, { closed: [], judged: [] })
  const got = await post({}, {}, '/api/common/gated')
  inside.push(gate.held)
  expect([got.statusCode, gate.judged, inside]).toEqual([200, [false, true], [0]])
})
