import { describe, expect, test } from 'vitest'
import { permille, showAmount, showExact, showWhole, signOf, wholeYuan } from './amount.ts'

describe('amounts on screen', () => {
  test.each([
    ['1234567.899', '1,234,567.89', '1,234,567', '1,234,567.899'],
    ['-1.239', '-1.23', '-1', '-1.239'],
    ['-0.9999', '-0.99', '0', '-0.9999'],
    ['-0.0001', '0.00', '0', '-0.0001'],
    ['0', '0.00', '0', '0.00'],
    ['99999999', '99,999,999.00', '99,999,999', '99,999,999.00'],
    ['1000.5', '1,000.50', '1,000', '1,000.50'],
  ])('%s', (wire, two, whole, exact) => {
    expect(showAmount(wire)).toBe(two)
    expect(showWhole(wire)).toBe(whole)
    expect(showExact(wire)).toBe(exact)
  })

  test('what is not an amount is a fault, not a zero', () => {
    expect(() => showAmount('')).toThrow()
    expect(() => showAmount('1e3')).toThrow()
  })

  test('sign', () => {
    expect([signOf('-0.0001'), signOf('0'), signOf('12')]).toEqual([-1, 0, 1])
  })

  test('a bar is as long as its whole yuan', () => {
    expect(['-1234.99', '0.5', '99999999'].map(wholeYuan)).toEqual([-1234, 0, 99_999_999])
  })

  test('lengths stay within 0 and 1000', () => {
    expect(permille(-50n, 100n)).toBe(500)
    expect(permille(500n, 100n)).toBe(1000)
    expect(permille(5n, 0n)).toBe(0)
  })
})
