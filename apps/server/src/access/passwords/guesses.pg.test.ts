import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { type PeopleServer, peopleServer } from '../testing/people-server.ts'
import { PASSWORD } from '../testing/small-tree.ts'

const { pool, url } = await createTestDatabase()
let server: PeopleServer
beforeAll(async () => {
  server = await peopleServer({ pool, url })
})
afterAll(() => server.close())

const account = '/api/common/account'
const LOCKED = 40005

describe('guesses of a transfer password', () => {
  it('share one counter over all calls that ask for it, and a correct login password does not clear it', async () => {
    const { merchant, general } = server.tree
    const person = await server.as(merchant, merchant.pathId)
    const byChange = () =>
      server.post(person, `${account}/updatepwd`, {
        kind: 'transfer',
        oldPassword: server.seal('111111'),
        newPassword: server.seal('135790'),
      })
    const byTransfer = (transferPassword = '222222') =>
      server.post(person, '/api/common/funds/agent/transfer', {
        agentPathsId: general.pathId,
        amount: '1',
        kind: 'credit',
        transferPassword: server.seal(transferPassword),
        requestId: `guess-${Math.random()}`,
      })
    for (const guess of [byChange, byTransfer])
      for (let time = 0; time < 2; time++) expect((await guess()).code).toBe(40008)
    // The login password is correct, but no validator is being set up.
    const enable = { verifyCode: '000000', password: server.seal(PASSWORD) }
    expect((await server.post(person, `${account}/validator/enable`, enable)).code).toBe(42207)
    expect((await byChange()).code).toBe(40008)
    expect((await byTransfer()).code).toBe(LOCKED)
    expect((await byChange()).code).toBe(LOCKED)
    server.now += 31_000
    expect((await byTransfer('246810')).code).not.toBe(LOCKED)
  })
})

describe('guesses of an account', () => {
  it('are limited to twenty a day, however far apart they are', async () => {
    const { agent } = server.tree
    const guess = async () => {
      server.now += 1_800_000
      const person = await server.as(agent, agent.pathId)
      return (await server.post(person, `${account}/checkvalidator`, { verifyCode: '000000' })).code
    }
    const start = Math.floor(server.now / 86_400_000) * 86_400_000 + 86_400_000
    server.now = start
    const codes = []
    for (let time = 0; time < 40; time++) codes.push(await guess())
    expect(codes.filter((code) => code === 200)).toHaveLength(20)
    expect(codes.at(-1)).toBe(LOCKED)
    server.now = start + 86_400_000
    expect(await guess()).toBe(200)
  })
})

describe('the password of a locked screen', () => {
  it('is that of the sign-in, and shares its counter with the other calls that ask for it', async () => {
    const { general } = server.tree
    const person = await server.as(general, general.pathId)
    const unlock = (password: string) =>
      server.post(person, `${account}/unlock-screen`, { password: server.seal(password) })
    expect(await unlock(PASSWORD)).toMatchObject({ code: 200, data: { ok: true } })
    const wrong = await unlock('Wrong2026x')
    expect(wrong).toMatchObject({ code: 40002, message: '登录密码错误' })
    for (let time = 0; time < 3; time++) expect((await unlock('Wrong2026x')).code).toBe(wrong.code)
    const enable = { verifyCode: '000000', password: server.seal('Wrong2026x') }
    expect((await server.post(person, `${account}/validator/enable`, enable)).code).not.toBe(LOCKED)
    expect((await unlock(PASSWORD)).code).toBe(LOCKED)
    server.now += 31_000
    expect((await unlock(PASSWORD)).code).toBe(200)
  })
})
