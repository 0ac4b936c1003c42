import { flattenModules, type RoleModule } from '@strata/contract/permissions'
import { sealPassword } from '@strata/contract/wrapper'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadConfig } from '../../platform/config.ts'
import { createApp } from '../../platform/http.ts'
import { createLog } from '../../platform/log.ts'
import { Metrics } from '../../platform/metrics.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { verifyPassword } from '../passwords/password-pool.ts'
import { accessRoutes } from '../routes.ts'
import { idleMsOf } from '../session/sessions.ts'
import { type Answered, callApp } from '../testing/person.ts'
import { growSmallTree, PASSWORD, type SmallTree } from '../testing/small-tree.ts'
import { hashRecoveryCode, totpPurpose } from './second-factor.ts'
import { signInPool, writeRefused } from './sign-in.ts'

/** As the settings have it while nobody has changed them. */
const LASTS_MS = 12 * 3_600_000
const { pool, raw } = await createTestDatabase()
const config = loadConfig({})
const secrets = createSecrets(config.keys)
let now = Date.UTC(2026, 4, 20, 5)
const clock = () => now
const log = createLog('silent')
const app = await createApp({ config, log, clock, metrics: new Metrics(), checkAnswers: true, callsPerMinute: 100_000 })
const signIns = signInPool(pool)
afterAll(() => signIns.end())
accessRoutes(app, { pool, signIns, clock, secrets, appSecret: config.appSecret })
afterAll(() => app.close())

let tree: SmallTree
beforeAll(async () => {
  tree = await growSmallTree(pool)
  // captcha.pg.test.ts has the captcha; here the attempts are many.
  await raw.query(`insert into settings (key, value) values ('system', '{"captchaAfter": 0}')`)
})
beforeEach(async () => {
  now += 60_000
  await raw.query('truncate sign_in_waits, login_log, sessions')
  await raw.query('update accounts set status = 1, totp_secret = null')
  await raw.query('update paths set status = 1')
})

const seal = (password: string, at = now): string => sealPassword({ password, appSecret: config.appSecret, nowMs: at })
const login = (
  account: string,
  password: string,
  more: Record<string, unknown> = {},
  side = 'agent',
): Promise<Answered> =>
  callApp(app, {
    method: 'POST',
    path: `/api/common/account/${side}login`,
    input: { account, password: seal(password), ...more },
  })
const results = async () =>
  (await raw.query<{ result: string }>('select result from login_log order by id')).rows.map((row) => row.result)

describe('the sign-in answer', () => {
  it('lists paths, permissions and the last sign-in', async () => {
    const first = await login('agent001', PASSWORD)
    expect(first.code).toBe(200)
    expect(first.data).toMatchObject({
      accountId: tree.agent.accountId,
      accountName: 'agent001',
      roleId: 3,
      mainAccountId: 0,
      maintenanceState: 0,
      isAllowPilotOut: true,
      accountType: 2,
      mustChangePassword: false,
      needSetPassword: false,
      lastLogin: null,
    })
    const { accountAgentPathsList } = first.data as { accountAgentPathsList: unknown[] }
    expect(accountAgentPathsList).toHaveLength(1)
    expect(accountAgentPathsList[0]).toMatchObject({
      agentPathsId: tree.agent.pathId,
      pathName: 'agent001',
      roleId: 3,
      rolesAbove: [0, 1, 2],
    })
    const at = now
    now += 1000
    expect((await login('AGENT001', PASSWORD)).data).toMatchObject({ lastLogin: { at, ip: '127.0.0.1' } })
  })

  it('names the roles of the levels above, without skipped ones', async () => {
    const above = async (account: string): Promise<unknown> => {
      const { data } = await login(account, PASSWORD)
      return (data as { accountAgentPathsList: { rolesAbove: unknown }[] }).accountAgentPathsList[0]?.rolesAbove
    }
    expect(await above('headco01')).toEqual([])
    expect(await above('merch001')).toEqual([0])
    expect(await above('genagt01')).toEqual([0, 1])
    expect(await above('agent001')).toEqual([0, 1, 2])
    expect(await above('agent002')).toEqual([0, 1])
  })

  it('gives a sub-account only what it was given and its main account holds', async () => {
    const answer = await login('agtsub01', PASSWORD)
    expect(answer.data).toMatchObject({
      roleId: 10003,
      mainAccountId: tree.agent.accountId,
      accountAgentPathsList: [
        {
          agentPathsId: tree.agent.pathId,
          roleModuleList: [
            { frontElementId: 30000, children: [{ frontElementId: 30003, children: [] }] },
            { frontElementId: 50000, children: [{ frontElementId: 50003, children: [] }] },
          ],
        },
      ],
    })
  })

  it('allows only operators on the admin side', async () => {
    expect((await login('headco01', PASSWORD, {}, 'admin')).data).toMatchObject({ accountType: 1 })
    expect((await login('agent001', PASSWORD, {}, 'admin')).code).toBe(40002)
    expect((await login('headco01', PASSWORD)).data).toMatchObject({ accountType: 2 })
  })
})

