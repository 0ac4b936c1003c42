import { afterEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../src/access/passwords.ts'
import { addRooms } from '../src/compose.ts'
import { DEMO_PASSWORD } from '../src/demo/facts.ts'
import { createIntake } from '../src/intake/intake.ts'
import { ConfigError } from '../src/platform/config.ts'
import { checkDatabaseKind } from '../src/platform/database-kind.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../src/platform/testing/test-platform.ts'

const database = await createTestDatabase()
const { raw } = database

/** Starts the rooms in a mode, like the server does. */
async function start(mode: 'demo' | 'production') {
  const platform = createTestPlatform(database, { config: { mode, demo: 'off', simulator: false } })
  const app = await createTestApp(platform)
  await addRooms(app, platform, createIntake)
  return app
}

const kind = async (): Promise<unknown> =>
  (await raw.query<{ value: unknown }>(`select value from settings where key = 'kind'`)).rows[0]?.value

const made = (value: 'demo' | 'production') =>
  raw.query(`insert into settings (key, value) values ('kind', $1)`, [JSON.stringify(value)])

afterEach(async () => {
  await raw.query(`delete from settings where key = 'kind'`)
})

test('production refuses a demo database', async () => {
  await made('demo')
  await expect(start('production')).rejects.toThrow(ConfigError)
  await expect(start('production')).rejects.toThrow('made by the demo')
})

test('the demo refuses a production database', async () => {
  await made('production')
  await expect(start('demo')).rejects.toThrow('this is a production database')
})

test('the first start records the kind of the database, and the other mode is refused', async () => {
  const app = await start('production')
  expect(await kind()).toBe('production')
  await app.close()
  await expect(start('demo')).rejects.toThrow(ConfigError)
  expect(await kind()).toBe('production')
})

const hash = await hashPassword(DEMO_PASSWORD)

describe('production and a database that hides what it is', () => {
  const account = (name: string, passwordHash: string) => () =>
    raw.query(
      `insert into accounts (name, account_type, role_id, password_hash, created_at) values ($1, 2, 3, $2, 0)`,
      [name, passwordHash],
    )
  const sealed = `demo.${'A'.repeat(60)}`
  const traces: readonly (readonly [what: string, make: () => Promise<unknown>, says: string])[] = [
    ['a demo account', account('agent001', hash), 'published password'],
    [
      'a demo merchant key',
      () =>
        raw.query(`insert into merchant_keys (merchant_id, key_id, secret, created_at) values (1, 1, $1, 0)`, [sealed]),
      'merchant key',
    ],
    [
      'a demo source key',
      () =>
        raw.query(`insert into result_sources (code, secret, game_ids, created_at) values ('feed', $1, '{}', 0)`, [
          sealed,
        ]),
      'result source key',
    ],
    ['plain seeds', () => raw.query(`insert into period_seeds (period_id, seed) values (1, 'ab')`), 'plain text'],
  ]
  const clean = () => raw.query('truncate accounts, merchant_keys, result_sources, period_seeds cascade')

  test.each(traces)('with %s is refused, with and without a kind', async (_what, make, says) => {
    await make()
    await expect(start('production')).rejects.toThrow(says)
    await made('production')
    await expect(start('production')).rejects.toThrow(ConfigError)
    await clean()
  })

  test('an account of that name with a password of its own is nobody of the demo', async () => {
    await account('agent001', await hashPassword('Another2026'))()
    const app = await start('production')
    await app.close()
    await clean()
  })
})

test('the demo letters exist only on a demo database', async () => {
  const outbox = '/api/common/demo/outbox'
  const production = await start('production')
  expect(production.hasRoute({ method: 'GET', url: outbox })).toBe(false)
  await production.close()
  await raw.query(`delete from settings where key = 'kind'`)
  const demo = await start('demo')
  expect(demo.hasRoute({ method: 'GET', url: outbox })).toBe(true)
  await demo.close()
})

test('an empty database is checked before it is migrated, and passes', async () => {
  const client = await raw.connect()
  try {
    await client.query('begin; drop table settings')
    await expect(checkDatabaseKind(client, 'production')).resolves.toBeUndefined()
  } finally {
    await client.query('rollback')
    client.release()
  }
})
