import { describe, expect, test } from 'vitest'
import {
  adviceAmounts,
  ballsOfCode,
  extremes,
  itemOfCode,
  placeOf,
  rowsOfOutcomes,
  sendableOrders,
  shortName,
  shortPercent,
} from './outlook-model.ts'

const outcome = (code: string, label: string, result: string) => ({ code, label, result, probability: '10' })

describe('codes of outcomes', () => {
  test('an item, a draw, or a percent', () => {
    expect(itemOfCode('B1:3')).toEqual({ playCode: 'B1', itemCode: '3' })
    expect(itemOfCode('01,02')).toBeNull()
    expect(ballsOfCode('03,12,23,34,40,49,07')).toEqual([3, 12, 23, 34, 40, 49, 7])
    expect(ballsOfCode('TMA:07')).toBeNull()
    expect([shortName(outcome('P5', '5%', '0')), shortName(outcome('TMA:07', '特码 07', '0'))]).toEqual(['5%', '07'])
    expect(placeOf(outcome('R2:7', '亚军 7号', '0'))).toBe('亚军')
  })
  test('each place has a row of its own', () => {
    const rows = rowsOfOutcomes([
      outcome('B1:0', '第一球 0', '1'),
      outcome('B1:1', '第一球 1', '2'),
      outcome('B2:0', '第二球 0', '3'),
    ])
    expect(rows.map((row) => row.map(({ code }) => code))).toEqual([['B1:0', 'B1:1'], ['B2:0']])
  })
  test('the worst and the best are compared as amounts, not as texts', () => {
    expect(extremes([outcome('a', '', '-9'), outcome('b', '', '-10'), outcome('c', '', '9.5')])).toEqual({
      worst: '-10',
      best: '9.5',
    })
  })
})

test.each([
  ['2.0408', '2.04'],
  ['0.0005', '0.0005'],
  ['10', '10'],
  ['0.1', '0.1'],
  ['7.5', '7.5'],
  ['100', '100'],
])('a chance of %s percent is shown as %s', (percent, shown) => expect(shortPercent(percent)).toBe(shown))

describe('advised orders', () => {
  const orders = [
    { playCode: 'TMA', itemCode: '07', amount: '900' },
    { playCode: 'TM_LM', itemCode: 'DA', amount: '12000' },
  ]
  test('fill the form with formatted amounts', () => {
    expect(adviceAmounts(orders)).toEqual({ 'TMA|07': '900', 'TM_LM|DA': '12,000' })
  })
  test('the largest first, no more than one call takes', () => {
    expect(sendableOrders(orders).map(({ amount }) => amount)).toEqual(['12000', '900'])
    const many = Array.from({ length: 700 }, (_, at) => ({ playCode: 'BZ5', itemCode: String(at), amount: String(at) }))
    expect(sendableOrders(many).length).toBe(500)
    expect(sendableOrders(many)[499]?.amount).toBe('200')
  })
})
