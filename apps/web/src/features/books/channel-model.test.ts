import { describe, expect, it } from 'vitest'
import { type Channel, isFilled, typedOf } from './channel-model.ts'

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

describe('the form of a bot', () => {
  it.each([
    [null, { baseUrl: '', secret: 't' }, false],
    [null, { baseUrl: 'https://bot.example/', secret: '' }, false],
    [null, { baseUrl: 'https://bot.example/', secret: 't' }, true],
    [bot, {}, true],
    [bot, { baseUrl: 'https://other.example/' }, false],
    [bot, { baseUrl: 'https://other.example/', secret: 't' }, true],
  ])('%j with %j', (held, over, fine) => expect(isFilled('bot', held, { ...typedOf(held), ...over })).toBe(fine))
})

describe('the form of a mail server', () => {
  it.each([
    [null, { host: 'm.example', sender: 'a@b.example', user: '', secret: '' }, true],
    [null, { host: 'm.example', sender: 'a@b.example', user: 'u', secret: '' }, false],
    [null, { host: 'm.example', sender: 'a@b.example', user: '', secret: 's' }, false],
    [null, { host: 'm.example', sender: 'a@b.example', port: '0' }, false],
    [null, { host: 'm.example', sender: 'a@b.example', port: '465x' }, false],
    [mail, { sender: 'c@b.example' }, true],
    [mail, { host: 'other.example' }, false],
    [mail, { port: '587' }, false],
    [mail, { user: 'v' }, false],
    [mail, { user: 'v', secret: 's' }, true],
    [mail, { user: '' }, true],
  ])('%j with %j', (held, over, fine) => expect(isFilled('mail', held, { ...typedOf(held), ...over })).toBe(fine))
})
