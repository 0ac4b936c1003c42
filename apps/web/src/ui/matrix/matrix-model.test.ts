import { describe, expect, test } from 'vitest'
import { clearedRange, filledDown, movedBy, pasted, rangeOf, readSheet, writeSheet } from './matrix-model.ts'

const size = { rows: 3, columns: 4 }
const at = (row: number, column: number) => ({ row, column })
const key = (name: string, more: { ctrl?: boolean; shift?: boolean } = {}) => ({
  key: name,
  ctrl: more.ctrl ?? false,
  shift: more.shift ?? false,
})

describe('moving', () => {
  test.each([
    ['ArrowDown', at(1, 1), at(2, 1)],
    ['ArrowDown', at(2, 1), at(2, 1)],
    ['ArrowLeft', at(0, 0), at(0, 0)],
    ['Enter', at(0, 2), at(1, 2)],
    ['Home', at(1, 3), at(1, 0)],
    ['End', at(1, 0), at(1, 3)],
    ['Tab', at(1, 0), at(1, 1)],
    ['Tab', at(1, 3), null],
    ['x', at(1, 3), null],
  ])('%s from %j', (name, from, to) => expect(movedBy(key(name), from, size)).toEqual(to))
  test('with Ctrl to the edge, with Shift backwards', () => {
    expect(movedBy(key('ArrowRight', { ctrl: true }), at(1, 0), size)).toEqual(at(1, 3))
    expect(movedBy(key('End', { ctrl: true }), at(0, 0), size)).toEqual(at(2, 3))
    expect(movedBy(key('Enter', { shift: true }), at(2, 0), size)).toEqual(at(1, 0))
    expect(movedBy(key('Tab', { shift: true }), at(0, 0), size)).toBeNull()
  })
})

const sheet = [
  ['1', '2', '3', '4'],
  ['5', '6', '7', '8'],
  ['9', '10', '11', '12'],
]
const valueAt = ({ row, column }: { row: number; column: number }): string => sheet[row]?.[column] ?? ''

describe('filling', () => {
  test('a range repeats its first row', () =>
    expect(filledDown(rangeOf(at(2, 1), at(0, 0)), valueAt)).toEqual([
      { row: 1, column: 0, value: '1' },
      { row: 1, column: 1, value: '2' },
      { row: 2, column: 0, value: '1' },
      { row: 2, column: 1, value: '2' },
    ]))
  test('a single row copies the one above it', () => {
    expect(filledDown(rangeOf(at(1, 2), at(1, 2)), valueAt)).toEqual([{ row: 1, column: 2, value: '3' }])
    expect(filledDown(rangeOf(at(0, 2), at(0, 2)), valueAt)).toEqual([])
  })
  test('clearing empties every cell', () => expect(clearedRange(rangeOf(at(0, 0), at(1, 1)))).toHaveLength(4))
})

describe('pasting', () => {
  test('text of a spreadsheet has rows and tabs and ends with a line break', () =>
    expect(readSheet('1,000\t 2\r\n3\t\r\n')).toEqual([
      ['1,000', '2'],
      ['3', ''],
    ]))
  test('a pasted block is cut at the edges', () =>
    expect(
      pasted(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        rangeOf(at(2, 3), at(2, 3)),
        size,
      ),
    ).toEqual([{ row: 2, column: 3, value: 'a' }]))
  test('one value fills the range', () =>
    expect(pasted([['7']], rangeOf(at(0, 0), at(1, 0)), size).map(({ value }) => value)).toEqual(['7', '7']))
  test('copied text is pasted unchanged', () => {
    const range = rangeOf(at(0, 1), at(1, 2))
    expect(readSheet(writeSheet(range, valueAt))).toEqual([
      ['2', '3'],
      ['6', '7'],
    ])
  })
})
