import { expect, test } from 'vitest'
import { LONG_ROWS, pagedList } from './source.ts'

test.each([
  [LONG_ROWS, undefined, false],
  [LONG_ROWS + 1, undefined, true],
  [10_000, true, true],
])('a list read in pages of %i rows, with more: %s, is long: %s', async (total, more, long) => {
  const list = pagedList<number>({ columns: [], page: async () => ({ items: [1], total, more }) })
  expect(await list.isLong()).toBe(long)
})
