import type { PathId } from '@strata/domain/ids'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { type PeopleServer, peopleServer } from '../testing/people-server.ts'

const { pool, url, raw } = await createTestDatabase()
let server: PeopleServer
beforeAll(async () => {
  server = await peopleServer({ pool, url })
})
afterAll(() => server.close())

const account = '/api/common/account'
const post = (...given: Parameters<PeopleServer['post']>) => server.post(given[0], `${account}/${given[1]}`, given[2])
const own = (oldPassword: string, newPassword: string, kind: 'login' | 'transfer' = 'login') => ({
  oldPassword: server.seal(oldPassword),
  newPassword: server.seal(newPassword),
  kind,
})

describe('one’s own password', () => {
  it('needs the old one, follows its rule and ends all other sessions', async () => {
    const { general } = server.tree
    const [here, there] = [await server.as(general, general.pathId), await server.as(general, general.pathId)]
    expect((await post(here, 'updatepwd', own('Wrong2026', 'Fresh2026'))).message).toBe('原密码错误')
    expect((await post(here, 'updatepwd', own('Strata2026', 'aaa'))).message).toContain('密码长度为8-16位')
    expect((await post(here, 'updatepwd', own('Strata2026', 'Strata2026'))).code).toBe(40001)
    const right = { ...own('Strata2026', 'Fresh2026'), requestId: 'pw-1' }
    expect((await post(here, 'updatepwd', right)).code).toBe(200)
    // The same request again, with the same wrappers, gets the first answer.
    expect((await post(here, 'updatepwd', right)).code).toBe(200)
    expect((await server.get(there, `${account}/bulletin-message`)).status).toBe(401)
    expect((await server.get(here, `${account}/bulletin-message`)).code).toBe(200)
    expect((await server.signIn('genagt01', 'Strata2026')).code).toBe(40002)
    expect((await server.signIn('genagt01', 'Fresh2026')).code).toBe(200)
  })

  it('is locked for a while after wrong guesses', async () => {
    const { otherAgent } = server.tree
    const person = await server.as(otherAgent, otherAgent.pathId)
    for (let guess = 0; guess < 6; guess++) await post(person, 'updatepwd', own('Wrong2026', 'Fresh2026'))
    expect((await post(person, 'updatepwd', own('Strata2026', 'Fresh2026'))).code).toBe(40005)
    server.now += 3_600_000 / 2
    const later = await server.as(otherAgent, otherAgent.pathId)
    expect((await post(later, 'updatepwd', own('Strata2026', 'Fresh2026'))).code).toBe(200)
  })

  it('for transfers has six digits and is proved by the old one', async () => {
    const { merchant } = server.tree
    const person = await server.as(merchant, merchant.pathId)
    expect((await post(person, 'updatepwd', own('111111', '135790', 'transfer'))).code).toBe(40008)
    expect((await post(person, 'updatepwd', own('246810', '13579', 'transfer'))).message).toBe('转账密码必须为6位数字')
    expect((await post(person, 'updatepwd', own('246810', '135790', 'transfer'))).code).toBe(200)
  })
})

describe('without a session', () => {
  it('only a reset token changes a password', async () => {
    expect((await post(null, 'updatepwd', own('Strata2026', 'Fresh2026'))).status).toBe(401)
    const resetToken = 'x'.repeat(43)
    expect((await post(null, 'updatepwd', { resetToken, newPassword: server.seal('Fresh2026') })).code).toBe(40004)
    const both = { resetToken, oldPassword: server.seal('Strata2026'), newPassword: server.seal('Fresh2026') }
    expect((await post(null, 'updatepwd', both)).code).toBe(40001)
  })
})

