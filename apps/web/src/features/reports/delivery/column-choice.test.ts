import type { Role } from '@strata/domain/tree'
import { expect, it } from 'vitest'
import { isFilled } from './column-choice.ts'

const NAMES = [
  'orders',
  'stake',
  'memberResult',
  'receivable',
  'heldStake',
  'result',
  'passedUp',
  'payable',
  'external',
]
const filled = (roleId: Role | null, state: 'settled' | 'open'): string[] =>
  NAMES.filter((name) => isFilled(name, { roleId, state }))

it('leaves out what open orders and the head do not have', () => {
  expect(filled(2, 'settled')).toEqual(NAMES)
  expect(filled(0, 'settled')).toEqual(NAMES.filter((name) => name !== 'passedUp' && name !== 'payable'))
  expect(filled(2, 'open')).toEqual(['orders', 'stake', 'heldStake', 'passedUp'])
  expect(filled(0, 'open')).toEqual(['orders', 'stake', 'heldStake'])
  // The head looking from a downline's seat sees that one's parent.
  expect(filled(null, 'settled')).toEqual(NAMES)
})