describe('the wrapper', () => {
  it('is refused when it is old, forged or used before', async () => {
    const send = (password: string) =>
      callApp(app, { method: 'POST', path: '/api/common/account/agentlogin', input: { account: 'agent001', password } })
    expect((await send(seal(PASSWORD, now - 120_001))).code).toBe(40009)
    expect((await send(seal(PASSWORD, now + 120_001))).code).toBe(40009)
    expect((await send('A'.repeat(80))).code).toBe(40001)
    const once = seal(PASSWORD, now - 119_000)
    expect((await send(once)).code).toBe(200)
    expect((await send(once)).code).toBe(40009)
  })
})

describe('the order of checks', () => {
  it('reveals status and code only to a caller who knows the password', async () => {
    await raw.query('update accounts set status = 2 where id = $1', [tree.agent.accountId])
    expect((await login('agent001', 'wrong1234')).code).toBe(40002)
    expect((await login('agent001', PASSWORD)).code).toBe(40006)
  })

  it('refuses when a path above is disabled, and lets a frozen one in', async () => {
    await raw.query('update paths set status = 2 where id = $1', [tree.merchant.pathId])
    expect((await login('agent001', PASSWORD)).code).toBe(40006)
    expect((await login('agtsub01', PASSWORD)).code).toBe(40006)
    expect((await login('agent002', PASSWORD)).code).toBe(200)
    await raw.query('update paths set status = 4 where id = $1', [tree.merchant.pathId])
    const frozen = await login('agent001', PASSWORD)
    expect(frozen.code).toBe(200)
    // What it may open: reports, results, rules and its own pages.
    const [path] = (frozen.data as { accountAgentPathsList: { roleModuleList: RoleModule[] }[] }).accountAgentPathsList
    const pages = [30000, 30001, 30002, 30003, 30004, 50000, 50003, 50009, 60000, 100000]
    expect([...flattenModules(path?.roleModuleList ?? [])].filter((id) => id > 1000).sort((a, b) => a - b)).toEqual(
      pages,
    )
  })

  it('answers an unknown name and a member like a wrong password', async () => {
    const wrong = await login('agent001', 'wrong1234')
    const unknown = await login('nobody99', PASSWORD)
    const member = await login('mem0001', PASSWORD)
    expect([unknown.text, member.text]).toEqual([wrong.text, wrong.text])
  })

  it('asks for the code, accepts each code once and each recovery code once', async () => {
    const totp = new TOTP({ digits: 6, period: 30 })
    const sealed = secrets.seal(totp.secret.base32, totpPurpose(tree.agent.accountId))
    await raw.query('update accounts set totp_secret = $2, recovery_hashes = $3 where id = $1', [
      tree.agent.accountId,
      sealed,
      [hashRecoveryCode('abcd-efgh-1234')],
    ])
    expect((await login('agent001', 'wrong1234')).code).toBe(40002)
    expect((await login('agent001', PASSWORD)).code).toBe(40003)
    const verifyCode = totp.generate({ timestamp: now })
    const other = verifyCode === '000000' ? '000001' : '000000'
    expect((await login('agent001', PASSWORD, { verifyCode: other })).code).toBe(40004)
    expect((await login('agent001', PASSWORD, { verifyCode })).code).toBe(200)
    expect((await login('agent001', PASSWORD, { verifyCode })).code).toBe(40004)
    expect((await login('agent001', PASSWORD, { verifyCode: 'ABCD-EFGH-1234' })).code).toBe(200)
    expect((await login('agent001', PASSWORD, { verifyCode: 'ABCD-EFGH-1234' })).code).toBe(40004)
  })

  it('throttles before the password is checked, for the account and its address block only', async () => {
    for (let tries = 0; tries < 5; tries++) expect((await login('agent001', 'wrong1234')).code).toBe(40002)
    const locked = await login('agent001', PASSWORD)
    expect(locked.code).toBe(40005)
    expect(locked.message).toBe('尝试次数过多，请1分钟后再试')
    expect((await login('agent003', PASSWORD)).code).toBe(200)
    now += 30_000
    expect((await login('agent001', 'wrong1234')).code).toBe(40002)
    now += 59_000
    expect((await login('agent001', PASSWORD)).code).toBe(40005)
    now += 2_000
    expect((await login('agent001', PASSWORD)).code).toBe(200)
    expect((await results()).slice(0, 6)).toEqual([...Array(5).fill('wrongCredentials'), 'ok'])
    await writeRefused({ signIns, clock })
    const waited = await raw.query(`select account_id, account_name, times from login_log where result = 'lockedOut'`)
    expect(waited.rows).toEqual([{ account_id: null, account_name: 'agent001', times: 2 }])
    await writeRefused({ signIns, clock })
    expect((await results()).filter((result) => result === 'lockedOut')).toHaveLength(1)
  })

  it('writes and looks up nothing for attempts that wait', async () => {
    for (let tries = 0; tries < 5; tries++) await login('agent001', 'wrong1234')
    expect((await login('agent001', PASSWORD)).code).toBe(40005)
    const state = async () =>
      (
        await raw.query(`select (select json_agg(json_build_array(key, failures, xmin::text, xmax::text)) from sign_in_waits) as waits,
                                (select count(*)::integer from seen_wrappers) as wrappers,
                                (select count(*)::integer from login_log) as lines`)
      ).rows
    const before = await state()
    const [queries, clients] = [vi.spyOn(signIns, 'query'), vi.spyOn(signIns, 'connect')]
    for (let tries = 0; tries < 30; tries++) expect((await login('agent001', PASSWORD)).code).toBe(40005)
    expect([queries.mock.calls, clients.mock.calls]).toEqual([[], []])
    // What is remembered is asked again now and then, which only reads.
    now += 15_000
    expect((await login('agent001', PASSWORD)).code).toBe(40005)
    expect(queries.mock.calls).toHaveLength(1)
    queries.mockRestore()
    clients.mockRestore()
    expect(await state()).toEqual(before)
  })

  it('counts attempts one by one even if they are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login('agent001', 'wrong1234')))
    expect(answers.filter((answer) => answer.code === 40002)).toHaveLength(5)
    expect(answers.filter((answer) => answer.code === 40005)).toHaveLength(7)
  })
})

