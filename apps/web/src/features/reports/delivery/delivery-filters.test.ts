import { describe, expect, test } from 'vitest'
import { changedSearch, deliveryRequest, readDeliveryFilters, reportRequest } from './delivery-filters.ts'

const read = (text: string) => readDeliveryFilters(new URLSearchParams(text), '2026-11-20')
const NOTHING = {
  range: { from: '2026-11-20', to: '2026-11-20' },
  periods: null,
  state: 'settled',
  gameId: null,
  groupId: null,
  agentPathsId: null,
  seat: null,
  pankou: null,
  kind: null,
  settlingUp: null,
  pageIndex: 1,
} as const

describe('filters in the address', () => {
  test('by default: today, settled, everything, first page', () => {
    expect(read('')).toEqual(NOTHING)
  })

  test.each([
    ['from=2026-11-21&to=2026-11-22', 'the future', {}],
    ['from=2026-11-10&to=2026-11-01', 'backwards', {}],
    ['from=x&to=2026-11-01', 'no day', {}],
    ['from=2026-11-01', 'half a range', {}],
    ['group=3&pfrom=1&pto=2', 'a group and periods of no game', {}],
    ['game=3&pfrom=1', 'half a range of periods', { gameId: 3 }],
    ['pankou=Z&kind=x&due=x', 'no pankou, no kind, no state of settling up', {}],
  ] as const)('%s (%s) is today', (text, _why, rest) => {
    expect(read(text)).toEqual({ ...NOTHING, ...rest })
  })

  test('what is written is read back', () => {
    const filters = {
      range: { from: '2026-11-01', to: '2026-11-19' },
      periods: { from: '2026131', to: '2026140' },
      state: 'open',
      gameId: 3,
      groupId: 301,
      agentPathsId: 12,
      seat: 4,
      pankou: 'C',
      kind: 'replenishment',
      settlingUp: 'unsettled',
      pageIndex: 4,
    } as const
    expect(read(changedSearch(new URLSearchParams(), filters).toString())).toEqual(filters)
  })

  test('another filter starts at the first page', () => {
    expect(changedSearch(new URLSearchParams('page=4&state=open'), { state: 'settled' }).toString()).toBe('')
  })

  test('another game drops group and periods of the one before; the same one keeps them', () => {
    const held = new URLSearchParams('game=3&group=301&pfrom=1&pto=2')
    expect(changedSearch(held, { gameId: 1 }).toString()).toBe('game=1')
    expect(changedSearch(held, { gameId: 3 }).toString()).toBe(held.toString())
    expect(changedSearch(held, { gameId: 1, periods: { from: '7', to: '8' } }).toString()).toBe('game=1&pfrom=7&pto=8')
  })
})

describe('the request', () => {
  test('has periods instead of days, and all other filters', () => {
    expect(reportRequest(read('from=2026-11-01&to=2026-11-02&game=3&group=301&pfrom=1&pto=2&at=7&seat=5'))).toEqual({
      periodFrom: '1',
      periodTo: '2',
      state: 'settled',
      gameIds: [3],
      groupIds: [301],
      agentPathsId: 7,
      seat: 5,
    })
  })

  test.each([
    ['due=unsettled', 'unsettled'],
    ['due=unsettled&game=3', undefined],
    ['due=unsettled&at=3', undefined],
    ['due=unsettled&state=open', undefined],
  ] as const)('%s: settling up filters only the own unfiltered report', (text, settlingUp) => {
    expect(deliveryRequest(read(text))).toEqual({
      ...reportRequest(read(text)),
      ...(settlingUp === undefined ? {} : { settlingUp }),
    })
  })
})
