import { sealPassword } from '@strata/contract/wrapper'
import type { PathId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_APP_SECRET, loadConfig } from '../../platform/config.ts'
import { Metrics } from '../../platform/metrics.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { accessJobs } from '../jobs.ts'
import { callApp, headersOf, type Person } from '../testing/person.ts'
import { growSmallTree, PASSWORD, type SmallTree, TREE_AT } from '../testing/small-tree.ts'
import { wholeServer } from '../testing/whole-server.ts'
import { deviceCookie, newDeviceToken, readDeviceCookie } from './device-cookie.ts'
import { totpPurpose } from './second-factor.ts'
import { brakesOfStranger } from './waits.ts'

const { pool, url, raw } = await createTestDatabase()
const secrets = createSecrets(loadConfig({}).keys)
let now = TREE_AT + 3_600_000
let app: FastifyInstance
let tree: SmallTree
beforeAll(async () => {
  tree = await growSmallTree(pool)
  // captcha.pg.test.ts has the captcha; here the attempts are many.
  await raw.query(`insert into settings (key, value) values ('system', '{"captchaAfter": 0}')`)
  ;({ app } = await wholeServer({ pool, url }, () => now))
})
afterAll(() => app.close())
beforeEach(async () => {
  // A new day, so that nothing waits from the test before.
  now += 2 * 86_400_000
  await raw.query('truncate sign_in_waits, login_log, sessions, known_devices')
  await raw.query('update accounts set totp_secret = null, status = 1')
})

const seal = (password: string): string => sealPassword({ password, appSecret: DEMO_APP_SECRET, nowMs: now })

interface Browser {
  cookie?: string
  readonly ip: string
}

/** One sign-in of a browser, which keeps the cookie that it is given. */
async function signIn(browser: Browser, account: string, password = PASSWORD, verifyCode?: string) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/common/account/agentlogin',
    remoteAddress: browser.ip,
    payload: { account, password: seal(password), ...(verifyCode === undefined ? {} : { verifyCode }) },
    headers: browser.cookie === undefined ? {} : { cookie: browser.cookie },
  })
  const set = answer.headers['set-cookie']
  if (typeof set === 'string') browser.cookie = set.split(';')[0] ?? ''
  const { code, data } = answer.json<{ code: number; data: { accountToken: string } | null }>()
  return { code, token: data?.accountToken ?? '', set }
}

/** Wrong passwords for an account, each from an address block of its own. */
async function attack(account: string, guesses: number): Promise<number[]> {
  const codes: number[] = []
  for (let at = 0; at < guesses; at++)
    codes.push((await signIn({ ip: `198.${at}.7.1` }, account, `wrong${String(at).padStart(4, '0')}`)).code)
  return codes
}

/** As after many of them. */
const braked = (account: string) =>
  raw.query(
    `insert into sign_in_waits (key, failures, wait_until) values ($1, 20, $2)
     on conflict (key) do update set failures = 20, wait_until = excluded.wait_until`,
    [brakesOfStranger(account, '203.0.113.1')[2]?.key, now + 30_000],
  )

const devices = async (): Promise<number> => (await raw.query('select 1 from known_devices')).rowCount ?? 0
const as = (token: string, pathId: PathId): Person => ({ token, pathId, roleType: 2 })
const post = (person: Person | null, path: string, input: Record<string, unknown> = {}) =>
  callApp(app, { method: 'POST', path, input, headers: person ? headersOf(person) : {} })

