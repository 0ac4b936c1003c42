import { expect, test } from 'vitest'
import { nextSort, readSort, withSort } from './sort-address.ts'

const COLUMNS = ['stake', 'result'] as const

test('a column is sorted descending, then ascending, then not at all', () => {
  const down = nextSort(null, 'stake')
  const up = nextSort(down, 'stake')
  expect([down, up, nextSort(up, 'stake')]).toEqual([
    { columnName: 'stake', direction: 1 },
    { columnName: 'stake', direction: 0 },
    null,
  ])
  expect(nextSort(up, 'result')).toEqual({ columnName: 'result', direction: 1 })
})

test('a sort in the address is read back, starting at the first page', () => {
  for (const sort of [null, { columnName: 'stake', direction: 1 }, { columnName: 'result', direction: 0 }] as const) {
    const search = withSort(new URLSearchParams('from=2026-01-01&page=4&cursor=1.2'), sort)
    expect(readSort(search, COLUMNS)).toEqual(sort)
    expect([search.get('from'), search.get('page'), search.get('cursor')]).toEqual(['2026-01-01', null, null])
  }
})

test('an unknown column is no sort', () => {
  expect(readSort(new URLSearchParams('sort=secret'), COLUMNS)).toBeNull()
})
