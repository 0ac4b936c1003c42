import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readChannels } from '../../access/passwords.ts'
import { type PeopleServer, peopleServer } from '../../access/testing/people-server.ts'
import type { Person } from '../../access/testing/person.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
let server: PeopleServer
let operator: Person
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  operator = await server.as(server.tree.head, server.tree.head.pathId, 1)
})
afterAll(() => server.close())
const call = (path: string, input: Record<string, unknown> = {}) =>
  server.post(operator, `/api/admin/code-channel/${path}`, input)

interface Channel {
  readonly channel: string
  readonly enabled: boolean
  readonly address: string
  readonly user: string
  readonly trial: { readonly outcome: string } | null
  readonly users: number
}
const listed = async () => (await call('query')).data as { version: number; items: Channel[] }
const set = async (kind: 'bot' | 'mail', input: Record<string, unknown>) =>
  call(`${kind}/set`, { version: (await listed()).version, ...input })
const lines = async () =>
  (
    await raw.query<{ action: string; target_name: string; changes: { label: string; after: string }[] }>(
      'select action, target_name, changes from change_log order by id desc limit 1',
    )
  ).rows[0]
const told = async () =>
  (await raw.query<{ text: string }>('select text from alerts order by id desc limit 1')).rows[0]?.text
const TOKEN = '123456:token-of-the-bot'
const bot = () => ({ baseUrl: 'https://bot.example/', secret: server.seal(TOKEN) })
const mail = () => ({
  host: 'mail.example',
  port: 465,
  sender: 'no-reply@example.com',
  user: 'strata',
  secret: server.seal('mail-password'),
})

describe('the channel of a bot', () => {
  it('is registered whole or not at all, in the written order of refusals', async () => {
    expect(await set('bot', { enabled: true })).toMatchObject({
      message: '首次登记须填写全部内容，缺少地址',
      data: { issues: [{ path: 'baseUrl', field: '地址' }] },
    })
    expect(await set('bot', { baseUrl: 'https://bot.example/' })).toMatchObject({
      message: '首次登记须填写全部内容，缺少密钥',
      data: { issues: [{ path: 'secret', field: '密钥' }] },
    })
    expect((await set('bot', { ...bot(), baseUrl: 'http://bot.example/' })).message).toBe(
      '地址须为 https 网址，且不含账号与参数',
    )
    expect((await set('bot', { ...bot(), secret: server.seal('a/../b?c') })).message).toContain('密钥须为8至200个字母')
    expect((await set('bot', { ...bot(), version: 99, secret: server.seal(TOKEN) })).code).toBe(40902)
    expect((await listed()).items).toEqual([])
    expect((await set('bot', bot())).code).toBe(200)
    const { items } = await listed()
    expect(items).toMatchObject([{ channel: 'bot', enabled: true, address: 'https://bot.example/', trial: null }])
    expect(JSON.stringify(items)).not.toContain('token')
    const stored = await raw.query(`select value from settings where key = 'channels'`)
    expect(JSON.stringify(stored.rows[0])).not.toContain(TOKEN)
    expect(await lines()).toMatchObject({ action: 'codeChannel', target_name: '机器人' })
    expect(JSON.stringify(await lines())).not.toContain(TOKEN)
    expect(await told()).toContain('修改了验证码渠道“机器人”')
  })

  it('never gets the old secret at a new address', async () => {
    expect((await set('bot', { baseUrl: 'https://elsewhere.example/' })).message).toBe('更换地址或账号时须重新填写密钥')
    expect((await listed()).items[0]?.address).toBe('https://bot.example/')
  })

  it('is switched off and on without its secret, by one operator at a time', async () => {
    const { version } = await listed()
    const before = (await readChannels(pool)).channels.telegram?.token
    expect((await call('bot/set', { version, enabled: false })).code).toBe(200)
    expect(await call('bot/set', { version, enabled: true })).toMatchObject({
      code: 40902,
      data: { version: version + 1, asked: version },
    })
    const { channels } = await readChannels(pool)
    expect(channels.telegram).toMatchObject({ enabled: false, token: before })
    expect((await lines())?.changes).toMatchObject([{ label: '状态', before: '启用', after: '停用' }])
  })

  it('is tried by a message, also while it is off; the outcome stays until it is changed', async () => {
    expect((await call('trial', { channel: 'bot', contact: 'someone@example.com' })).code).toBe(40001)
    expect((await call('trial', { channel: 'mail', contact: 'someone@example.com' })).code).toBe(40401)
    await set('bot', { ...bot(), baseUrl: 'https://127.0.0.1:9/' })
    const { data } = await call('trial', { channel: 'bot', contact: 'telegram:123456' })
    expect(data).toMatchObject({ outcome: 'blocked' })
    expect((await listed()).items[0]?.trial).toMatchObject({ outcome: 'blocked' })
    expect(await lines()).toMatchObject({ action: 'codeChannelTrial', target_name: '机器人' })
    await set('bot', { enabled: true })
    expect((await listed()).items[0]?.trial).toMatchObject({ outcome: 'blocked' })
    await set('bot', bot())
    expect((await listed()).items[0]?.trial).toBeNull()
  })
})

describe('the channel of a mail server', () => {
  it('has an account with its password, or neither', async () => {
    const { secret: _secret, ...open } = mail()
    const { host: _host, ...nowhere } = mail()
    expect((await set('mail', nowhere)).message).toBe('首次登记须填写全部内容，缺少邮件服务器')
    expect((await set('mail', { ...mail(), sender: 'nobody' })).message).toBe('发件地址格式不正确')
    expect((await set('mail', open)).message).toBe('更换地址或账号时须重新填写密钥')
    expect((await set('mail', { ...mail(), user: '' })).message).toBe('填写密钥时须同时填写账号')
    expect((await set('mail', mail())).code).toBe(200)
    expect((await set('mail', { host: 'other.example' })).message).toBe('更换地址或账号时须重新填写密钥')
    expect((await set('mail', { sender: 'codes@example.com' })).code).toBe(200)
    expect((await readChannels(pool)).channels.smtp?.password).toBeDefined()
    expect((await set('mail', { user: '' })).code).toBe(200)
    expect((await readChannels(pool)).channels.smtp).toMatchObject({ from: 'codes@example.com' })
    expect((await readChannels(pool)).channels.smtp?.password).toBeUndefined()
    expect((await set('mail', { host: 'other.example' })).code).toBe(200)
  })

  it('stands beside the bot, each with the accounts that it reaches', async () => {
    await raw.query(`update accounts set details = '{"contact":"telegram:1234567"}' where id = $1`, [
      server.tree.agent.accountId,
    ])
    expect((await listed()).items.map(({ channel, users }) => [channel, users])).toEqual([
      ['bot', 1],
      ['mail', 0],
    ])
  })
})
