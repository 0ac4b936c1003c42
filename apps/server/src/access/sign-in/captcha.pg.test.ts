import { sealPassword } from '@strata/contract/wrapper'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../platform/config.ts'
import { createApp } from '../../platform/http.ts'
import { createLog } from '../../platform/log.ts'
import { Metrics } from '../../platform/metrics.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { accessRoutes } from '../routes.ts'
import { callApp } from '../testing/person.ts'
import { growSmallTree, PASSWORD } from '../testing/small-tree.ts'
import { CAPTCHA_LASTS_MS } from './captcha.ts'
import { signInPool } from './sign-in.ts'

const { pool, raw } = await createTestDatabase()
const config = loadConfig({})
const secrets = createSecrets(config.keys)
let now = Date.UTC(2026, 4, 20, 5)
const log = createLog('silent')
const clock = () => now
const app = await createApp({ config, log, clock, metrics: new Metrics(), checkAnswers: true, callsPerMinute: 100_000 })
const signIns = signInPool(pool)
accessRoutes(app, { pool, signIns, clock, secrets, appSecret: config.appSecret })
afterAll(async () => {
  await app.close()
  await signIns.end()
})

beforeAll(async () => {
  await growSmallTree(pool)
})
beforeEach(async () => {
  now += 60_000
  await raw.query('truncate sign_in_waits, login_log, sessions')
})

const NEEDED = { code: 40010, message: '请输入图中的字符' }
const WRONG = { code: 40010, message: '图中的字符不正确或已过期，请按新图输入' }

type Captcha = { readonly captchaId?: string; readonly captchaText?: string }
const login = (password: string, captcha: Captcha = {}, account = 'agent001') =>
  callApp(app, {
    method: 'POST',
    path: '/api/common/account/agentlogin',
    input: { account, password: sealPassword({ password, appSecret: config.appSecret, nowMs: now }), ...captcha },
  })

/** A picture, with what a person would read on it. */
const draw = async (account = 'agent001'): Promise<Required<Captcha> & { readonly picture: string }> => {
  const answer = await callApp(app, { method: 'POST', path: '/api/common/account/captcha', input: { account } })
  const { captchaId, picture } = answer.data as { captchaId: string; picture: string }
  const { text } = JSON.parse(secrets.open(captchaId, 'captcha')) as { text: string }
  return { captchaId, captchaText: text, picture }
}
const answerOf = ({ captchaId, captchaText }: Required<Captcha>): Required<Captcha> => ({ captchaId, captchaText })

const fail = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) expect((await login('Wrong2026x')).code).toBe(40002)
}
const attempts = async (): Promise<number> =>
  (await raw.query<{ n: number }>('select count(*)::integer as n from login_log')).rows[0]?.n ?? 0

describe('a captcha', () => {
  it('is not asked for before the third failure, and then even with the right password', async () => {
    await fail(2)
    expect((await login(PASSWORD)).code).toBe(200)
    await fail(3)
    expect(await login(PASSWORD)).toMatchObject(NEEDED)
    const drawn = await draw()
    expect(drawn.picture).toMatch(/^data:image\/png;base64,/)
    expect(JSON.stringify(drawn.picture)).not.toContain(drawn.captchaText)
    expect((await login(PASSWORD, answerOf(drawn))).code).toBe(200)
    // A sign-in clears the count.
    expect((await login(PASSWORD)).code).toBe(200)
  })

  it('is asked for in the same way when the account does not exist', async () => {
    for (let time = 0; time < 3; time += 1) expect((await login('Wrong2026x', {}, 'nobody77')).code).toBe(40002)
    expect(await login('Wrong2026x', {}, 'nobody77')).toMatchObject(NEEDED)
  })

  it('is used up by one answer, right or wrong, and no password is checked without a right one', async () => {
    await fail(3)
    const before = await attempts()
    const first = await draw()
    expect(await login(PASSWORD, { ...answerOf(first), captchaText: 'AAAAA' })).toMatchObject(WRONG)
    expect(await login(PASSWORD, answerOf(first))).toMatchObject(WRONG)
    expect(await attempts()).toBe(before)
    const second = await draw()
    const lower = { ...answerOf(second), captchaText: second.captchaText.toLowerCase() }
    expect((await login('Wrong2026x', lower)).code).toBe(40002)
    expect(await login(PASSWORD, answerOf(second))).toMatchObject(WRONG)
  })

  it('is answered once by answers at the same moment', async () => {
    await fail(3)
    const drawn = await draw()
    const all = await Promise.all([1, 2, 3].map(() => login(PASSWORD, answerOf(drawn))))
    expect(all.map(({ code }) => code).toSorted()).toEqual([200, 40010, 40010])
  })

  it('is worth nothing for another account, when it is old, or made up', async () => {
    await fail(3)
    expect(await login(PASSWORD, answerOf(await draw('agent002')))).toMatchObject(WRONG)
    const old = await draw()
    now += CAPTCHA_LASTS_MS + 1
    expect(await login(PASSWORD, answerOf(old))).toMatchObject(WRONG)
    expect(await login(PASSWORD, { captchaId: `k1.${'A'.repeat(80)}`, captchaText: 'AAAAA' })).toMatchObject(WRONG)
  })

  it('comes after a wait: whoever must wait is told so', async () => {
    await fail(3)
    for (let time = 0; time < 2; time += 1) expect((await login('Wrong2026x', answerOf(await draw()))).code).toBe(40002)
    expect((await login(PASSWORD)).code).toBe(40005)
    now += 31_000
    expect(await login(PASSWORD)).toMatchObject(NEEDED)
  })

  it('can be switched off for the platform', async () => {
    // Asked for before, so that the answer below shows the setting and not a missing count.
    await fail(3)
    expect(await login(PASSWORD)).toMatchObject(NEEDED)
    await raw.query(`insert into settings (key, value) values ('system', '{"captchaAfter": 0}')`)
    // Each process reads the settings again after a moment.
    await expect.poll(async () => (await login(PASSWORD)).code, { timeout: 10_000 }).toBe(200)
    await fail(4)
    expect((await login(PASSWORD)).code).toBe(200)
    await raw.query(`delete from settings where key = 'system'`)
  })
})
