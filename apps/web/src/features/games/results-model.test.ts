import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { animalsOf, checkDraw, labelColumns, pageOfNow, readResultFilters } from './results-model.ts'

const seed = 'a3'.repeat(32)
/** SHA-256 of 32 bytes a3, computed by another tool. */
const commitment = '4bf469546db4c45f0df5035610b66aa23b01cbfd53a2e7e32db3daa63d4d9c50'
const fair = (() => {
  const first = checkDraw('PK', { periodNo: '20261120001', result: [], commitment, seed }, sha256)
  return { periodNo: '20261120001', result: first.balls, commitment, seed }
})()

describe('the check in the browser', () => {
  test('a fair draw passes, whatever the case of the published hash', () => {
    expect(checkDraw('PK', fair, sha256)).toEqual({ verdict: 'fair', commitment, balls: fair.result })
    expect(checkDraw('PK', { ...fair, commitment: commitment.toUpperCase() }, sha256).verdict).toBe('fair')
  })
  test('a seed that does not match the commitment is detected', () => {
    expect(checkDraw('PK', { ...fair, seed: 'b4'.repeat(32) }, sha256).verdict).toBe('commitment')
  })
  test('balls that do not come from the seed are detected, also in another order', () => {
    expect(checkDraw('PK', { ...fair, result: fair.result.toReversed() }, sha256).verdict).toBe('balls')
    expect(checkDraw('PK', { ...fair, periodNo: '20261120002' }, sha256).verdict).toBe('balls')
  })
  test('an invalid seed is reported as invalid', () => {
    expect(checkDraw('PK', { ...fair, seed: 'xyz' }, sha256).verdict).toBe('broken')
  })
})

test('the address is the page', () => {
  const read = (text: string) => readResultFilters(new URLSearchParams(text), '2026-11-20')
  expect(read('')).toEqual({ gameType: '6HC', date: '2026-11-20', pageIndex: null })
  expect(read('game=PK&date=2026-11-19&page=3')).toEqual({ gameType: 'PK', date: '2026-11-19', pageIndex: 3 })
  expect(read('date=2026-11-21&page=0').date).toBe('2026-11-20')
})

test('animals follow the lunar year of the draw', () => {
  const at = (text: string) => Date.parse(`${text}T21:30:00+08:00`)
  expect(animalsOf('6HC', { result: [1, 2], drawAt: at('2026-02-16') })).toEqual(['蛇', '龙'])
  expect(animalsOf('6HC', { result: [1, 2], drawAt: at('2026-02-17') })).toEqual(['马', '蛇'])
  expect(animalsOf('PK', { result: [1], drawAt: at('2026-02-17') })).toEqual([])
})

test('columns keep the game’s order, unknown labels come last', () => {
  const columns = labelColumns({ sum: '总和', oddEven: '单双' }, [{ labels: { newOne: 'x', sum: '3', special: '01' } }])
  expect(columns.map(({ code }) => code)).toEqual(['sum', 'oddEven', 'newOne'])
})

test('a day begins on the page of the current period', () => {
  const minute = 60_000
  const day = (last: number) => [{ drawAt: last }, { drawAt: last - 2 * minute }]
  expect(pageOfNow(day(0), 0, 20)).toBe(1)
  expect(pageOfNow(day(39 * minute), 0, 20)).toBe(1)
  expect(pageOfNow(day(41 * minute), 0, 20)).toBe(2)
  expect(pageOfNow(day(1200 * minute), 0, 20)).toBe(30)
  expect(pageOfNow([{ drawAt: 5 }], 0, 20)).toBe(1)
})
