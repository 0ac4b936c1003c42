import { expect, test } from 'vitest'
import { Column } from './columns.ts'
import { row } from './db.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { pool } = await createTestDatabase()

test('columns arrive as they were built', async () => {
  const texts = ['A', 'ZM1:DA+ZM4:RED', 'null', 'NULL', '', ' a b ', 'x"y\\z', '{1,2}', '特码', "it's", null]
  const numbers = [1n, -5, null, 9007199254740993n]
  const text = new Column()
  for (const value of texts) text.addText(value)
  const number = new Column()
  for (const value of numbers) number.add(value)
  const back = await row(pool, 'select $1::text[] as t, $2::bigint[] as n, $3::bigint[] as none', [
    text.toString(),
    number.toString(),
    new Column().toString(),
  ])
  expect(back).toEqual({ t: texts, n: [1n, -5n, null, 9007199254740993n], none: [] })
})
