import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { addRooms } from '../src/compose.ts'
import { createIntake } from '../src/intake/intake.ts'
import { ConfigError } from '../src/platform/config.ts'
import { checkDatabaseKind } from '../src/platform/database-kind.ts'
import { row } from '../src/platform/db.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../src/platform/testing/test-platform.ts'

const database = await createTestDatabase()
const { raw } = database

/** A start of the rooms in a mode, as the server does it. */
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

test('the first start writes what the database is for, and the other mode finds it', async () => {
  const app = await start('production')
  expect(await kind()).toBe('production')
  await app.close()
  await expect(start('demo')).rejects.toThrow(ConfigError)
  expect(await kind()).toBe('production')
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

test('an unmade database is asked before it is migrated, and passes', async () => {
  const client = await raw.connect()
  try {
    await client.query('begin; drop table settings')
    await expect(checkDatabaseKind(client, 'production')).resolves.toBeUndefined()
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test.each([
  ['nothing in it', [], undefined],
  ['an account of its own', [], 'production'],
  [
    'the demo merchant',
    [`insert into merchants (id, code, name, fund_mode, created_at) values (1, 'demo', 'x', 'credit', 0)`],
    'demo',
  ],
  [
    'the demo result source',
    [`insert into result_sources (code, secret, game_ids, created_at) values ('demo-feed', 'x', '{}', 0)`],
    'demo',
  ],
])('a database from before with %s', async (what, statements, expected) => {
  const text = await readFile(new URL('../src/platform/migrations/0017-database-kind.sql', import.meta.url), 'utf8')
  const client = await raw.connect()
  try {
    await client.query('begin; delete from games')
    if (what !== 'nothing in it')
      await client.query(
        `insert into accounts (name, account_type, role_id, password_hash, created_at) values ('a', 2, 1, 'x', 0)`,
      )
    for (const statement of statements) await client.query(statement)
    await client.query(text)
    const found = await row<{ value: unknown }>(
      client,
      `select (select value from settings where key = 'kind') as value`,
    )
    expect(found.value ?? undefined).toBe(expected)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