describe('sessions', () => {
  const logout = (token: string, query = '', headers: Record<string, string> = {}) =>
    callApp(app, {
      method: 'POST',
      path: `/api/common/account/logout${query}`,
      headers: { authorization: `Bearer ${token}`, agentpathsid: String(tree.agent.pathId), roletype: '2', ...headers },
    })
  const tokenOf = async (): Promise<string> =>
    ((await login('agent001', PASSWORD)).data as { accountToken: string }).accountToken
  const seenAt = async (): Promise<bigint> =>
    (await raw.query<{ seen_at: bigint }>('select seen_at from sessions')).rows[0]?.seen_at ?? 0n

  it('end with sign-out, and only the hash of the token is stored', async () => {
    const token = await tokenOf()
    const stored = await raw.query(`select 1 from sessions where token_hash = $1`, [token])
    expect(stored.rows).toEqual([])
    expect((await logout(token)).code).toBe(200)
    const again = await logout(token)
    expect([again.status, again.code]).toEqual([401, 401])
  })

  it('end after the idle time without a click, and after the absolute time in any case', async () => {
    const token = await tokenOf()
    now += await idleMsOf(pool)
    expect((await logout(token)).status).toBe(401)
    const other = await tokenOf()
    await raw.query('update sessions set seen_at = $1', [now + LASTS_MS])
    now += LASTS_MS
    expect((await logout(other)).status).toBe(401)
  })

  it('are renewed only by a click', async () => {
    const token = await tokenOf()
    const path = { headers: { agentpathsid: '999' } }
    const before = await seenAt()
    now += 60_000
    expect((await logout(token, '', path.headers)).code).toBe(40301)
    expect((await logout(token, '?isclick=true', path.headers)).code).toBe(40301)
    expect(await seenAt()).toBe(before)
  })
})

describe('more sign-ins than the password queue can hold', () => {
  it('are refused at once with a time to retry, and not counted as attempts', async () => {
    const before = Array.from({ length: 41 }, () => verifyPassword(null, PASSWORD))
    const sent = await login('agent001', PASSWORD)
    expect(sent).toMatchObject({ code: 42901, message: '当前操作人数较多，请10秒后再试' })
    await expect(verifyPassword(null, PASSWORD)).rejects.toMatchObject({ refusal: { name: 'crowded' } })
    expect((await raw.query('select 1 from sign_in_waits')).rowCount).toBe(0)
    expect(await results()).toEqual([])
    expect(await Promise.all(before)).toEqual(before.map(() => false))
    expect((await login('agent001', PASSWORD)).code).toBe(200)
  })
})
