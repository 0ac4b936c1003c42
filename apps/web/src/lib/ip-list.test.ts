import { expect, test } from 'vitest'
import { ipsOf, ipsProblem } from './ip-list.ts'

test('addresses stand in lines or between commas', () => {
  expect(ipsOf(' 10.0.0.1\n10.0.0.2，10.0.0.3 ')).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3'])
  expect(ipsOf('')).toEqual([])
})

test('a wrong address is named', () => {
  expect(ipsProblem('10.0.0.1\n10.0.0.999')).toContain('10.0.0.999')
  expect(ipsProblem('10.0.0.1')).toBeNull()
})
