import { describe, expect, test } from 'vitest'
import type { BoardRow } from '../board-state/board-model.ts'
import {
  adviceAge,
  adviceAmounts,
  adviceItems,
  ballsOfCode,
  barPaths,
  extremes,
  itemOfCode,
  labelledBars,
  placeOf,
  rowsOfOutcomes,
  scenarioOfRows,
  sendableNow,
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

const noStake: BoardRow = {
  playCode: 'TMA',
  itemCode: '01',
  itemName: '01',
  odds: '48.5',
  betCount: 0,
  betAmount: '0',
  held: '0',
  in: '0',
  out: '0',
  through: '0',
  pending: '0',
  net: '0',
  netAmount: '0',
  warn: 0,
}

describe('the outcomes of the special number', () => {
  test('are the rows of its board: the same results, the ten worst first', () => {
    const rows = Array.from({ length: 49 }, (_, index) => ({
      ...noStake,
      itemCode: String(index + 1).padStart(2, '0'),
      itemName: String(index + 1).padStart(2, '0'),
      netAmount: String((index % 7) * 100 - 300),
    }))
    const { outcomes, worst, valueAtRisk } = scenarioOfRows(rows)
    expect(outcomes.map(({ code, result }) => [code, result])).toEqual(
      rows.map((row) => [`TMA:${row.itemCode}`, row.netAmount]),
    )
    expect(worst).toHaveLength(10)
    expect(worst.slice(0, 8).map(({ result }) => result)).toEqual([...Array(7).fill('-300'), '-200'])
    expect(shortPercent(worst[0]?.probability ?? '')).toBe('2.04')
    expect(valueAtRisk).toBe('300')
  })
})

describe('the age of an advice', () => {
  const orders = ['01', '02'].map((itemCode) => ({ playCode: 'TMA', itemCode, amount: '100' }))
  const advice = { orders, worstBefore: '-5000' }
  const rows = (net: string, pending = '0') => [
    { ...noStake, net: '500' },
    { ...noStake, itemCode: '02', net, pending },
  ]
  const basis = { at: 1, sendable: sendableNow(rows('300')) }
  test.each([
    ['nothing moved', '-5000.0', rows('300'), { stale: false, changed: 0 }],
    ['another worst result', '-5000.01', rows('300'), { stale: true, changed: 0 }],
    ['more can be sent', '-5000', rows('301'), { stale: true, changed: 1 }],
    ['less, because it is pending', '-5000', rows('300', '1'), { stale: true, changed: 1 }],
    ['the worst result is not known', null, rows('300'), { stale: false, changed: 0 }],
    ['an item without figures', '-5000', [], { stale: false, changed: 0 }],
  ])('%s', (_, worst, now, age) => {
    expect(adviceAge(advice, basis, { worst, sendable: sendableNow(now) })).toEqual(age)
  })
  test('before the figures were read only the worst result tells', () => {
    const now = { worst: '-5000', sendable: sendableNow(rows('900')) }
    expect(adviceAge(advice, { at: 1, sendable: null }, now).stale).toBe(false)
  })
})

describe('bars', () => {
  test('losses go down from where gains go up, and the largest fill the picture', () => {
    expect(barPaths([30, -10, 0])).toEqual({
      zero: 75,
      gains: 'M0.1 75V0h.8V75z',
      losses: 'M1.1 75V100h.8V75z',
    })
    expect(barPaths([-5, -10]).zero).toBe(0)
    expect(barPaths([0, 0])).toEqual({ zero: 0, gains: '', losses: '' })
  })
  test('the first and the last bar are named, and a few evenly between', () => {
    expect(labelledBars(49)).toEqual([0, 12, 24, 36, 48])
    expect(labelledBars(3)).toEqual([0, 1, 2])
    expect(labelledBars(1)).toEqual([0])
    expect(labelledBars(0)).toEqual([])
  })
})

describe('advised items', () => {
  const orders = [
    { playCode: 'TMB', itemCode: '08', amount: '9' },
    { playCode: 'LM', itemCode: 'DA', amount: '5' },
    { playCode: 'TMA', itemCode: '40', amount: '1' },
  ]
  const rows = [
    { ...noStake, playCode: 'LM', itemCode: 'DA', itemName: '特大', netAmount: '-3' },
    { ...noStake, playCode: 'TMB', itemCode: '08', itemName: '08', netAmount: '-11', market: 'TMB' },
  ]
  const nameOf = (playCode: string) => ({ TMA: '特码A', TMB: '特码B', LM: '特码' })[playCode]
  test('stand in the order of the advice, without those that the board does not have', () => {
    const items = adviceItems(orders, { rows, numbers: null }, nameOf)
    expect(items.map(({ playCode, itemCode, playName }) => [playCode, itemCode, playName])).toEqual([
      ['TMB', '08', '特码B'],
      ['LM', 'DA', '特码'],
    ])
    expect(items[0]).toMatchObject({ netAmount: '-11', market: 'TMB' })
  })
  test('of the special number have the result of the number over all its plays, as its board says', () => {
    const numbers = { plays: new Set(['TMA', 'TMB']), rows: [{ itemCode: '08', netAmount: '-40021' }] }
    const [number, other] = adviceItems(orders, { rows, numbers }, nameOf)
    expect(number).toMatchObject({ netAmount: '-40021', market: 'special', outcome: '08' })
    expect(other).toMatchObject({ netAmount: '-3' })
    expect(other?.outcome).toBeUndefined()
  })
})
