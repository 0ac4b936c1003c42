import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Board,
  type BoardRow,
  isOfOtherPlays,
  isReplenishOver,
  mergeBoard,
  rowKey,
  shades,
  sortRows,
  worstRows,
} from './board-model.ts'

const row = (itemCode: string, over: Partial<BoardRow> = {}): BoardRow => ({
  playCode: 'TMA',
  itemCode,
  itemName: itemCode,
  odds: '48.5',
  betCount: 1,
  betAmount: '10',
  held: '5',
  in: '0',
  out: '0',
  through: '0',
  pending: '0',
  net: '5',
  netAmount: '-100',
  warn: 0,
  ...over,
})

const zero = '0'
const board = (version: number, rows: readonly BoardRow[], periodNo = '2026131'): Board => ({
  period: { periodNo, state: 'open', openAt: 1, closeAt: 2, hedgeCloseAt: 3, drawAt: 4, serverNow: 1 },
  rows,
  totals: {
    betCount: 0,
    betAmount: zero,
    held: zero,
    in: zero,
    out: zero,
    through: zero,
    pending: zero,
    net: zero,
    best: null,
    worst: null,
  },
  version,
})

describe('merging an update', () => {
  test('only changed rows are new objects, in the same order', () => {
    const held = board(1, [row('01'), row('02'), row('03')])
    const merged = mergeBoard(held, board(2, [row('02', { betAmount: '20', net: '15' })]))
    expect(merged.rows.map(rowKey)).toEqual(['TMA|01', 'TMA|02', 'TMA|03'])
    expect(merged.rows[0]).toBe(held.rows[0])
    expect(merged.rows[2]).toBe(held.rows[2])
    expect(merged.rows[1]).toMatchObject({ net: '15', moves: 1 })
  })

  test('a result that changes without its stake is updated without a mark', () => {
    const merged = mergeBoard(board(1, [row('01')]), board(2, [row('01', { netAmount: '-90' })]))
    expect(merged.rows[0]).toMatchObject({ netAmount: '-90' })
    expect(merged.rows[0]).not.toHaveProperty('moves')
  })

  test('each row counts its stake changes, and keeps the count when only its result changes', () => {
    const opened = board(1, [row('01'), row('02'), row('03')])
    const once = mergeBoard(opened, board(2, [row('01', { net: '6' }), row('02', { net: '7' })]))
    const twice = mergeBoard(once, board(3, [row('01', { net: '8' }), row('02', { net: '7', netAmount: '-90' })]))
    expect(twice.rows.map(({ moves }) => moves)).toEqual([2, 1, undefined])
    expect(twice.rows[1]).toMatchObject({ netAmount: '-90' })
  })

  test('an answer of another period replaces the board', () => {
    const other = board(1, [row('07')], '2026132')
    expect(mergeBoard(board(9, [row('01')]), other)).toBe(other)
  })

  test('any sequence of partial answers gives the same as one whole answer', () => {
    const step = fc.dictionary(fc.constantFrom('01', '02', '03', '04'), fc.integer({ min: 1, max: 999 }).map(String))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const facts = new Map<string, string>()
        let held = board(0, [])
        for (const [index, changes] of steps.entries()) {
          for (const [item, stake] of Object.entries(changes)) facts.set(item, stake)
          held = mergeBoard(
            held,
            board(
              index + 1,
              Object.entries(changes).map(([item, net]) => row(item, { net })),
            ),
          )
        }
        expect(new Map(held.rows.map((one) => [one.itemCode, one.net]))).toEqual(facts)
      }),
    )
  })
})

describe('order and shade', () => {
  const rows = [
    row('01', { netAmount: '-5', net: '1' }),
    row('02', { netAmount: '-20', net: '3' }),
    row('03', { netAmount: '7', net: '2' }),
  ]
  const items = (sorted: readonly BoardRow[]): string[] => sorted.map((one) => one.itemCode)

  test('by layout, stake and result', () => {
    expect(items(sortRows(rows, 'item', 'net'))).toEqual(['01', '02', '03'])
    expect(items(sortRows(rows, 'amount', 'net'))).toEqual(['02', '03', '01'])
    expect(items(sortRows(rows, 'result', 'net'))).toEqual(['02', '01', '03'])
    expect(items(worstRows(rows, 1))).toEqual(['02'])
  })

  test('nothing is replenished from the end of its time on, or after the draw', () => {
    const period = { periodNo: '2026131', openAt: 1, closeAt: 2, hedgeCloseAt: 3, drawAt: 4, serverNow: 1 }
    expect(isReplenishOver({ ...period, state: 'open' }, 1)).toBe(false)
    expect(isReplenishOver({ ...period, state: 'closed' }, 2)).toBe(false)
    expect(isReplenishOver({ ...period, state: 'closed' }, 3)).toBe(true)
    expect(isReplenishOver({ ...period, state: 'settled' }, 1)).toBe(true)
  })

  test('the shade is the row’s share of the largest loss', () => {
    expect([...shades(rows).values()]).toEqual([250, 1000, 0])
  })

  test('a little more loss keeps the shade, and the smallest loss has one', () => {
    const losses = ['-10000', '-5000', '-5040', '-1', '0']
    const shaded = losses.map((netAmount, at) => row(String(at), { netAmount }))
    expect([...shades(shaded).values()]).toEqual([1000, 500, 500, 25, 0])
  })
})

describe('a loss without a stake', () => {
  const plays = [{ playCode: 'TMA', net: '0', netAmount: '0' }]
  test.each([
    ['nothing held and a loss', { plays, net: '0', netAmount: '-5' }, true],
    ['something held', { plays, net: '3', netAmount: '-5' }, false],
    ['no loss', { plays, net: '0', netAmount: '5' }, false],
    ['a row of one play', { net: '0', netAmount: '-5' }, false],
  ])('%s', (_, over, told) => {
    expect(isOfOtherPlays(row('01', over))).toBe(told)
  })
})
