/**
 * Registers a channel for reset codes, or removes it:
 *   node tools/register-channel.ts telegram --url https://api.telegram.org
 *   node tools/register-channel.ts smtp --host mail.example --port 465 --from no-reply@example.com [--user strata]
 *   node tools/register-channel.ts telegram|smtp --remove
 * The bot's token or the mail account's password is read from STRATA_CHANNEL_SECRET, so that it does not appear in
 * process lists. An operator does the same on the page 外部盘与渠道.
 */
import { parseArgs } from 'node:util'
import { type ChannelWish, registerChannel } from '../apps/server/src/access/passwords/code-channels.ts'
import { loadDayStarts } from '../apps/server/src/access/platform-settings.ts'
import { loadConfig } from '../apps/server/src/platform/config.ts'
import { createPool } from '../apps/server/src/platform/db.ts'
import { createSecrets } from '../apps/server/src/platform/secrets.ts'
import { openDatabase } from '../apps/server/src/platform/server.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const fail = (line: string): never => {
  say(line)
  process.exit(1)
}

const { STRATA_CHANNEL_SECRET: secret = '', ...environment } = process.env
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string', default: '465' },
    from: { type: 'string' },
    user: { type: 'string' },
    remove: { type: 'boolean', default: false },
  },
})
const config = loadConfig(environment)

function telegramWish(): ChannelWish {
  if (values.remove) return { telegram: null }
  const url = new URL(values.url ?? fail('--url is missing'))
  if (url.protocol !== 'https:' && !config.outboundAllow.includes(`${url.hostname}:${url.port}`))
    fail('the --url of the bot must use https')
  if (secret === '') fail('STRATA_CHANNEL_SECRET must contain the token of the bot')
  return { telegram: { baseUrl: url.href, token: secret } }
}

function smtpWish(): ChannelWish {
  if (values.remove) return { smtp: null }
  const { user } = values
  const host = values.host ?? fail('--host is missing')
  const from = values.from ?? fail('--from is missing')
  if ((user === undefined) !== (secret === ''))
    fail('--user and its password in STRATA_CHANNEL_SECRET must be set together')
  return {
    smtp: { host, port: Number(values.port), from, ...(user === undefined ? {} : { user, password: secret }) },
  }
}

const wishOf = (): ChannelWish => {
  if (positionals[0] === 'telegram') return telegramWish()
  return positionals[0] === 'smtp' ? smtpWish() : fail('which channel: telegram or smtp?')
}

const wish = wishOf()
const database = await openDatabase(config, { say, exclusive: false })
const pool = createPool({ url: database.url, max: 1 })
try {
  await loadDayStarts(pool)
  await registerChannel(pool, createSecrets(config.keys), wish, Date.now())
  say(values.remove ? `${positionals[0]} no longer sends codes` : `codes are sent by ${positionals[0]}`)
} finally {
  await pool.end()
  await database.stop()
}
