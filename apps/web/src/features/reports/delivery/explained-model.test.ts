import { formatMoney, type Money, money } from '@strata/domain/money'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addAmounts, readAmount } from '../../../lib/amount.ts'
import { EXPLAINED, type Figures } from './delivery-model.ts'
import { TERMS, worked } from './explained-model.ts'

const small = fc.bigInt({ min: -99_999_999n, max: 99_999_999n })

/**
 * A row as reports compute it: the receivable less what goes to the parent and the outside book is the held result
 * plus earned commission.
 */
const row = fc
  .tuple(small, small, small, small, small)
  .map(([payable, external, heldWinLoss, heldCommission, earnedCommission]) => {
    const heldResult = heldWinLoss + heldCommission
    const result = heldResult + earnedCommission
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
        expect(parts).toHaveLength(TERMS[name].length)
        const amounts = parts.map((part) => {
          const amount = readAmount(read(part.replace(/^[+−] /, '')))
          return formatMoney(part.startsWith('−') ? (-amount as Money) : amount)
        })
        expect(addAmounts(amounts)).toBe(formatMoney(readAmount(read(left))))
      }
    }),
  )
})

test('a row in figures', () => {
  const figures = { receivable: '-232.6353', result: '-52.865', payable: '-179.7703', external: '0' } as Figures
  expect(worked('receivable', figures)).toBe('-232.6353 = (-52.865) + (-179.7703) + 0.00')
})
