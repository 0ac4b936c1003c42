import { formatMoney, type Money, money } from '@strata/domain/money'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addAmounts, readAmount } from '../../../lib/amount.ts'
import { EXPLAINED, type Figures } from './delivery-model.ts'
import { hasOwnResult, termsOf, worked } from './explained-model.ts'

const small = fc.bigInt({ min: -99_999_999n, max: 99_999_999n })

/**
 * A row as reports compute it: the receivable less what goes to the parent and the outside book is the held result
 * plus earned commission, plus what the seat's own replenishments and fly-outs brought.
 */
const row = fc
  .tuple(small, small, small, small, small, fc.oneof(fc.constant(0n), small))
  .map(([payable, external, heldWinLoss, heldCommission, earnedCommission, own]) => {
    const heldResult = heldWinLoss + heldCommission
    const result = heldResult + earnedCommission + own
    const figures = { payable, external, heldWinLoss, heldCommission, earnedCommission, heldResult, result }
    const all = { ...figures, receivable: result + payable + external }
    return Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, formatMoney(money(value))]),
    ) as unknown as Figures
  })

const read = (text: string): string => text.replace(/[(),]/g, '')

test('both sides of every formula are equal as shown', () => {
  fc.assert(
    fc.property(row, (figures) => {
      for (const name of EXPLAINED) {
        const [left = '', right = ''] = worked(name, figures).split(' = ')
        const parts = right.match(/(?:[+−] )?\(?-?[\d,.]+\)?/g) ?? []
        expect(parts).toHaveLength(termsOf(name, figures).length)
        const amounts = parts.map((part) => {
          const amount = readAmount(read(part.replace(/^[+−] /, '')))
          return formatMoney(part.startsWith('−') ? (-amount as Money) : amount)
        })
        expect(addAmounts(amounts)).toBe(formatMoney(readAmount(read(left))))
      }
    }),
  )
})

const none = { heldWinLoss: '0', heldCommission: '0', heldResult: '0', earnedCommission: '0', external: '0' }

test('a row in figures', () => {
  const figures = { ...none, receivable: '-232.6353', result: '-52.865', payable: '-179.7703' } as Figures
  expect(worked('receivable', figures)).toBe('-232.6353 = (-52.865) + (-179.7703) + 0.00')
})

test('own replenishments are a term of what is earned, in their row and in the total', () => {
  const total = {
    ...none,
    receivable: '0',
    payable: '0',
    result: '7217.75',
    heldWinLoss: '16143.6245',
    heldCommission: '-6495.975',
    heldResult: '9647.6495',
    earnedCommission: '622.75',
  } as Figures
  expect(hasOwnResult(total)).toBe(true)
  expect(worked('earnedCommission', total)).toBe('622.75 = 7,217.75 − 16,143.6245 − (-6,495.975) − (-3,052.6495)')
  const member = { ...total, result: '10270.3995' }
  expect(hasOwnResult(member)).toBe(false)
  expect(worked('earnedCommission', member)).toBe('622.75 = 10,270.3995 − 16,143.6245 − (-6,495.975)')
})
