import { expect, test } from 'vitest'
import { addRow, addUsual, commandsOf, draftsOf, keywordProblem } from './commands-model.ts'

const rows = draftsOf([
  { keyword: '余额', action: 'balance', enabled: true },
  { keyword: 'Help', action: 'help', enabled: false, reply: '见置顶' },
])

test('the default keywords are added once', () => {
  const more = addUsual(rows)
  expect(more.map(({ keyword }) => keyword)).toEqual(['余额', 'Help', '开奖', '撤单', '排行', '帮助'])
  expect(addUsual(more)).toEqual(more)
})

test('a keyword is required and unique', () => {
  const twice = addRow(addRow(rows, 'rank', ' help '))
  expect(twice.map((row) => keywordProblem(twice, row))).toEqual([null, null, '关键字重复', '请填写关键字'])
})

test('an empty reply is left out', () =>
  expect(commandsOf(rows)).toEqual([
    { keyword: '余额', action: 'balance', enabled: true },
    { keyword: 'Help', action: 'help', enabled: false, reply: '见置顶' },
  ]))

test('no more than fifty', () => {
  let many = rows
  for (let count = 0; count < 60; count++) many = addRow(many)
  expect(many).toHaveLength(50)
  expect(new Set(many.map(({ id }) => id)).size).toBe(50)
})
