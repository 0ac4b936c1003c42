import { expect, test } from 'vitest'
import { placeOf, readRunFilters, runRows, trendRows } from './long-run-model.ts'

const draw = (periodNo: string, result: readonly number[], winners: readonly number[]) => ({
  periodNo,
  drawAt: 0,
  result: [...result],
  winners: [...winners],
})
const items = [
  { code: 'DA', name: '大' },
  { code: 'XIAO', name: '小' },
]

test('the address', () => {
  expect(readRunFilters(new URLSearchParams(''))).toEqual({ view: 'draws', count: 100, place: null })
  expect(readRunFilters(new URLSearchParams('view=trend&n=500&place=B2'))).toEqual({
    view: 'trend',
    count: 500,
    place: 'B2',
  })
  expect(readRunFilters(new URLSearchParams('view=x&n=7'))).toEqual({ view: 'draws', count: 100, place: null })
})

test('the requested place, or the first of the game', () => {
  expect(placeOf('6HC', null)?.code).toBe('TM')
  expect(placeOf('6HC', 'B2')?.code).toBe('B2')
  expect(placeOf('PK', 'SUM')?.code).toBe('B1')
  expect(placeOf('??', null)).toBeNull()
})

test('runs, longest first', () => {
  const rows = runRows({
    sides: [
      { market: 'a', playCode: 'A', playName: '甲', items },
      { market: 'b', playCode: 'B', playName: '乙', items },
    ],
    draws: [draw('3', [], [0, 1]), draw('2', [], [1, 1]), draw('1', [], [1, 1])],
  })
  expect(rows).toEqual([
    { market: 'b', playName: '乙', name: '小', length: 3, longestName: '小', longest: 3 },
    { market: 'a', playName: '甲', name: '大', length: 1, longestName: '小', longest: 2 },
  ])
})

test('the trend counts over draws that are not shown', () => {
  const place = placeOf('5M', 'B1')
  if (!place) throw new Error('no place')
  const draws = [draw('3', [7], []), draw('2', [5], []), draw('1', [7], [])]
  const rows = trendRows('5M', place, draws, 2)
  expect(rows.map(({ periodNo }) => periodNo)).toEqual(['3', '2'])
  const at = (row: number, number: number) => rows[row]?.cells.find((cell) => cell.number === number)
  expect([at(0, 7), at(1, 7), at(0, 5), at(0, 0)]).toEqual([
    { number: 7, hit: true, away: 0 },
    { number: 7, hit: false, away: 1 },
    { number: 5, hit: false, away: 1 },
    { number: 0, hit: false, away: 3 },
  ])
})