describe('guesses from many addresses', () => {
  it('slow unknown devices of the account, and not one that it was used on', async () => {
    const own: Browser = { ip: '203.0.113.1' }
    expect((await signIn(own, 'agent001')).code).toBe(200)
    const codes = await attack('agent001', 24)
    expect(codes.slice(0, 19)).toEqual(Array(19).fill(40002))
    expect(codes.slice(20)).toEqual(Array(4).fill(40005))
    expect((await signIn({ ip: '203.0.113.9' }, 'agent001')).code).toBe(40005)
    // Its own device, at home and on the way.
    expect((await signIn(own, 'agent001')).code).toBe(200)
    expect((await signIn({ ...own, ip: '192.0.2.200' }, 'agent001')).code).toBe(200)
    // Another account is not touched, and the wait passes.
    expect((await signIn({ ip: '203.0.113.9' }, 'agent003')).code).toBe(200)
    now += 60_001
    expect((await signIn({ ip: '203.0.113.9' }, 'agent001')).code).toBe(200)
  })

  it('from its own neighbourhood do not lock a known device out either, which waits for its own mistakes', async () => {
    const own: Browser = { ip: '203.0.113.1' }
    await signIn(own, 'agent001')
    for (let guess = 0; guess < 8; guess++) await signIn({ ip: '203.0.113.2' }, 'agent001', 'wrong1234')
    expect((await signIn({ ip: '203.0.113.2' }, 'agent001')).code).toBe(40005)
    expect((await signIn(own, 'agent001')).code).toBe(200)
    for (let guess = 0; guess < 5; guess++) expect((await signIn(own, 'agent001', 'wrong1234')).code).toBe(40002)
    expect((await signIn(own, 'agent001')).code).toBe(40005)
  })

  it('are counted for names that do not exist as well', async () => {
    for (const account of ['nobody77', 'agent001']) {
      await braked(account)
      await raw.query('update sign_in_waits set failures = 18, wait_until = 0')
    }
    expect(await attack('nobody77', 4)).toEqual(await attack('agent001', 4))
  })
})

