import { describe, expect, test } from 'vitest'
import {
  fieldProblems,
  orderFilters,
  orderPage,
  readFields,
  signedAmount,
  withFields,
  withPlace,
} from './details-filters.ts'

const TODAY = '2026-11-20'
const filters = (text: string) => orderFilters(new URLSearchParams(text), TODAY)

describe('filters of orders', () => {
  test('by default: today', () => {
    expect(filters('')).toEqual({ from: TODAY, to: TODAY })
  })
  test('every field of the address reaches the call', () => {
    expect(
      filters(
        'from=2026-11-01&to=2026-11-19&orderNo=12&betNo=b1&account=mem0001&at=7&seat=5&game=3&period=2026131&play=TMA&item=07' +
          '&pankou=C&kind=member&state=settled&result=win&stakeFrom=1,000&stakeTo=2000.5&resultFrom=-500&resultTo=0' +
          '&placedFrom=2026-11-19T06:00&placedTo=2026-11-19T06:30',
      ),
    ).toEqual({
      orderNo: '12',
      betNo: 'b1',
      account: 'mem0001',
      agentPathsId: 7,
      seat: 5,
      gameId: 3,
      periodNo: '2026131',
      playCode: 'TMA',
      itemCode: '07',
      pankou: 'C',
      kind: 'member',
      state: 'settled',
      result: 'win',
      stakeFrom: '1000',
      stakeTo: '2000.5',
      resultFrom: '-500',
      resultTo: '0',
      placedFrom: Date.UTC(2026, 10, 18, 22, 0),
      placedTo: Date.UTC(2026, 10, 18, 22, 30),
    })
  })
  test('one order’s number is searched on all days, whatever range is chosen', () => {
    expect(filters('from=2026-11-01&to=2026-11-19&orderNo=123456')).toEqual({ orderNo: '123456' })
    expect(filters('betNo=b-77')).toEqual({ betNo: 'b-77' })
    expect(filters('orderNo=12a')).toEqual({ from: TODAY, to: TODAY })
  })
  test('a place of the trail is in the address, and leaving the seat leaves it', () => {
    const held = new URLSearchParams('at=7&seat=5&page=3&game=3')
    expect(String(withPlace(held, { agentPathsId: 6 }))).toBe('seat=5&game=3&at=6')
    expect(String(withPlace(held, { seat: null, agentPathsId: null }))).toBe('game=3')
  })
  test('invalid fields are left out and reported', () => {
    const search = new URLSearchParams('orderNo=12a&stakeFrom=abc&pankou=Z&kind=x&from=2027-01-01&to=2027-01-02&play=a')
    expect(orderFilters(search, TODAY)).toEqual({ from: TODAY, to: TODAY })
    expect(fieldProblems(readFields(search))).toEqual({ orderNo: 'digits', stakeFrom: 'amount', play: 'code' })
  })
})

describe('periods of a game', () => {
  test('replace days', () => {
    expect(filters('from=2026-11-01&to=2026-11-02&game=3&group=301&pfrom=100&pto=120')).toEqual({
      gameId: 3,
      groupId: 301,
      periodFrom: '100',
      periodTo: '120',
    })
  })
  test.each(['pfrom=100&pto=120', 'game=3&pfrom=100'])('%s is no valid range of periods', (text) => {
    expect(filters(text)).toMatchObject({ from: TODAY, to: TODAY })
    expect(filters(text)).not.toHaveProperty('periodFrom')
  })
})

test('amounts with a sign', () => {
  expect(['-1,234.50', '12', '-0', '', '--1', '-'].map(signedAmount)).toEqual([
    '-1234.5',
    '12',
    '0',
    undefined,
    undefined,
    undefined,
  ])
})

test('the page: known sizes, the sort, a valid cursor', () => {
  expect(orderPage(new URLSearchParams('size=50&sort=stake&dir=0&cursor=-5.99'))).toEqual({
    pageIndex: 1,
    pageSize: 50,
    sortInfo: { columnName: 'stake', direction: 0 },
    cursor: '-5.99',
  })
  expect(orderPage(new URLSearchParams('size=7&sort=secret&cursor=x'))).toEqual({ pageIndex: 1, pageSize: 20 })
})

test('submitting the form starts at the first page and drops empty fields', () => {
  const held = new URLSearchParams('from=2026-11-01&account=old&cursor=1.2&kind=member')
  expect(withFields(held, { account: ' mem ' }).toString()).toBe('from=2026-11-01&account=mem')
})
