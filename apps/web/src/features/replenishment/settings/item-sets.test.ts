import { expect, test } from 'vitest'
import { itemsOfPlay } from './item-limits.ts'
import { areNumbers, itemSets, pastedLimits } from './item-sets.ts'

const NUMBERS = itemsOfPlay('6HC', 'TMA', {})
const YEAR = 2026
const codes = (name: string): readonly string[] =>
  itemSets('6HC', NUMBERS, YEAR).find((set) => set.name === name)?.codes ?? []

test('the numbers of Mark Six are filled by colour and by animal', () => {
  expect(codes('全部')).toHaveLength(49)
  expect([codes('红波'), codes('蓝波'), codes('绿波')].map(({ length }) => length)).toEqual([17, 16, 16])
  expect(codes('红波').slice(0, 5)).toEqual(['01', '02', '07', '08', '12'])
  // 2026 is the year of the horse, whose number is 1.
  expect(codes('马')).toEqual(['01', '13', '25', '37', '49'])
  expect([codes('单'), codes('双'), codes('大'), codes('小')].map(({ length }) => length)).toEqual([25, 24, 25, 24])
})

test('the colours, and the animals, are every number exactly once', () => {
  const animals = itemSets('6HC', NUMBERS, YEAR).slice(-12)
  for (const sets of [['红波', '蓝波', '绿波'].map(codes), animals.map((set) => set.codes)])
    expect(sets.flat().toSorted()).toEqual(NUMBERS.map(({ itemCode }) => itemCode))
})

test('without a lunar year, and in other games, there are no animals; other items have one set', () => {
  expect(itemSets('6HC', NUMBERS, null)).toHaveLength(8)
  const cars = Array.from({ length: 10 }, (_none, at) => ({ itemCode: String(at + 1), name: String(at + 1) }))
  expect(itemSets('PK', cars, YEAR).map(({ name, codes: { length } }) => [name, length])).toEqual([
    ['全部', 10],
    ['单', 5],
    ['双', 5],
    ['大', 5],
    ['小', 5],
  ])
  const sides = [{ itemCode: 'DA', name: '大' }]
  expect([areNumbers(sides), itemSets('6HC', sides, YEAR).map(({ name }) => name)]).toEqual([false, ['全部']])
})

test('a column of limits goes down the board from the field', () => {
  expect(pastedLimits('100\r\n2,000\r\n\r\n', NUMBERS, '08')).toEqual({
    ok: true,
    texts: [
      { itemCode: '08', text: '100' },
      { itemCode: '09', text: '2,000' },
    ],
  })
})

test('two columns name the item and its limit, in any order', () => {
  expect(pastedLimits('7\t50\n49\t60', NUMBERS, '01')).toEqual({
    ok: true,
    texts: [
      { itemCode: '07', text: '50' },
      { itemCode: '49', text: '60' },
    ],
  })
})

test('one wrong line and nothing is taken; every wrong line is named', () => {
  expect(pastedLimits('50\t10\n07\tx\n08\t5', NUMBERS, '01')).toEqual({
    ok: false,
    faults: [
      { line: 1, why: '没有“50”' },
      { line: 2, why: expect.any(String) },
    ],
  })
  expect(pastedLimits('1\n2\n3', NUMBERS, '48')).toEqual({
    ok: false,
    faults: [{ line: 3, why: '超出最后一项' }],
  })
})
