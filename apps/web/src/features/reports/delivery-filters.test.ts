import { describe, expect, test } from 'vitest'
import { changedSearch, readDeliveryFilters } from './delivery-filters.ts'

const read = (text: string) => readDeliveryFilters(new URLSearchParams(text), '2026-11-20')

describe('the address is the report', () => {
  test('without anything: today, settled, everything, first page', () => {
    expect(read('')).toEqual({
      range: { from: '2026-11-20', to: '2026-11-20' },
      state: 'settled',
      gameId: null,
      agentPathsId: null,
      pageIndex: 1,
    })
  })

  test.each([
    ['from=2026-11-21&to=2026-11-22', 'the future'],
    ['from=2026-11-10&to=2026-11-01', 'backwards'],
    ['from=x&to=2026-11-01', 'no day'],
    ['from=2026-11-01', 'half a range'],
  ])('%s (%s) is today', (text) => {
    expect(read(text).range).toEqual({ from: '2026-11-20', to: '2026-11-20' })
  })

  test('what is written is read back', () => {
    const search = changedSearch(new URLSearchParams(), {
      range: { from: '2026-11-01', to: '2026-11-19' },
      state: 'open',
      gameId: 3,
      agentPathsId: 12,
      pageIndex: 4,
    })
    expect(read(search.toString())).toEqual({
      range: { from: '2026-11-01', to: '2026-11-19' },
      state: 'open',
      gameId: 3,
      agentPathsId: 12,
      pageIndex: 4,
    })
  })

  test('another filter begins at the first page', () => {
    expect(changedSearch(new URLSearchParams('page=4&state=open'), { state: 'settled' }).toString()).toBe('')
  })
})
