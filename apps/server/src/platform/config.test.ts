import { expect, test } from 'vitest'
import { ConfigError, describeSettings, loadConfig } from './config.ts'

const production = {
  STRATA_MODE: 'production',
  STRATA_APP_SECRET: 'a-secret-of-its-own',
  STRATA_KEY: `k1:${'ab'.repeat(32)}`,
}

test('the default is the demo on loopback', () => {
  expect(loadConfig({ PATH: '/bin' })).toMatchObject({
    mode: 'demo',
    host: '127.0.0.1',
    port: 8080,
    demo: 'auto',
    simulator: true,
    role: 'all',
  })
})

test.each([
  [{ STRATA_PROT: '1' }, 'STRATA_PROT: no such setting'],
  [{ STRATA_PORT: 'abc' }, 'STRATA_PORT'],
  [{ STRATA_PORT: '8081' }, 'STRATA_ADMIN_PORT: must differ'],
  [{ STRATA_MODE: 'test' }, 'STRATA_MODE'],
  [{ STRATA_SITE: 'https://agent.example.com' }, 'STRATA_SITE: must be a host'],
  [{ STRATA_HOST: '0.0.0.0', STRATA_MODE: 'demo' }, 'STRATA_DEMO=on'],
  [{ STRATA_HOST: '0.0.0.0', STRATA_DEMO: 'on' }, 'STRATA_MODE: say demo or production'],
  [{ STRATA_HOST: '127.evil.test', STRATA_DEMO: 'on' }, 'STRATA_MODE: say demo or production'],
  [{ STRATA_TRUST_PROXY: '127.0.0.1' }, 'STRATA_MODE: say demo or production'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ STRATA_S3_BUCKET: 'files', STRATA_S3_ACCESS_KEY: 'a' }, 'STRATA_S3_ENDPOINT, STRATA_S3_SECRET_KEY: all settings'],
  [{ STRATA_S3_ENDPOINT: 'ftp://x' }, 'STRATA_S3_ENDPOINT: must begin'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: must begin'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ DATABASE_OWNER_URL: 'postgres://o@db/x' }, 'DATABASE_OWNER_URL: only together'],
  [{ STRATA_KEY: 'short' }, 'STRATA_KEY'],
  [{ STRATA_KEY: `a:${'00'.repeat(32)},a:${'11'.repeat(32)}` }, 'ids must differ'],
  [{ STRATA_MODE: 'production' }, 'STRATA_APP_SECRET: production needs one of its own'],
  [{ ...production, STRATA_KEY: '' }, 'STRATA_KEY: production needs one of its own'],
  [{ ...production, STRATA_KEY: `${production.STRATA_KEY},old:${'00'.repeat(32)}` }, 'no key of zeros'],
  [{ ...production, STRATA_KEY: `${production.STRATA_KEY},Demo:${'cd'.repeat(32)}` }, 'none named demo'],
  [{ ...production, STRATA_OUTBOUND_ALLOW: '127.0.0.1:1' }, 'STRATA_OUTBOUND_ALLOW'],
  [{ ...production, STRATA_DEMO: 'on' }, 'STRATA_DEMO'],
])('%o stops the start', (env, message) => {
  expect(() => loadConfig(env)).toThrow(ConfigError)
  expect(() => loadConfig(env)).toThrow(message)
})

test('one error names every wrong setting', () => {
  expect(() => loadConfig({ STRATA_X: '1', STRATA_PORT: '-1' })).toThrow(/STRATA_X[\s\S]*STRATA_PORT/)
})

test('production with its own secrets starts without demo and simulator', () => {
  const config = loadConfig({ ...production, STRATA_KEY: `k2:${'cd'.repeat(32)},${production.STRATA_KEY}` })
  expect(config).toMatchObject({ mode: 'production', demo: 'off', simulator: false })
  expect(config.keys.map((key) => key.id)).toEqual(['k2', 'k1'])
})

test('demo mode listens on other addresses when STRATA_DEMO is on', () => {
  expect(loadConfig({ STRATA_HOST: '0.0.0.0', STRATA_MODE: 'demo', STRATA_DEMO: 'on' }).host).toBe('0.0.0.0')
})

test('a proxy is allowed when the mode is set', () => {
  expect(loadConfig({ ...production, STRATA_TRUST_PROXY: '127.0.0.1' }).trustProxy).toEqual(['127.0.0.1'])
  expect(loadConfig({ STRATA_MODE: 'demo', STRATA_TRUST_PROXY: '127.0.0.1' }).mode).toBe('demo')
})

test('four eyes are on unless they are switched off', () => {
  expect(loadConfig(production).fourEyes).toBe(true)
  expect(loadConfig({ ...production, STRATA_FOUR_EYES: 'off' }).fourEyes).toBe(false)
})

test('help lists every setting with its default', () => {
  expect(describeSettings()).toMatch(/STRATA_PORT \[8080\]/)
  expect(describeSettings()).toContain('DATABASE_URL')
})