describe('a reset by an ancestor', () => {
  it('ends all sessions, raises an alert, and must be changed at the next sign-in', async () => {
    const { merchant, sibling, member } = server.tree
    const above = await server.as(merchant, merchant.pathId)
    const below = await server.as(sibling, sibling.pathId)
    const reset = (agentPathsId: PathId, person = above) =>
      post(person, 'updatepwd', { agentPathsId, newPassword: server.seal('Reset2026') })
    expect((await reset(member.pathId)).code).toBe(42207)
    expect((await reset(merchant.pathId)).code).toBe(42207)
    expect((await reset(merchant.pathId, below)).code).toBe(40401)
    expect((await reset(sibling.pathId)).code).toBe(200)
    expect((await server.get(below, `${account}/bulletin-message`)).status).toBe(401)
    const signedIn = await server.signIn('agent003', 'Reset2026')
    expect(signedIn.data).toMatchObject({ mustChangePassword: true, needSetPassword: false })
    const { accountToken: token } = signedIn.data as { accountToken: string }
    const person = { token, pathId: sibling.pathId, roleType: 2 as const }
    const alerts = await server.post(person, '/api/common/alert/query', {})
    expect(alerts.data).toMatchObject({ unread: 1, items: [{ content: '上级重置了您的登录密码' }] })
    const details = { nickname: 'x' }
    expect((await post(person, 'update-account-info', details)).code).toBe(42207)
    expect((await post(person, 'updatepwd', own('Reset2026', 'Mine20266'))).code).toBe(200)
    expect((await post(person, 'update-account-info', details)).code).toBe(200)
  })

  it('is refused to a frozen ancestor', async () => {
    const { otherMerchant, otherAgent } = server.tree
    const above = await server.as(otherMerchant, otherMerchant.pathId)
    await raw.query('update paths set status = 4 where id = $1', [otherMerchant.pathId])
    const input = { agentPathsId: otherAgent.pathId, newPassword: server.seal('Reset2026') }
    expect((await post(above, 'updatepwd', input)).code).toBe(40007)
    await raw.query('update paths set status = 1 where id = $1', [otherMerchant.pathId])
  })
})

describe('a forgotten password', () => {
  const send = (name: string) => post(null, 'botverifcode', { account: name })
  const check = (name: string, code: string) => post(null, 'botcheckverifcode', { account: name, code })
  const outbox = async () =>
    (await server.get(null, '/api/common/demo/outbox')).data as { accountName: string; content: string }[]
  const lastCode = async () => /\d{6}/.exec((await outbox())[0]?.content ?? '')?.[0] ?? ''
  const other = (code: string) => (code === '000000' ? '000001' : '000000')

  it('is reset by a code, once, and ends all sessions', async () => {
    const { agent } = server.tree
    const person = await server.as(agent, agent.pathId)
    expect((await post(null, 'botforgetuserpwd', { account: 'agent001' })).code).toBe(200)
    expect((await send('agent001')).code).toBe(200)
    await expect.poll(async () => (await outbox())[0]?.accountName).toBe('agent001')
    const code = await lastCode()
    expect((await check('agent001', other(code))).code).toBe(40004)
    expect((await check('agent003', code)).code).toBe(40004)
    const checked = await check('AGENT001', code)
    expect(checked.code).toBe(200)
    expect((await check('agent001', code)).code).toBe(40004)
    const { resetToken } = checked.data as { resetToken: string }
    const reset = (newPassword: string) =>
      post(null, 'updatepwd', { resetToken, newPassword: server.seal(newPassword) })
    expect((await reset('short')).code).toBe(40001)
    expect((await reset('Again2026')).code).toBe(200)
    expect((await reset('Twice2026')).code).toBe(40004)
    expect((await server.get(person, `${account}/bulletin-message`)).status).toBe(401)
    expect((await server.signIn('agent001', 'Again2026')).code).toBe(200)
    // It leaves a log line and an alert, so that the owner notices a reset by somebody else.
    const again = await server.as(agent, agent.pathId)
    const log = await server.post(again, '/api/common/actionlog/query', { action: '验证码重置登录密码' })
    expect(log.data).toMatchObject({ total: 1, items: [{ operatorName: 'agent001', targetName: 'agent001' }] })
    expect((await server.post(again, '/api/common/alert/query', {})).text).toContain('登录密码已用验证码重置')
  })

  it('allows five tries, three codes an hour, fifteen minutes per code', async () => {
    server.now += 3_600_001
    await send('agent001')
    await expect.poll(async () => (await outbox()).length).toBe(2)
    const code = await lastCode()
    for (let tried = 0; tried < 5; tried++) expect((await check('agent001', other(code))).code).toBe(40004)
    expect((await check('agent001', code)).code).toBe(40004)
    await send('agent001')
    await expect.poll(async () => (await outbox()).length).toBe(3)
    server.now += 15 * 60_000
    expect((await check('agent001', await lastCode())).code).toBe(40004)
    expect((await send('agent001')).code).toBe(200)
    expect((await send('agent001')).code).toBe(42901)
    server.now += 3_600_001
    expect((await send('agent001')).code).toBe(200)
  })

  it('answers the same for names that do not exist', async () => {
    server.now += 3_600_001
    for (let time = 0; time < 4; time++) {
      const [known, unknown] = [await send('genagt01'), await send('nobody99')]
      expect([unknown.code, unknown.text]).toEqual([known.code, known.text])
    }
    const [known, unknown] = [await check('genagt01', '123456'), await check('nobody99', '123456')]
    expect(unknown.text).toBe(known.text)
    expect((await outbox()).some(({ accountName }) => accountName === 'nobody99')).toBe(false)
  })

  it('has six codes in 24 hours, counted for each name', async () => {
    server.now += 86_400_001
    const asked = async (): Promise<number> => (await send('merch001')).code
    expect([await asked(), await asked(), await asked(), await asked()]).toEqual([200, 200, 200, 42901])
    server.now += 3_600_001
    expect([await asked(), await asked(), await asked()]).toEqual([200, 200, 200])
    server.now += 3_600_001
    const refused = await send('MERCH001')
    expect(refused).toMatchObject({ code: 42901, message: '该账号24小时内最多获取6次验证码，请明天再试' })
    expect((await send('genagt01')).code).toBe(200)
    // The three codes of the first hour are a day old.
    server.now += 86_400_001 - 2 * 3_600_001
    expect(await asked()).toBe(200)
  })

  it('is sent forty codes a day to one place, whatever names it asks for', async () => {
    server.now += 2 * 86_400_000
    // Midnight of UTC, so that the waits of many calls do not reach the next day.
    server.now -= server.now % 86_400_000
    const kept = () => raw.query(`delete from sign_in_waits where key like 'reset %'`)
    for (let count = 0; count < 40; count++) {
      await kept()
      expect((await send(`nobody${count}`)).code).toBe(200)
    }
    await kept()
    const refused = await send('agent003')
    expect(refused).toMatchObject({ code: 42901, message: '当前网络今日获取验证码次数过多，请明天再试' })
    await kept()
    server.now += 86_400_000
    expect((await send('agent003')).code).toBe(200)
  })
})

