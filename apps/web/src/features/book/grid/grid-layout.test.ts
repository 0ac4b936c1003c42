import { describe, expect, test } from 'vitest'
import type { BoardRow } from '../board-state/board-model.ts'
import { besideLayout, listLayout, textsOf, textWidth } from './grid-layout.ts'

const row = (itemName: string, over: Partial<BoardRow> = {}): BoardRow => ({
  playCode: 'TMA',
  itemCode: itemName,
  itemName,
  odds: '48.5',
  betCount: 1,
  betAmount: '4000',
  held: '4000',
  in: '0',
  out: '0',
  through: '0',
  pending: '0',
  net: '4000',
  netAmount: '-109516.55',
  warn: 0,
  ...over,
})
const labels = { gameType: '6HC', mode: 'net', ownerOf: () => null } as const
const numbers = (over: Partial<BoardRow> = {}): BoardRow[] =>
  Array.from({ length: 49 }, (_, index) => row(String(index + 1).padStart(2, '0'), over))

/** The width of the rows in windows of 1366, 1440 and 1920 px. */
const ROWS = { 1366: 902, 1440: 976, 1920: 1456 } as const

describe('the 49 numbers', () => {
  test.each(Object.entries(ROWS))(
    'are five columns in a window of %s px, with the odds in their own column',
    (_, px) => {
      expect(listLayout(textsOf(numbers(), labels), 49, px)).toMatchObject({ columns: 5, stacked: false })
    },
  )

  test.each([
    [1366, true],
    [1440, true],
    [1920, false],
  ] as const)('with eight digits stay five columns at %s px; odds under the ball: %s', (window, stacked) => {
    const texts = textsOf(numbers({ net: '-99999999', netAmount: '-99999999' }), labels)
    expect(listLayout(texts, 49, ROWS[window])).toMatchObject({ columns: 5, stacked })
  })

  test('a narrow window has fewer columns', () => {
    expect(listLayout(textsOf(numbers(), labels), 49, 560).columns).toBe(3)
    expect(listLayout(textsOf(numbers(), labels), 49, 0).columns).toBe(1)
  })

  test('a digit more within a step moves nothing', () => {
    const few = listLayout(textsOf(numbers({ net: '1', netAmount: '-1' }), labels), 49, 902)
    expect(listLayout(textsOf(numbers({ net: '4000', netAmount: '-99999' }), labels), 49, 902)).toEqual(few)
  })
})

describe('one grid per section', () => {
  test('all items get the width of the widest name, and stopped or lowered odds their words', () => {
    const narrow = textsOf([row('红单'), row('红双')], labels)
    const wide = textsOf([row('红单'), row('红合单')], labels)
    expect(wide.item).toBe(textWidth('红合单', 13))
    expect(wide.item).toBeGreaterThan(narrow.item)
    expect(textsOf([row('红单', { stop: '维护' })], labels).odds).toBe(textWidth('停售', 12))
    expect(textsOf([row('红单', { drop: '0.5' })], labels).odds).toBeGreaterThan(narrow.odds)
  })

  test('an item that names its play has room for both', () => {
    const named = textsOf([row('大')], { ...labels, ownerOf: () => '第一球' })
    expect(named.item).toBeGreaterThan(textWidth('第一球', 12) + textWidth('大', 13))
  })
})

describe('lists side by side', () => {
  const five = Array.from({ length: 5 }, () => textsOf([row('大'), row('小')], labels))
  test('five lists stand side by side at 1366 px, four with eight digits', () => {
    expect(besideLayout(five, ROWS[1366]).columns).toBe(5)
    const large = five.map((one) => ({ ...one, stake: '-99,999,999', result: '-99,999,999' }))
    expect(besideLayout(large, ROWS[1366])).toMatchObject({ columns: 5, stacked: true })
    expect(besideLayout(large, 800)).toMatchObject({ columns: 4, stacked: true })
  })
})
