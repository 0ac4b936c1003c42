import { money } from '@strata/domain/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAmount } from '../../lib/amount.ts'
import { amountProblem, maxMovable, readTypedAmount, recoverableOf, sidesAfter } from './funds-model.ts'

const sides = { parent: '1000.5', child: '200.0199' }

describe('amounts of a transfer', () => {
  test('typed text is read with separators and two decimals', () => {
    expect(readTypedAmount('1,200.50')).toBe(12_005_000n)
    expect(readTypedAmount('1.234')).toBeNull()
    expect(readTypedAmount('0')).toBeNull()
    expect(readTypedAmount('-5')).toBeNull()
  })
  test('no transfer exceeds the giver’s balance', () => {
    expect(amountProblem('transfer', '1000.5', sides)).toBeNull()
    expect(amountProblem('transfer', '1000.51', sides)).toBe('余额不足，最多 1,000.50')
    expect(amountProblem('recover', '200.02', sides)).toBe('余额不足，最多 200.01')
    expect(amountProblem('recover', '200.01', sides)).toBeNull()
  })
  test('the head has no limit', () => {
    expect(maxMovable('transfer', { ...sides, parent: null })).toBeNull()
    expect(amountProblem('transfer', '999999999', { ...sides, parent: null })).toBeNull()
    expect(maxMovable('recover', { ...sides, child: '-3' })).toBe(0n)
  })
  test('of credit no more than the quota is recovered, of cash all', () => {
    const wallet = { credit: '100', balance: '250.1234' }
    expect(recoverableOf({ ...wallet, fundMode: 'credit' })).toBe('100')
    expect(recoverableOf({ ...wallet, fundMode: 'credit', balance: '80.5' })).toBe('80.5')
    expect(recoverableOf({ ...wallet, fundMode: 'cash' })).toBe('250.1234')
    expect(recoverableOf({ ...wallet, fundMode: 'cash', balance: '-3' })).toBe('0')
    expect(maxMovable('recover', sides, '100')).toBe(1_000_000n)
    expect(amountProblem('recover', '100.01', sides, '100')).toBe('余额不足，最多 100.00')
    expect(amountProblem('recover', '100', sides, '100')).toBeNull()
  })
  test('one side loses what the other gains, for any amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 12n),
        fc.constantFrom('transfer' as const, 'recover' as const),
        (units, move) => {
          const after = sidesAfter(move, money(units), sides)
          const before = readAmount(sides.parent) + readAmount(sides.child)
          expect(readAmount(after.parent ?? '0') + readAmount(after.child)).toBe(before)
          expect(readAmount(after.child) > readAmount(sides.child)).toBe(move === 'transfer')
        },
      ),
    )
  })
})
