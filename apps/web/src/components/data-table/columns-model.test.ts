import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  headRuns,
  moved,
  NO_CHOICE,
  ordered,
  placed,
  readChoice,
  resized,
  rowAfter,
  shownColumns,
  toggled,
} from './columns-model.ts'

const columns = ['a', 'b', 'c', 'd'].map((name) => ({ name }))
const names = (list: readonly { readonly name: string }[]): string => list.map(({ name }) => name).join('')

describe('columns of a table', () => {
  test('have the default order without a choice', () => {
    expect(names(shownColumns(columns, NO_CHOICE))).toBe('abcd')
  })
  test('moved, hidden and shown again', () => {
    const choice = toggled(moved(columns, NO_CHOICE, 'c', -1), 'a')
    expect(names(shownColumns(columns, choice))).toBe('cbd')
    expect(names(shownColumns(columns, toggled(choice, 'a')))).toBe('acbd')
  })
  test('cannot be moved past an end', () => {
    expect(moved(columns, NO_CHOICE, 'a', -1)).toBe(NO_CHOICE)
    expect(moved(columns, NO_CHOICE, 'd', 1)).toBe(NO_CHOICE)
  })
  test.each([
    ['a', 'c', 'bcad'],
    ['d', 'b', 'adbc'],
    ['b', 'b', 'abcd'],
    ['b', 'gone', 'abcd'],
    ['gone', 'b', 'abcd'],
  ])('%s dropped on %s: %s', (name, target, order) => {
    expect(names(ordered(columns, placed(columns, NO_CHOICE, name, target)))).toBe(order)
  })
  test('a place among hidden ones, with a width, is kept with both', () => {
    const choice = placed(columns, { order: ['d', 'c', 'b', 'a'], hidden: ['c'], widths: { a: 90 } }, 'a', 'd')
    expect(choice).toEqual({ order: ['a', 'd', 'c', 'b'], hidden: ['c'], widths: { a: 90 } })
    expect(names(shownColumns(columns, choice))).toBe('adb')
  })
  test('a new column comes after its default predecessor, an unknown name is ignored', () => {
    expect(names(ordered(columns, { order: ['d', 'gone', 'a', 'c'], hidden: [] }))).toBe('dabc')
  })
  test('one column is always shown', () => {
    expect(names(shownColumns(columns, { order: [], hidden: ['a', 'b', 'c', 'd'] }))).toBe('a')
  })
  test('any choice keeps every column exactly once', () => {
    const anyNames = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'x'))
    fc.assert(
      fc.property(anyNames, anyNames, (order, hidden) => {
        expect(names(ordered(columns, { order, hidden })).split('').toSorted().join('')).toBe('abcd')
      }),
    )
  })
  test.each(['', 'null', '[]', '{"order":1,"hidden":[]}', '{"order":[2],"hidden":[]}'])(
    'a stored %s is ignored',
    (text) => {
      expect(readChoice(text)).toBe(NO_CHOICE)
    },
  )
  test('widths are kept with order and hiding, within bounds', () => {
    const wide = resized({ order: ['b'], hidden: ['c'] }, 'a', 123.4)
    expect(readChoice(JSON.stringify(wide))).toEqual({ order: ['b'], hidden: ['c'], widths: { a: 123 } })
    expect(resized(wide, 'a', 5).widths).toEqual({ a: 48 })
    expect(resized(wide, 'b', 5000).widths).toEqual({ a: 123, b: 800 })
    expect(resized(wide, 'a', null).widths).toEqual({})
    expect(toggled(wide, 'b').widths).toEqual({ a: 123 })
    expect(moved(columns, wide, 'a', 1).widths).toEqual({ a: 123 })
  })
  test('a stored width that is none is ignored', () => {
    const stored = '{"order":[],"hidden":[],"widths":{"a":"wide","b":null,"c":1e999,"d":90}}'
    expect(readChoice(stored).widths).toEqual({ d: 90 })
  })
  test('a choice is restored after being stored', () => {
    const choice = { order: ['b'], hidden: ['c'] }
    expect(readChoice(JSON.stringify(choice))).toEqual(choice)
  })
})

test('headings span adjacent columns only', () => {
  const grouped = [
    { name: 'a' },
    { name: 'b', group: 'x' },
    { name: 'c', group: 'x' },
    { name: 'd', group: 'y' },
    { name: 'e', group: 'x' },
  ]
  expect(headRuns(grouped).map(({ group, count }) => [group, count])).toEqual([
    [null, 1],
    ['x', 2],
    ['y', 1],
    ['x', 1],
  ])
})

test('keys that move between rows', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'a'].map((key) => rowAfter(key, 1, 3))).toEqual([2, 0, 0, 2, null])
  expect([rowAfter('ArrowDown', 2, 3), rowAfter('ArrowUp', 0, 3)]).toEqual([2, 0])
})
