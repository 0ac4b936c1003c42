import { displayMoney, formatMoney, money } from '@strata/domain/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  permille,
  readAmount,
  showAmount,
  showExact,
  showShort,
  showWhole,
  signOf,
  signOfTwo,
  signOfWhole,
  wholeYuan,
} from './amount.ts'

describe('amounts on screen', () => {
  test.each([
    ['1234567.899', '1,234,567.89', '1,234,567', '1,234,567.899'],
    ['-1.239', '-1.23', '-1', '-1.239'],
    ['-0.9999', '-0.99', '0', '-0.9999'],
    ['-0.0001', '0.00', '0', '-0.0001'],
    ['0', '0.00', '0', '0.00'],
    ['99999999', '99,999,999.00', '99,999,999', '99,999,999.00'],
    ['1000.5', '1,000.50', '1,000', '1,000.50'],
    ['007.1200', '7.12', '7', '7.12'],
    ['-0.00', '0.00', '0', '0.00'],
  ])('%s', (wire, two, whole, exact) => {
    expect(showAmount(wire)).toBe(two)
    expect(showWhole(wire)).toBe(whole)
    expect(showExact(wire)).toBe(exact)
  })

  test.each([
    ['9999.99', '9,999'],
    ['10000', '1万'],
    ['-19999', '-1.9万'],
    ['999999.99', '99.9万'],
    ['1234567', '123万'],
    ['-99999999.99', '-9999万'],
    ['-0.5', '0'],
  ])('%s is %s where there is little room', (wire, short) => {
    expect(showShort(wire)).toBe(short)
  })

  test('digits of the wire are shown as the amount that they mean', () => {
    const amounts = fc.bigInt({ min: -(10n ** 19n) + 1n, max: 10n ** 19n - 1n })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 9 }), (units, smaller) => {
        const amount = money(units / 10n ** BigInt(smaller * 2))
        const wire = formatMoney(amount)
        expect(showAmount(wire)).toBe(displayMoney(amount))
        expect(readAmount(showExact(wire).replaceAll(',', ''))).toBe(amount)
        expect(signOf(wire)).toBe(amount < 0n ? -1 : amount > 0n ? 1 : 0)
        expect(showWhole(wire)).toBe(displayMoney(money((amount / 10_000n) * 10_000n)).slice(0, -3))
      }),
      { seed: 20_260_101 },
    )
  })

  test('an invalid amount throws and is not shown as zero', () => {
    expect(() => showAmount('')).toThrow()
    expect(() => showAmount('1e3')).toThrow()
  })

  test('sign', () => {
    expect([signOf('-0.0001'), signOf('0'), signOf('12')]).toEqual([-1, 0, 1])
    expect([signOfTwo('-0.0065'), signOfTwo('0.004'), signOfTwo('-1000.01'), signOfTwo('0.01')]).toEqual([0, 0, -1, 1])
    expect([signOfWhole('-0.9999'), signOfWhole('0.5'), signOfWhole('-1'), signOfWhole('1')]).toEqual([0, 0, -1, 1])
  })

  test('the length of a bar is its whole yuan', () => {
    expect(['-1234.99', '0.5', '99999999'].map(wholeYuan)).toEqual([-1234, 0, 99_999_999])
  })

  test('lengths stay within 0 and 1000', () => {
    expect(permille(-50n, 100n)).toBe(500)
    expect(permille(500n, 100n)).toBe(1000)
    expect(permille(5n, 0n)).toBe(0)
  })
})
