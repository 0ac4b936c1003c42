import { orderCreate } from '@strata/contract/endpoints/intake'
import { expect, test } from 'vitest'
import { BlockLimit } from './block-limit.ts'
import { systemClock } from './clock.ts'
import { loadConfig } from './config.ts'
import { registerEndpoint } from './endpoint.ts'
import { createApp } from './http.ts'
import { createLog } from './log.ts'
import { Metrics } from './metrics.ts'
import { addPages } from './pages.ts'
import { refuse } from './refusal.ts'

test('a block has its burst, then its rate; other blocks are not affected', () => {
  let at = 0
  const limit = new BlockLimit({ perSecond: 10, burst: 3, now: () => at })
  expect([1, 2, 3, 4].map(() => limit.take('a'))).toEqual([true, true, true, false])
  expect(limit.take('b')).toBe(true)
  at = 99
  expect(limit.take('a')).toBe(false)
  at = 200
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([true, true, false])
})

test('the number of blocks is limited; the least recently used is dropped first', () => {
  const limit = new BlockLimit({ perSecond: 0, burst: 1, now: () => 0 })
  limit.take('busy')
  for (let at = 0; at < 30_000; at++) {
    limit.take(`other ${at}`)
    expect(limit.take('busy')).toBe(false)
  }
  expect(limit.size).toBeLessThanOrEqual(20_000)
})

/** An app that lets three calls in, with everything served beside the calls. */
async function smallApp(env: NodeJS.ProcessEnv = {}) {
  const config = { ...loadConfig(env), blockCalls: 0.001, blockBurst: 3, signedCalls: 0.001, signedBurst: 3 }
  const log = createLog('silent')
  const metrics = new Metrics()
  const app = await createApp({ config, log, clock: systemClock, metrics })
  const openApi = { openapi: '3.1.0', info: {}, paths: {} }
  await addPages(app, { config, metrics, checks: [], openApi, name: async () => '' })
  return app
}

test.each(['/readyz', '/healthz', '/config.json', '/api/nowhere', '/api/agent/query'])(
  '%s is limited by address, whatever the caller calls itself',
  async (url) => {
    const app = await smallApp()
    const ask = (at: number) =>
      app.inject({ url, headers: { authorization: `Bearer ${at}`, 'x-forwarded-for': `192.0.2.${at}` } })
    const first = [await ask(1), await ask(2), await ask(3)]
    expect(first.map((answer) => answer.json().code)).not.toContain(42901)
    const refused = await ask(4)
    expect([refused.json().code, refused.headers['retry-after']]).toEqual([42901, '1'])
    await app.close()
  },
)

test('a caller behind a trusted proxy is limited by its own address', async () => {
  const app = await smallApp({ STRATA_MODE: 'demo', STRATA_TRUST_PROXY: '127.0.0.1' })
  const ask = (ip: string) => app.inject({ url: '/readyz', headers: { 'x-forwarded-for': ip } })
  for (let at = 0; at < 3; at++) await ask('192.0.2.1')
  expect((await ask('192.0.2.1')).json().code).toBe(42901)
  expect((await ask('192.0.2.2')).json()).toEqual({ ok: true, checks: {} })
  await app.close()
})

test('signed calls have a limit of their own, before they are read', async () => {
  const config = { ...loadConfig({}), blockCalls: 1_000, blockBurst: 1_000, signedCalls: 0.001, signedBurst: 3 }
  const app = await createApp({ config, log: createLog('silent'), clock: systemClock, metrics: new Metrics() })
  let judged = 0
  registerEndpoint(app, orderCreate, {
    authorize: () => {
      judged += 1
      return refuse('signatureWrong')
    },
    handle: async () => ({ results: [] }),
  })
  const ask = (at: number) =>
    app.inject({ method: 'POST', url: orderCreate.path, headers: { 'x-merchant': `m${at}` }, payload: { bets: [] } })
  for (let at = 0; at < 5; at++) await ask(at)
  expect([judged, (await ask(5)).json().code]).toEqual([3, 42901])
  await app.close()
})

test('static files are not counted', async () => {
  const app = await smallApp()
  for (let at = 0; at < 10; at++) expect((await app.inject({ url: '/assets/app.js' })).body).not.toContain('42901')
  expect((await app.inject({ url: '/readyz' })).json()).toEqual({ ok: true, checks: {} })
  await app.close()
})
