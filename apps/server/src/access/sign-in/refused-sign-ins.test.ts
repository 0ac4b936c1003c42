import { expect, test } from 'vitest'
import { RefusedSignIns } from './refused-sign-ins.ts'

test('attempts that wait are logged once a minute, with how many there were', () => {
  const refused = new RefusedSignIns()
  expect(refused.count('a', 0)).toBe(1)
  for (let at = 1; at <= 500; at++) expect(refused.count('a', at)).toBeUndefined()
  expect(refused.count('b', 500)).toBe(1)
  expect(refused.count('a', 60_000)).toBe(501)
  expect(refused.count('a', 60_001)).toBeUndefined()
})

test('memory is bounded however many names are tried', () => {
  const refused = new RefusedSignIns()
  for (let at = 0; at < 25_000; at++) refused.count(`name ${at}`, 0)
  expect(refused.size).toBeLessThanOrEqual(10_000)
})