describe('the second factor', () => {
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: server.now })

  it('is active after the first code, removable with a recovery code, and removable by an ancestor', async () => {
    const { head, merchant } = server.tree
    const person = await server.as(merchant, merchant.pathId)
    const setup = (await post(person, 'validator/setup')).data as { secret: string; otpauthUrl: string }
    expect(setup.otpauthUrl).toContain(`secret=${setup.secret}`)
    const enable = async (code: string, password = 'Strata2026') =>
      post(person, 'validator/enable', { verifyCode: code, password: server.seal(password) })
    expect((await enable(codeOf(setup.secret), 'Wrong2026')).code).toBe(40002)
    expect((await enable('000000')).code).toBe(40004)
    expect((await server.signIn('merch001', 'Strata2026')).code).toBe(200)
    expect((await post(person, 'checkvalidator', { verifyCode: codeOf(setup.secret) })).data).toEqual({ ok: true })
    const enabled = await enable(codeOf(setup.secret))
    const { recoveryCodes } = enabled.data as { recoveryCodes: string[] }
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await post(person, 'validator/setup')).code).toBe(42207)
    expect((await server.signIn('merch001', 'Strata2026')).code).toBe(40003)
    server.now += 60_000
    expect((await server.signIn('merch001', 'Strata2026', codeOf(setup.secret))).code).toBe(200)
    expect((await server.signIn('merch001', 'Strata2026', recoveryCodes[0])).code).toBe(200)
    expect((await server.signIn('merch001', 'Strata2026', recoveryCodes[0])).code).toBe(40004)
    const disable = { verifyCode: recoveryCodes[1] ?? '', password: server.seal('Strata2026') }
    expect((await post(person, 'validator/disable', disable)).code).toBe(200)
    expect((await server.signIn('merch001', 'Strata2026')).code).toBe(200)

    const again = (await post(person, 'validator/setup')).data as { secret: string }
    server.now += 60_000
    expect((await enable(codeOf(again.secret))).code).toBe(200)
    const above = await server.as(head, head.pathId)
    expect((await post(above, 'validator/reset', { agentPathsId: merchant.pathId })).code).toBe(200)
    expect((await post(above, 'validator/reset', { agentPathsId: merchant.pathId })).code).toBe(42207)
    expect((await server.signIn('merch001', 'Strata2026')).code).toBe(200)
    const secrets = await raw.query('select totp_secret, recovery_hashes from accounts where id = $1', [
      merchant.accountId,
    ])
    expect(secrets.rows).toEqual([{ totp_secret: null, recovery_hashes: [] }])
  })
})