describe('a device', () => {
  it('is known by a cookie that scripts cannot read, of which only the hash is stored', async () => {
    const own: Browser = { ip: '203.0.113.1' }
    const { set } = await signIn(own, 'agent001')
    expect(set).toMatch(
      /^strata_device=[A-Za-z0-9_-]{44}; Path=\/api\/common\/account; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    )
    const [token] = readDeviceCookie(own.cookie)
    const stored = await raw.query('select * from known_devices')
    expect(
      JSON.stringify(stored.rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(token?.slice(0, 22))
    expect(deviceCookie('x', [], { secure: true })).toMatch(/; Secure$/)
  })

  it('that is unknown is written into the log of sign-ins, once', async () => {
    const own: Browser = { ip: '203.0.113.1' }
    await signIn(own, 'agent001')
    const { token } = await signIn(own, 'agent001')
    const log = await post(as(token, tree.agent.pathId), '/api/common/account/findloginlog', {})
    expect((log.data as { items: { result: string }[] }).items.map(({ result }) => result)).toEqual([
      '登录成功',
      '登录成功（新设备）',
    ])
  })

  it('is one of the account that signed in, not of another in the same browser', async () => {
    const shared: Browser = { ip: '203.0.113.1' }
    await signIn(shared, 'agent003')
    await braked('agent001')
    expect((await signIn(shared, 'agent001')).code).toBe(40005)
    now += 60_001
    expect((await signIn(shared, 'agent001')).code).toBe(200)
    // Both are known now.
    await braked('agent001')
    await braked('agent003')
    expect([(await signIn(shared, 'agent001')).code, (await signIn(shared, 'agent003')).code]).toEqual([200, 200])
  })

  it('is not known by a made-up cookie, nor by one of another server', async () => {
    await braked('agent001')
    const foreign = createSecrets([{ id: 'other', key: new Uint8Array(32).fill(9) }])
    for (const token of ['A'.repeat(44), newDeviceToken(foreign, 'agent001'), newDeviceToken(secrets, 'agent001')])
      expect((await signIn({ ip: '203.0.113.1', cookie: `strata_device=${token}` }, 'agent001')).code).toBe(40005)
  })

  it('is known after both steps of a sign-in with a second factor, not after the first', async () => {
    const totp = new TOTP({ secret: new Secret(), digits: 6, period: 30 })
    const sealed = secrets.seal(totp.secret.base32, totpPurpose(tree.agent.accountId))
    await raw.query('update accounts set totp_secret = $2 where id = $1', [tree.agent.accountId, sealed])
    const own: Browser = { ip: '203.0.113.1' }
    expect(await signIn(own, 'agent001')).toMatchObject({ code: 40003, set: undefined })
    expect(await devices()).toBe(0)
    expect((await signIn(own, 'agent001', PASSWORD, totp.generate({ timestamp: now }))).code).toBe(200)
    await braked('agent001')
    now += 30_000
    expect((await signIn(own, 'agent001')).code).toBe(40003)
    expect((await signIn(own, 'agent001', PASSWORD, totp.generate({ timestamp: now }))).code).toBe(200)
  })
})

describe('devices are forgotten', () => {
  const isKnown = async (browser: Browser, account: string, password = PASSWORD): Promise<boolean> => {
    await braked(account)
    return (await signIn({ ...browser }, account, password)).code === 200
  }

  it('by a reset of the password, which also starts the count over', async () => {
    const own: Browser = { ip: '203.0.113.1' }
    await signIn(own, 'agent003')
    const { token } = await signIn({ ip: '203.0.113.2' }, 'genagt01')
    await braked('agent003')
    const reset = { agentPathsId: tree.sibling.pathId, newPassword: seal('Reset2026') }
    expect((await post(as(token, tree.general.pathId), '/api/common/account/updatepwd', reset)).code).toBe(200)
    now += 10_000
    expect((await signIn({ ip: '203.0.113.3' }, 'agent003', 'Reset2026')).code).toBe(200)
    expect(await isKnown(own, 'agent003', 'Reset2026')).toBe(false)
  })

  it('by a new password, but for the device that it was set on', async () => {
    const [here, there]: [Browser, Browser] = [{ ip: '203.0.113.1' }, { ip: '203.0.113.2' }]
    const { token } = await signIn(here, 'genagt01')
    await signIn(there, 'genagt01')
    const change = { oldPassword: seal(PASSWORD), newPassword: seal('Fresh2026') }
    expect((await post(as(token, tree.general.pathId), '/api/common/account/updatepwd', change)).code).toBe(200)
    await braked('genagt01')
    expect((await signIn(there, 'genagt01', 'Fresh2026')).code).toBe(40005)
    expect((await signIn(here, 'genagt01', 'Fresh2026')).code).toBe(200)
  })

  it('when the session of a lost device is ended', async () => {
    const [lost, here]: [Browser, Browser] = [{ ip: '203.0.113.1' }, { ip: '203.0.113.2' }]
    await signIn(lost, 'agent001')
    const { token } = await signIn(here, 'agent001')
    const person = as(token, tree.agent.pathId)
    const listed = (await post(person, '/api/common/account/session/query')).data as {
      sessionId: number
      current: boolean
    }[]
    const other = listed.find(({ current }) => !current)
    await post(person, '/api/common/account/session/revoke', { sessionId: other?.sessionId })
    await braked('agent001')
    expect((await signIn(lost, 'agent001')).code).toBe(40005)
    expect((await signIn(here, 'agent001')).code).toBe(200)
  })

  it('beyond twenty of an account, those not seen for longest', async () => {
    const first: Browser = { ip: '203.0.113.1' }
    await signIn(first, 'agent001')
    await raw.query(
      `insert into known_devices (token_hash, account_id, created_at, seen_at)
       select 'hash ' || n, $1, $2, $2::bigint + n from generate_series(1, 25) n`,
      [tree.agent.accountId, now],
    )
    now += 60_000
    await signIn({ ip: '203.0.113.2' }, 'agent001')
    expect(await devices()).toBe(20)
    expect(await isKnown(first, 'agent001')).toBe(false)
  })

  it('when nobody signed in on them for half a year', async () => {
    const own: Browser = { ip: '203.0.113.1' }
    await signIn(own, 'agent001')
    let sweep: () => Promise<void> = async () => {}
    const jobs = {
      every: (_name: string, _everyMs: number, work: () => Promise<void>) => {
        sweep = work
      },
    }
    accessJobs({
      jobs: jobs as Parameters<typeof accessJobs>[0]['jobs'],
      pool,
      clock: () => now,
      metrics: new Metrics(),
    })
    now += 179 * 86_400_000
    await sweep()
    expect(await devices()).toBe(1)
    now += 2 * 86_400_000
    await sweep()
    expect(await devices()).toBe(0)
  })
})
