import { describe, expect, it } from 'vitest'
import { type Channel, type Problems, problemsOf, type Typed, typedOf } from './channel-model.ts'

const bot: Channel = {
  channel: 'bot',
  enabled: true,
  address: 'https://bot.example/',
  port: 0,
  sender: '',
  user: '',
  trial: null,
  users: 0,
}
const mail: Channel = { ...bot, channel: 'mail', address: 'mail.example', port: 465, sender: 'a@b.example', user: 'u' }

const PORT = '请填写 1 至 65535 的整数'
const AGAIN = '更换地址或账号时须重新填写密钥'
type Row = [Channel | null, Partial<Typed>, Problems]

describe('the form of a bot', () => {
  it.each<Row>([
    [null, {}, { baseUrl: '请填写地址', secret: '请填写密钥' }],
    [null, { baseUrl: ' ', secret: 't' }, { baseUrl: '请填写地址' }],
    [null, { baseUrl: 'https://bot.example/', secret: '' }, { secret: '请填写密钥' }],
    [null, { baseUrl: 'https://bot.example/', secret: 't' }, {}],
    [bot, {}, {}],
    [bot, { baseUrl: 'https://other.example/' }, { secret: AGAIN }],
    [bot, { baseUrl: 'https://other.example/', secret: 't' }, {}],
  ])('%j with %j lacks %j', (held, over, problems) =>
    expect(problemsOf('bot', held, { ...typedOf(held), ...over })).toEqual(problems),
  )
})

describe('the form of a mail server', () => {
  const whole = { host: 'm.example', sender: 'a@b.example' }
  it.each<Row>([
    [null, {}, { host: '请填写邮件服务器', sender: '请填写发件地址' }],
    [null, whole, {}],
    [null, { ...whole, user: 'u' }, { secret: '请填写该账号的密码' }],
    [null, { ...whole, secret: 's' }, { user: '填写密钥时须填写账号' }],
    [null, { ...whole, user: 'u', secret: 's' }, {}],
    [null, { ...whole, port: '0' }, { port: PORT }],
    [null, { ...whole, port: '99999' }, { port: PORT }],
    [null, { ...whole, port: '465x' }, { port: PORT }],
    [null, { ...whole, port: '' }, { port: PORT }],
    [mail, { sender: 'c@b.example' }, {}],
    [mail, { host: 'other.example' }, { secret: AGAIN }],
    [mail, { port: '587' }, { secret: AGAIN }],
    [mail, { user: 'v' }, { secret: AGAIN }],
    [mail, { user: 'v', secret: 's' }, {}],
    [mail, { user: '' }, {}],
    [{ ...mail, user: '' }, { user: 'v' }, { secret: '请填写该账号的密码' }],
  ])('%j with %j lacks %j', (held, over, problems) =>
    expect(problemsOf('mail', held, { ...typedOf(held), ...over })).toEqual(problems),
  )
})
