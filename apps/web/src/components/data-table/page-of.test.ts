import { expect, test } from 'vitest'
import { pageOf } from './page-of.ts'

const rows = Array.from({ length: 250 }, (_, at) => at)

test.each([
  ['the first page', 1, 100, { index: 1, from: 0, count: 100, first: 0 }],
  ['the last page has the rest', 3, 100, { index: 3, from: 200, count: 50, first: 200 }],
  ['a page beyond the last is the last', 9, 50, { index: 5, from: 200, count: 50, first: 200 }],
])('%s', (_, pageIndex, pageSize, expected) => {
  const { index, from, shown } = pageOf(rows, { pageIndex, pageSize })
  expect({ index, from, count: shown.length, first: shown[0] }).toEqual(expected)
})

test('no rows are one empty page', () => {
  expect(pageOf([], { pageIndex: 2, pageSize: 20 })).toEqual({ index: 1, from: 0, shown: [] })
})
