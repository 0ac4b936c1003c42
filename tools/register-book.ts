/**
 * Registers an outside book for fly-out accounts, or changes its address or key:
 *   node tools/register-book.ts --name 海天 --url https://book.example/api/ --key-id strata [--disable]
 * The key is read from STRATA_BOOK_KEY, so that it does not appear in process lists. See docs/outside-books.md.
 */
import { parseArgs } from 'node:util'
import { loadDayStarts } from '../apps/server/src/access/platform-settings.ts'
import { loadConfig } from '../apps/server/src/platform/config.ts'
import { createPool } from '../apps/server/src/platform/db.ts'
import { createSecrets } from '../apps/server/src/platform/secrets.ts'
import { openDatabase } from '../apps/server/src/platform/server.ts'
import { disableBook, registerBook } from '../apps/server/src/replenishment/fly-out/outside-books.ts'
import { bookKeyPurpose } from '../apps/server/src/settings/store-fly-out-accounts.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const { STRATA_BOOK_KEY: key = '', ...environment } = process.env
const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    url: { type: 'string' },
    'key-id': { type: 'string' },
    disable: { type: 'boolean', default: false },
  },
})

const fail = (line: string): never => {
  say(line)
  process.exit(1)
}

const config = loadConfig(environment)
const name = values.name ?? fail('--name is missing')
const url = values.url === undefined ? null : new URL(values.url)
if (!values.disable) {
  if (url === null || values['key-id'] === undefined) fail('--url and --key-id are needed')
  else if (url.protocol !== 'https:' && !config.outboundAllow.includes(`${url.hostname}:${url.port}`))
    fail('the --url of an outside book must use https')
  if (key.length < 16) fail('STRATA_BOOK_KEY must contain the key, at least 16 characters')
}

const database = await openDatabase(config, { say, exclusive: false })
const pool = createPool({ url: database.url, max: 1 })
try {
  await loadDayStarts(pool)
  if (values.disable)
    say((await disableBook(pool, name, Date.now())) ? `${name} takes no more fly-outs` : `there is no book ${name}`)
  else {
    const secret = createSecrets(config.keys).seal(key, bookKeyPurpose(name))
    const book = { name, baseUrl: url?.href ?? '', keyId: values['key-id'] ?? '', secret }
    say(`${name} is outside book ${await registerBook(pool, book, Date.now())}`)
  }
} finally {
  await pool.end()
  await database.stop()
}
