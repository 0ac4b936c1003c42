import { expect, it } from 'vitest'
import { fundKind } from './endpoints/ledger.ts'
import { fundKinds, fundKindWord } from './words.ts'

it('every kind of fund record has its word, and money of a void another one than a refund by a result', () => {
  expect(fundKinds.map(([kind]) => kind)).toEqual(fundKind.options)
  const refund = { kind: 'refund' } as const
  expect(fundKindWord(refund)).toBe('退款')
  expect(fundKindWord({ ...refund, mark: { kind: 'correction' } })).toBe('退款')
  expect(fundKindWord({ ...refund, mark: { kind: 'periodVoid' } })).toBe('作废退回')
  expect(fundKindWord({ kind: 'correction', mark: { kind: 'orderVoid' } })).toBe('作废')
  expect(fundKindWord({ kind: 'creditReset', mark: { kind: 'orderVoid' } })).toBe('额度恢复')
})
