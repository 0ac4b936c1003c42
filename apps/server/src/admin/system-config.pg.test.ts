import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetSystemSettings } from '../access/platform-settings/system-settings.ts'
import { type PeopleServer, peopleServer } from '../access/testing/people-server.ts'
import type { Person } from '../access/testing/person.ts'
import { PASSWORD } from '../access/testing/small-tree.ts'
import { fileLastsMs } from '../exports/context.ts'
import { row } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
let server: PeopleServer
let agentName = ''
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  const { accountId } = server.tree.agent
  agentName = (await row<{ name: string }>(raw, 'select name from accounts where id = $1', [accountId])).name
})
afterAll(() => server.close())

const operator = (): Promise<Person> => server.as(server.tree.head, server.tree.head.pathId, 1)
const agent = (): Promise<Person> => server.as(server.tree.agent, server.tree.agent.pathId)

/** Sets one setting and answers the code of the call. */
async function set(key: string, value: string): Promise<number> {
  const person = await operator()
  const path = '/api/admin/system-config/'
  const { version } = (await server.post(person, `${path}query`)).data as { version: number }
  const { code } = await server.post(person, `${path}set`, { version, items: [{ key, value }] })
  return code
}
const listed = async () => {
  const { data } = await server.post(await operator(), '/api/admin/system-config/query')
  return (data as { items: { key: string; value: string; defaultValue: string; since: number | null }[] }).items
}
const read = async (person: Person): Promise<number> => (await server.post(person, '/api/common/alert/query')).code

describe('a system setting', () => {
  it('is refused out of its range, by its name, and changes nothing', async () => {
    for (const [key, value] of [
      ['session.idleMinutes', '4'],
      ['session.idleMinutes', '241'],
      ['session.hours', '0'],
      ['session.totpRoles', '0'],
      ['session.totpRoles', '1,1'],
      ['session.passwordDays', '1.5'],
      ['retention.exportHours', '169'],
      ['retention.loginDays', '179'],
      ['retention.orderDays', '92'],
      ['retention.orderDays', '3651'],
      ['alert.balance', '-1'],
      ['alert.keyDays', 'x'],
    ] as const)
      expect([key, value, await set(key, value)]).toEqual([key, value, 40001])
    expect((await listed()).every(({ value, defaultValue, since }) => value === defaultValue && since === null)).toBe(
      true,
    )
  })

  it('tells since when it is as it is, and a save of the same value is no change', async () => {
    expect(await set('alert.keyDays', '180')).toBe(200)
    const since = async () => (await listed()).find(({ key }) => key === 'alert.keyDays')?.since
    expect(await since()).toBeNull()
    expect(await set('alert.keyDays', '90')).toBe(200)
    expect(await since()).toBe(server.now)
  })

  it('ends sessions that were idle for as long as it says, also those that are open', async () => {
    const person = await agent()
    server.now += 20 * MINUTE
    expect(await read(person)).toBe(200)
    expect(await set('session.idleMinutes', '15')).toBe(200)
    expect(await read(person)).toBe(401)
    expect(await set('session.idleMinutes', '30')).toBe(200)
    expect(await read(person)).toBe(200)
  })

  it('ends a session after its longest time in any case', async () => {
    expect(await set('session.hours', '2')).toBe(200)
    const { data } = await server.signIn(agentName, PASSWORD)
    expect(data).toMatchObject({ accountName: agentName })
    const { expires } = await row<{ expires: bigint }>(
      raw,
      'select expires_at as expires from sessions order by id desc limit 1',
    )
    expect(Number(expires)).toBe(server.now + 2 * HOUR)
    expect(await set('session.hours', '12')).toBe(200)
  })

  it('makes accounts of the chosen roles bind a validator before they change anything', async () => {
    const person = await agent()
    const info = async () => (await server.get(person, '/api/common/account/account-info')).data
    const write = (): Promise<number> =>
      server
        .post(person, '/api/common/account/updatestatus', { agentPathsId: server.tree.member.pathId, status: 1 })
        .then(({ code }) => code)
    expect(await write()).not.toBe(42207)
    expect(await set('session.totpRoles', '3')).toBe(200)
    expect(await write()).toBe(42207)
    expect(await read(person)).toBe(200)
    expect(await info()).toMatchObject({ validatorOn: false, validatorDue: true })
    expect(await set('session.totpRoles', '1,2')).toBe(200)
    expect(await write()).not.toBe(42207)
    expect(await set('session.totpRoles', '')).toBe(200)
  })

  it('asks for another password once it is old', async () => {
    const { accountId } = server.tree.agent
    const due = async () => {
      await raw.query('update accounts set must_change_password = false where id = $1', [accountId])
      return ((await server.signIn(agentName, PASSWORD)).data as { mustChangePassword: boolean }).mustChangePassword
    }
    await raw.query('update accounts set password_at = $2 where id = $1', [accountId, server.now - 91 * DAY])
    expect(await due()).toBe(false)
    expect(await set('session.passwordDays', '90')).toBe(200)
    expect(await due()).toBe(true)
    await raw.query('update accounts set password_at = $2 where id = $1', [accountId, server.now - 89 * DAY])
    expect(await due()).toBe(false)
    expect(await set('session.passwordDays', '0')).toBe(200)
  })

  it('decides how long files of exports and sign-ins stay', async () => {
    expect(await set('retention.exportHours', '48')).toBe(200)
    expect(await fileLastsMs(pool)).toBe(48 * HOUR)
    const log = (days: number) =>
      raw.query(
        `insert into login_log (account_name, at, ip, device, result) values ('old', $1, '127.0.0.1', '', 'ok')`,
        [Date.now() - days * DAY],
      )
    const left = async () => {
      await pool.query('select sweep_login_log(100)')
      return (
        await row<{ left: number }>(raw, `select count(*)::integer as left from login_log where account_name = 'old'`)
      ).left
    }
    await log(200)
    await log(400)
    expect(await set('retention.loginDays', '365')).toBe(200)
    expect(await left()).toBe(1)
    expect(await set('retention.loginDays', '180')).toBe(200)
    expect(await left()).toBe(0)
  })

  it('names the platform to everybody, also before a sign-in', async () => {
    expect(await set('platform.name', '星河')).toBe(200)
    forgetSystemSettings(pool)
    expect((await server.get(null, '/api/common/status')).data).toMatchObject({ platformName: '星河' })
  })
})
