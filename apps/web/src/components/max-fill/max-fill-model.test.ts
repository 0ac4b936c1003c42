import { expect, test } from 'vitest'
import { grouped } from '../../lib/decimal.ts'
import {
  type FillRow,
  fillConflicts,
  fillItems,
  fillProblem,
  fillValue,
  remainingEdits,
  withEdit,
} from './max-fill-model.ts'

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

test('typing the saved value is no edit', () => {
  const edits = withEdit(NONE, row, 1, '60,000')
  expect(fillValue(row, 1, edits)).toBe('60,000')
  expect(withEdit(edits, row, 1, '50,000.00').size).toBe(0)
})

test('a save has only edited cells, blank as no limit', () => {
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

test('no limit may exceed the viewer’s', () => {
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

const GROUPS = [
  { id: 1, name: '特码' },
  { id: 2, name: '正码' },
  { id: 3, name: '连码' },
]

test('the values of two users are shown side by side unless they are equal', () => {
  const opened: FillRow = { ...row, maxFill: [...row.maxFill, { groupId: 3, maxFill: '10' }] }
  const still: FillRow = { ...opened, agentPathsId: 8, accountName: 'agent08' }
  const theirs: FillRow = {
    ...opened,
    version: 4,
    maxFill: [
      { groupId: 1, maxFill: '700' },
      { groupId: 2, maxFill: '800' },
      { groupId: 3, maxFill: '900' },
    ],
  }
  const edits = new Map([
    ['7:1', '6,000'],
    ['7:3', '900.00'],
    ['8:1', '5'],
  ])
  const asked = { opened: [opened, still], now: [theirs, still], edits, groups: GROUPS }
  expect(fillConflicts(asked)).toEqual([
    { key: '7:1', what: 'agent07 特码', opened: '50,000', theirs: '700', mine: '6,000' },
    { key: '7:2', what: 'agent07 正码', opened: '不限', theirs: '800', mine: null },
  ])
  // An edit equal to theirs is no edit any more; a discarded one is removed, all others stay.
  expect([...remainingEdits(edits, asked.now, new Set())]).toEqual([
    ['7:1', '6,000'],
    ['8:1', '5'],
  ])
  expect([...remainingEdits(edits, asked.now, new Set(['7:1']))]).toEqual([['8:1', '5']])
})

test('a cell that only the user has edited can be discarded as well', () => {
  const theirs: FillRow = { ...row, version: 4 }
  const asked = { opened: [row], now: [theirs], edits: new Map([['7:2', '']]), groups: GROUPS }
  expect(fillConflicts({ ...asked, edits: new Map([['7:1', '']]) })).toEqual([
    { key: '7:1', what: 'agent07 特码', opened: '50,000', theirs: '50,000', mine: '不限' },
  ])
  expect(fillConflicts(asked)).toEqual([])
})
