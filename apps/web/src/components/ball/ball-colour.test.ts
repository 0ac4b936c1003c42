import { expect, test } from 'vitest'
import { ballNumber, ballTone } from './ball-colour.ts'

test('the 49 numbers are 17 red, 16 blue and 16 green', () => {
  const tones = Array.from({ length: 49 }, (_, index) => ballTone('6HC', index + 1))
  const count = (tone: string): number => tones.filter((one) => one === tone).length
  expect([count('red'), count('blue'), count('green')]).toEqual([17, 16, 16])
  expect([ballTone('6HC', 1), ballTone('6HC', 3), ballTone('6HC', 49)]).toEqual(['red', 'blue', 'green'])
})

test('PK has ten colours, PC sums three and four grey ones', () => {
  expect(new Set(Array.from({ length: 10 }, (_, index) => ballTone('PK', index + 1))).size).toBe(10)
  expect([0, 13, 14, 27].map((sum) => ballTone('PC', sum, true))).toEqual(['grey', 'grey', 'grey', 'grey'])
  expect([1, 2, 3].map((sum) => ballTone('PC', sum, true))).toEqual(['green', 'blue', 'red'])
})

test('drawn digits of PC are plain, as those of 5M', () => {
  expect([0, 1, 2, 9].map((digit) => ballTone('PC', digit))).toEqual([0, 1, 2, 9].map((digit) => ballTone('5M', digit)))
})

test('only drawn numbers are balls', () => {
  expect(ballNumber('6HC', { playCode: 'TMA', itemCode: '07' })).toBe(7)
  expect(ballNumber('6HC', { playCode: 'TM_WEI', itemCode: '7' })).toBeNull()
  expect(ballNumber('PK', { playCode: 'GYH', itemCode: '11' })).toBeNull()
  expect(ballNumber('PK', { playCode: 'R10', itemCode: '10' })).toBe(10)
  expect(ballNumber('PC', { playCode: 'HZ', itemCode: '0' })).toBe(0)
})
