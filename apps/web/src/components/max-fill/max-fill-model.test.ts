import { expect, test } from 'vitest'
import { grouped } from '../../lib/decimal.ts'
import { type FillRow, fillItems, fillProblem, fillValue, withEdit } from './max-fill-model.ts'

const row: FillRow = {
  agentPathsId: 7,
  accountName: 'agent07',
  version: 3,
  maxFill: [
    { groupId: 1, maxFill: '50000' },
    { groupId: 2, maxFill: null },
  ],
}
const NONE = new Map<string, string>()

test('typing back what is saved is no edit', () => {
  const edits = withEdit(NONE, row, 1, '60,000')
  expect(fillValue(row, 1, edits)).toBe('60,000')
  expect(withEdit(edits, row, 1, '50,000.00').size).toBe(0)
})

test('a save carries only what was touched, blank as no limit', () => {
  const edits = withEdit(withEdit(NONE, row, 1, ''), row, 2, '1,000.50')
  expect(fillItems([row], 3, edits)).toEqual([
    {
      agentPathsId: 7,
      version: 3,
      gameId: 3,
      maxFill: [
        { groupId: 1, maxFill: null },
        { groupId: 2, maxFill: '1000.5' },
      ],
    },
  ])
  expect(fillItems([row], 3, NONE)).toEqual([])
})

test('nobody may have more than the viewer', () => {
  expect(fillProblem('100', '100')).toBeNull()
  expect(fillProblem('100.01', '100')).toBe('不得超过本级上限 100.00')
  expect(fillProblem('', '100')).toBe('不得超过本级上限 100.00')
  expect(fillProblem('', null)).toBeNull()
  expect(fillProblem('x', null)).toBe('请输入金额，最多两位小数')
})

test.each([
  ['1234567', '1,234,567'],
  ['1000.50', '1,000.5'],
  ['x', 'x'],
])('%s is shown %s', (value, shown) => expect(grouped(value)).toBe(shown))
