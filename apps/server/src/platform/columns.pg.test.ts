import { expect, test } from 'vitest'
import { Column } from './columns.ts'
import { row } from './db.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { pool } = await createTestDatabase()

test('columns arrive as they were built', async () => {
  const texts = ['A', 'ZM1:DA+ZM4:RED', 'null', 'NULL', '', ' a b ', 'x"y\\z', '{1,2}', '特码', "it's", null]
  const numbers = [1n, -5, null, 9007199254740993n, -(2n ** 63n), 2n ** 63n - 1n]
  const text = new Column('text')
  for (const value of texts) text.addText(value)
  const number = new Column('bigint')
  for (const value of numbers) number.add(value)
  const small = new Column('smallint')
  for (const value of [0, -32768, null, 32767n]) small.add(value)
  const integer = new Column('integer')
  for (const value of [0, -(2 ** 31), null, 2n ** 31n - 1n]) integer.add(value)
  const day = new Column('date')
  for (const value of ['2000-01-01', '1999-12-31', '2028-02-29', '2028-03-01']) day.addDay(value)
  const back = await row(
    pool,
    'select $1::text[] as t, $2::bigint[] as n, $3::smallint[] as s, $4::integer[] as i, $5::date[]::text[] as d, $6::bigint[] as none',
    [text, number, small, integer, day, new Column('bigint')].map((column) => column.toBuffer()),
  )
  expect(back).toEqual({
    t: texts,
    n: [1n, -5n, null, 9007199254740993n, -(2n ** 63n), 2n ** 63n - 1n],
    s: [0, -32768, null, 32767],
    i: [0, -(2 ** 31), null, 2 ** 31 - 1],
    d: ['2000-01-01', '1999-12-31', '2028-02-29', '2028-03-01'],
    none: [],
  })
})

test('a value that its type cannot have is not cut to size', () => {
  const cases = [
    ['smallint', 32768],
    ['integer', 2 ** 31],
    ['bigint', 2n ** 63n],
  ] as const
  for (const [type, value] of cases) {
    const column = new Column(type)
    column.add(value)
    expect(() => column.toBuffer(), type).toThrow(RangeError)
  }
})
