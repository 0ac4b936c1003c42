import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { row } from '../src/platform/db.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'

const { raw } = await createTestDatabase()

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
])('a database from before kinds were recorded, with %s', async (what, statements, expected) => {
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
