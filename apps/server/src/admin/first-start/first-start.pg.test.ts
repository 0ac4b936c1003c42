import { firstStartBegin, firstStartFinish } from '@strata/contract/calls/first-start'
import { PERMISSION_IDS } from '@strata/contract/permissions'
import { sealPassword } from '@strata/contract/wrapper'
import { PathId } from '@strata/domain/ids'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApp, headersOf } from '../../access/testing/person.ts'
import { addRooms } from '../../compose.ts'
import { createIntake } from '../../intake/intake.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../../platform/testing/test-platform.ts'
import { offerFirstStart } from './first-start.ts'

const database = await createTestDatabase()
const { pool, raw } = database
let now = Date.UTC(2026, 4, 20, 4)
const platform = createTestPlatform(database, {
  clock: () => now,
  config: { mode: 'production', demo: 'off', simulator: false },
})
const app = await createTestApp(platform)
// The calls of this test come in by no port at all.
app.adminOnlyPort = undefined
beforeAll(() => addRooms(app, platform, createIntake))
afterAll(() => app.close())

const secrets = createSecrets(platform.config.keys)
const offer = async (): Promise<string> => {
  const token = await offerFirstStart({ pool, clock: () => now, secrets })
  if (token === undefined) throw new Error('nothing was offered')
  return token
}
const begin = (token: string) => callApp(app, { ...firstStartBegin, input: { token } })
const seal = (password: string) => sealPassword({ password, appSecret: platform.config.appSecret, nowMs: now })
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: now })

const wish = async (token: string): Promise<Record<string, string>> => ({
  token,
  platformName: '天元彩票',
  headName: '天元集团',
  accountName: 'founder1',
  password: seal('Welcome2026'),
  verifyCode: codeOf(((await begin(token)).data as { secret: string }).secret),
})
const finish = (input: Readonly<Record<string, string>>) => callApp(app, { ...firstStartFinish, input })
const count = async (table: string): Promise<number> =>
  (await raw.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]?.n ?? -1

const WRONG = { code: 40004, message: '首次设置链接无效或已过期，请在服务器上重新启动并使用新链接' }

beforeEach(async () => {
  now += 60_000
  await raw.query('truncate accounts, paths, link_terms, share_terms, change_log, sessions cascade')
})

describe('an empty production database', () => {
  it('holds the catalogue closed: nothing can be bet before an operator opens a game', async () => {
    const games = await raw.query('select enabled, schedule, result_source from games order by id')
    expect(games.rows.length).toBeGreaterThan(3)
    for (const game of games.rows) expect(game).toMatchObject({ enabled: false, result_source: 'manual' })
    expect(await count('periods')).toBe(0)
    expect(await count('prices')).toBeGreaterThan(100)
  })
})

describe('the link of the first start', () => {
  it('is stored as a hash only', async () => {
    const token = await offer()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await raw.query(`select value::text as value from settings where key = 'firstStart'`)
    expect(rows[0].value).not.toContain(token)
    expect((await begin(token)).data).toMatchObject({ until: now + 3_600_000 })
  })

  it('answers the same secret until it is used, so that a reload loses nothing', async () => {
    const token = await offer()
    expect((await begin(token)).data).toEqual((await begin(token)).data)
  })

  it('ends after an hour, with a restart, and as soon as there is an account', async () => {
    const old = await offer()
    now += 3_600_000
    expect(await begin(old)).toMatchObject(WRONG)
    const first = await offer()
    const second = await offer()
    expect(await begin(first)).toMatchObject(WRONG)
    expect((await begin(second)).code).toBe(200)
    await raw.query(
      `insert into accounts (name, account_type, role_id, password_hash, created_at) values ('a', 2, 1, 'x', 0)`,
    )
    expect(await begin(second)).toMatchObject(WRONG)
    expect(await offerFirstStart({ pool, clock: () => now, secrets })).toBeUndefined()
  })

  it('is refused for any other text', async () => {
    await offer()
    expect(await begin('A'.repeat(43))).toMatchObject(WRONG)
  })
})

describe('the first start', () => {
  it('creates the head company and its first operator, who signs in with a code, and nothing else', async () => {
    const token = await offer()
    const input = await wish(token)
    const answer = await finish(input)
    expect(answer).toMatchObject({ code: 200 })
    expect((answer.data as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10)
    expect([await count('accounts'), await count('paths'), await count('merchants')]).toEqual([2, 1, 0])
    const path = await raw.query('select role, name from paths')
    expect(path.rows).toEqual([{ role: 0, name: '天元集团' }])
    const line = await raw.query('select action, operator_name, target_name from change_log')
    expect(line.rows).toEqual([{ action: 'firstStart', operator_name: 'founder1', target_name: '天元集团' }])

    const signIn = (more: object) =>
      callApp(app, {
        method: 'POST',
        path: '/api/common/account/adminlogin',
        input: { account: 'founder1', password: seal('Welcome2026'), ...more },
      })
    expect((await signIn({})).code).toBe(40003)
    now += 30_000
    const secret = secrets.open(
      (await raw.query(`select totp_secret from accounts where name = 'founder1'`)).rows[0].totp_secret,
      `totp:${(await raw.query(`select id from accounts where name = 'founder1'`)).rows[0].id}`,
    )
    const signedIn = await signIn({ verifyCode: codeOf(secret) })
    expect(signedIn.code).toBe(200)
    const session = signedIn.data as {
      accountToken: string
      needSetPassword: boolean
      accountAgentPathsList: { agentPathsId: PathId; pathName: string }[]
    }
    const [own] = session.accountAgentPathsList
    expect(own?.pathName).toBe('天元集团')
    const person = { token: session.accountToken, pathId: own?.agentPathsId ?? PathId(0), roleType: 1 as const }
    const name = await callApp(app, {
      method: 'GET',
      path: '/api/admin/merchant/get-logo',
      headers: headersOf(person),
    })
    expect(name.data).toMatchObject({ name: '天元彩票' })
    const held = await raw.query(`select permission_ids from accounts where name = 'founder1'`)
    expect(held.rows[0].permission_ids).toEqual(PERMISSION_IDS)
  })

  it('happens once, also when it is asked for twice at the same moment', async () => {
    const token = await offer()
    const first = await wish(token)
    const answers = await Promise.all([finish(first), finish({ ...first, password: seal('Other12026') })])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 40004])
    expect(await count('accounts')).toBe(2)
    expect(await finish({ ...first, password: seal('Welcome2026') })).toMatchObject(WRONG)
  })

  it.each([
    ['a wrong code', async (input: Record<string, string>) => ({ ...input, verifyCode: '000000' }), '验证码错误'],
    [
      'a weak password',
      async (input: Record<string, string>) => ({ ...input, password: seal('short1') }),
      '密码长度为8-16位',
    ],
    ['a blank name', async (input: Record<string, string>) => ({ ...input, headName: '  ' }), '总公司名称'],
    [
      'an account that breaks the rule',
      async (input: Record<string, string>) => ({ ...input, accountName: '1a' }),
      '账号',
    ],
  ])('with %s creates nothing and can be tried again', async (_what, change, message) => {
    const token = await offer()
    const answer = await finish(await change(await wish(token)))
    expect(answer.code).not.toBe(200)
    expect(answer.message).toContain(message)
    expect(await count('accounts')).toBe(0)
    expect((await finish(await wish(token))).code).toBe(200)
  })
})
