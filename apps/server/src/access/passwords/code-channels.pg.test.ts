import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { putSetting } from '../platform-settings/store-settings.ts'
import { forgetSystemSettings, SYSTEM_KEY } from '../platform-settings/system-settings.ts'
import {
  type ChannelContext,
  codeSender,
  deliver,
  readChannels,
  registerChannel,
  saveChannels,
} from './code-channels.ts'

const AT = Date.UTC(2026, 4, 20)
const { pool } = await createTestDatabase()
const secrets = createSecrets(loadConfig({}).keys)
const servers: { close(): unknown }[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

const portOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    servers.push(server)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const posted: { url: string; body: unknown }[] = []
const mails: string[] = []
let context: ChannelContext
let closed: ChannelContext

/** A mail server that accepts every command and records what it receives. */
const mailServer = () =>
  createServer((socket) => {
    let heard = ''
    let inData = false
    socket.write('220 test\r\n')
    socket.on('data', (part) => {
      heard += part.toString()
      if (inData) {
        if (!heard.endsWith('\r\n.\r\n')) return
        mails.push(heard)
        inData = false
        socket.write('250 kept\r\n')
      } else if (heard.endsWith('\r\n')) {
        const line = heard.trim()
        inData = line === 'DATA'
        socket.write(
          inData ? '354 go on\r\n' : line.startsWith('EHLO') ? '250-test\r\n250 AUTH PLAIN\r\n' : '250 ok\r\n',
        )
        if (!inData) mails.push(line)
      }
      heard = ''
    })
    socket.on('error', () => undefined)
  })

beforeAll(async () => {
  const bot = createHttp((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      posted.push({ url: String(request.url), body: JSON.parse(body) })
      response.end('{"ok":true}')
    })
  })
  const [botPort, mailPort] = [await portOf(bot), await portOf(mailServer())]
  await registerChannel(pool, secrets, { telegram: { baseUrl: `http://127.0.0.1:${botPort}`, token: '123:abc' } }, AT)
  const mail = { host: '127.0.0.1', port: mailPort, from: 'no-reply@strata.test', user: 'u', password: 'pw' }
  await registerChannel(pool, secrets, { smtp: mail }, AT)
  const base = { pool, clock: () => AT, secrets, log: createLog('silent') }
  const allow = [`127.0.0.1:${botPort}`, `127.0.0.1:${mailPort}`]
  context = { ...base, allow, isDemo: true }
  closed = { ...base, allow: [], isDemo: false }
})

describe('a code', () => {
  it('is sent to a chat of the bot', async () => {
    expect(await deliver(context, 'telegram:123456', '验证码 000000')).toBe('sent')
    expect(posted).toEqual([{ url: '/bot123:abc/sendMessage', body: { chat_id: '123456', text: '验证码 000000' } }])
  })

  it('is sent by mail', async () => {
    expect(await deliver(context, 'someone@example.com', '验证码 111111')).toBe('sent')
    expect(mails).toContain('RCPT TO:<someone@example.com>')
    expect(mails).toContain(`AUTH PLAIN ${Buffer.from('\u0000u\u0000pw').toString('base64')}`)
    const body = mails.at(-1)?.split('\r\n\r\n')[1] ?? ''
    expect(Buffer.from(body, 'base64').toString()).toBe('验证码 111111')
  })

  it.each(['', '13800138000', 'telegram:abc', 'a@b\r\nRCPT TO:<x@y.z>', 'a b@example.com'])(
    'is not sent for %j',
    async (address) => expect(await deliver(context, address, 'x')).toBe('noChannel'),
  )

  it('is never sent to an internal address', async () => {
    expect(await deliver(closed, 'someone@example.com', 'x')).toBe('blocked')
    expect(await deliver(closed, 'telegram:123456', 'x')).toBe('unreachable')
  })
})

it('names the platform as the operators call it', async () => {
  const told = async (): Promise<string> => {
    const before = mails.length
    codeSender(context)({ accountName: 'someone', address: 'someone@example.com', content: '您的验证码是 1' })
    const sent = (): string | undefined => mails.slice(before).find((mail) => mail.includes('\r\n\r\n'))
    await expect.poll(sent).toBeDefined()
    const body = sent()?.split('\r\n\r\n')[1] ?? ''
    return Buffer.from(body, 'base64').toString()
  }
  expect(await told()).toBe('【Strata】您的验证码是 1')
  await putSetting(pool, SYSTEM_KEY, { name: '星河' })
  forgetSystemSettings(pool)
  expect(await told()).toBe('【星河】您的验证码是 1')
})

describe('a channel', () => {
  it('that is switched off sends nothing', async () => {
    const { channels } = await readChannels(pool)
    const { smtp } = channels
    if (!smtp) throw new Error('the mail server is not registered')
    await saveChannels(pool, { ...channels, smtp: { ...smtp, enabled: false } })
    expect(await deliver(context, 'someone@example.com', 'x')).toBe('noChannel')
    await saveChannels(pool, channels)
    expect(await deliver(context, 'someone@example.com', 'x')).toBe('sent')
  })

  it('is stored with its secret sealed, and removed without the other channel', async () => {
    const stored = async () =>
      (await pool.query<{ value: Record<string, unknown> }>(`select value from settings where key = 'channels'`))
        .rows[0]
    expect(Object.keys((await stored())?.value ?? {}).sort()).toEqual(['smtp', 'telegram'])
    expect(JSON.stringify(await stored())).not.toMatch(/123:abc|"pw"/)
    await registerChannel(pool, secrets, { telegram: null }, AT)
    expect(Object.keys((await stored())?.value ?? {})).toEqual(['smtp'])
    expect(await deliver(context, 'telegram:123456', 'x')).toBe('noChannel')
    expect(await deliver(context, 'someone@example.com', 'x')).toBe('sent')
  })
})
