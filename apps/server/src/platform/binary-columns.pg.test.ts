import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BinaryColumn, type ElementType } from './binary-columns.ts'
import { Column } from './columns.ts'
import { row } from './db.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { pool } = await createTestDatabase()

const whole = (bits: number): fc.Arbitrary<bigint> =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n })
const orNull = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<(T | null)[]> =>
  fc.array(fc.option(of, { nil: null, freq: 6 }), { maxLength: 60 })
const day = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
// PostgreSQL stores no NUL; a lone half of a pair is no text.
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.includes('\0'))

const columnsOf = (type: ElementType, values: readonly (bigint | number | string | null)[]) => {
  const [plain, binary] = [new Column(), new BinaryColumn(type, 2)]
  for (const value of values) {
    for (const column of [plain, binary]) {
      if (typeof value === 'string') column.addText(value)
      else column.add(value)
    }
  }
  return { plain: String(plain), binary: binary.value() }
}

test('binary columns are the same arrays, byte by byte, as those of text', async () => {
  const types = ['smallint', 'integer', 'bigint', 'date', 'text'] as const
  const lists = fc.tuple(orNull(whole(16)), orNull(whole(32)), orNull(whole(64)), orNull(day), orNull(text))
  // array_send gives the bytes in which the server itself would send the array.
  const same = types
    .map((type, i) => `array_send($${2 * i + 1}::${type}[]) = array_send($${2 * i + 2}::${type}[])`)
    .join(' and ')
  await fc.assert(
    fc.asyncProperty(lists, async (values) => {
      const both = types.flatMap((type, i) => {
        const { plain, binary } = columnsOf(type, values[i] ?? [])
        return [plain, binary]
      })
      expect(await row(pool, `select ${same} as same`, both)).toEqual({ same: true })
    }),
    { numRuns: 60 },
  )
})

test('numbers arrive like bigints', async () => {
  const values = [
    0,
    -1,
    1,
    2 ** 31,
    -(2 ** 31),
    2 ** 32,
    -(2 ** 32) - 5,
    Number.MAX_SAFE_INTEGER,
    -Number.MAX_SAFE_INTEGER,
  ]
  const { binary } = columnsOf('bigint', values)
  expect(await row(pool, 'select $1::bigint[] as n', [binary])).toEqual({ n: values.map(BigInt) })
})

test.each<[ElementType, bigint | number | string]>([
  ['smallint', 32_768],
  ['smallint', -32_769n],
  ['integer', 2 ** 31],
  ['bigint', 2n ** 63n],
  ['bigint', -(2n ** 63n) - 1n],
  ['bigint', 1.5],
  ['integer', Number.NaN],
  ['date', '2026-02-30'],
  ['date', 'tomorrow'],
])('a %s does not take %s', (type, value) => {
  expect(() => columnsOf(type, [value])).toThrow(RangeError)
})
