import { expect, test } from 'vitest'
import { type Child, faultRows, limitItems, readLimitTable } from './limit-table.ts'

const plays = [
  { groupId: 301, minStake: '1', maxStake: '500.1234', maxItem: '5000', maxFill: null },
  { groupId: 302, minStake: '1', maxStake: '900', maxItem: '9000', maxFill: '30' },
]
const children = [
  { agentPathsId: 7, accountName: 'agent001', roleId: 3, version: 4, plays },
  { agentPathsId: 8, accountName: 'mem0001', roleId: 10001, version: 2, plays },
] as unknown as readonly Child[]
const groups = [
  { id: 301, name: '特码' },
  { id: 302, name: '正码' },
]
const TITLES = ['账号', '级别', '玩法大类', '单注最低', '单注最高', '单项限额', '补货上限']
const read = (...rows: string[][]) => readLimitTable([TITLES, ...rows], { children, groups })

test('the file as exported changes nothing, under its heading and above its count', () => {
  const rows = children.flatMap(({ accountName }) => [
    [accountName, '代理', '特码', '1.00', '500.12', '5000.00', '不限'],
    [accountName, '代理', '正码', '1.00', '900.00', '9000.00', '30.00'],
  ])
  const whole = [['下线限额'], ['账号', 'genagt01（总代理）'], [], TITLES, ...rows, ['合计 4 条']]
  expect(readLimitTable(whole, { children, groups })).toEqual({ changes: [], faults: [] })
})

test('changed values become one item for each account, empty cells change nothing', () => {
  const { changes, faults } = read(
    ['AGENT001', '', '特码', '', '600', '', '不限'],
    ['agent001', '', '正码', '', '', '8,000', '不限'],
    ['mem0001', '', '特码', '2', '', '', ''],
  )
  expect(faults).toEqual([])
  expect(changes.map(({ row, field, before, after }) => [row, field, before, after])).toEqual([
    [2, 'maxStake', '500.1234', '600'],
    [3, 'maxItem', '9000', '8000'],
    [3, 'maxFill', '30', null],
    [4, 'minStake', '1', '2'],
  ])
  expect(limitItems(changes)).toEqual([
    {
      agentPathsId: 7,
      version: 4,
      plays: [
        { groupId: 301, maxStake: '600' },
        { groupId: 302, maxItem: '8000', maxFill: null },
      ],
    },
    { agentPathsId: 8, version: 2, plays: [{ groupId: 301, minStake: '2' }] },
  ])
  expect(
    faultRows(changes, [
      { agentPathsId: 8, reason: 'b' },
      { agentPathsId: 7, groupId: 302, reason: 'a' },
    ]),
  ).toEqual([
    { row: 3, reason: 'a' },
    { row: 4, reason: 'b' },
  ])
})

test('every fault is named by its row, and nothing is taken', () => {
  expect(
    read(
      ['agent001', '', '特码', '', '600', '', ''],
      ['nobody', '', '特码', '', '', '', ''],
      ['agent001', '', '波色', '', '', '', ''],
      ['agent001', '', '特码', '', 'x', '不限', ''],
    ),
  ).toEqual({
    changes: [],
    faults: [
      { row: 3, column: null, why: 'unknownAccount' },
      { row: 4, column: null, why: 'unknownGroup' },
      { row: 5, column: null, why: 'twice' },
      { row: 5, column: 'maxStake', why: 'amount' },
      { row: 5, column: 'maxItem', why: 'noLimitHere' },
    ],
  })
})

test.each([[[]], [[['账号', '玩法大类']]], [[['账号', '单项限额']]]])('without its titles it is refused', (rows) =>
  expect(readLimitTable(rows, { children, groups }).faults).toEqual([{ row: 1, column: null, why: 'noTitles' }]),
)
