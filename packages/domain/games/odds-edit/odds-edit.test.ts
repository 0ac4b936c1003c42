import { describe, expect, test } from 'vitest'
import { type Odds, odds } from '../../money/money.ts'
import { PANKOU } from '../../pankou.ts'
import { type Play, playOf, playsOfGame } from '../catalogue.ts'
import { defaultOdds, LOWEST_ODDS } from '../price.ts'
import {
  afterBatch,
  type CellName,
  type CellRefusal,
  changedOdds,
  oddsText,
  offsetText,
  readOddsText,
  readOffset,
  readPriceTable,
  readSigned,
  type TableCell,
} from './odds-edit.ts'

const play = (code: string): Play => {
  const found = playOf('6HC', code)
  if (!found) throw new Error(`no play ${code}`)
  return found
}
const of = (...units: number[]): readonly Odds[] => units.map((one) => odds(BigInt(one)))

describe('the text of a cell', () => {
  test.each([
    ['TMA', '47.5', '47.5'],
    ['TMA', '47.5000', '47.5'],
    ['LM_3Z2', '20.8/109', '20.8/109'],
    ['LM_3Z2', ' 20.8 / 109 ', '20.8/109'],
  ])('%s %s is read', (code, text, shown) => {
    const read = readOddsText(play(code), text)
    expect(read.ok && oddsText(read.value)).toBe(shown)
  })
  test.each([
    ['TMA', '', 'badOdds'],
    ['TMA', '47,5', 'badOdds'],
    ['TMA', '-2', 'badOdds'],
    ['TMA', '1.23456', 'badOdds'],
    ['TMA', '1.0099', 'tooLow'],
    ['TMA', '20.8/109', 'wrongTiers'],
    ['LM_3Z2', '20.8', 'wrongTiers'],
    ['LM_3Z2', '20.8/x', 'badOdds'],
    ['LM_3Z2', '20.8/1', 'tooLow'],
  ])('%s %s is refused: %s', (code, text, refusal) => {
    expect(readOddsText(play(code), text)).toEqual({ ok: false, refusal })
  })
  test('every default price reads back as it is shown', () => {
    for (const one of playsOfGame('6HC'))
      for (const { key } of one.prices)
        for (const pankou of PANKOU) {
          const quote = defaultOdds(one, key, pankou, 2026)
          expect(readOddsText(one, oddsText(quote))).toEqual({ ok: true, value: quote })
        }
  })
})

describe('an operation on a selection', () => {
  test.each([
    ['amount', -500n, 55_290, 54_790],
    ['amount', 1n, 55_290, 55_290],
    ['amount', -900_000n, 55_290, 10_100],
    ['percent', 50_000n, 55_290, 58_050],
    ['percent', -10_000n, 55_290, 54_730],
    ['percent', -1_000_000n, 55_290, 10_100],
    ['percent', 0n, 19_815, 19_815],
  ] as const)('%s %s of %i is %i', (kind, by, before, after) => {
    expect(afterBatch(of(before), { kind, by })).toEqual(of(after))
  })
  test('changes every tier, and the ladder starts from pankou A', () => {
    expect(afterBatch(of(208_000, 1_090_000), { kind: 'amount', by: -1000n })).toEqual(of(207_000, 1_089_000))
    const from = of(27_000)
    expect(afterBatch(of(99_999), { kind: 'ladder', from, pankou: 'B' })).toEqual(of(26_590))
    expect(afterBatch(of(99_999), { kind: 'ladder', from, pankou: 'A' })).toEqual(from)
  })
  test('always ends on the grid, at 1.01 or above, and never on the wrong side', () => {
    for (const before of [10_100n, 19_815n, 473_000n, 99_999_999_999n])
      for (const by of [-7_777_777n, -12_345n, -1n, 3n, 9_876n, 500_001n]) {
        const [amount] = afterBatch([odds(before)], { kind: 'amount', by })
        const [percent] = afterBatch([odds(before)], { kind: 'percent', by })
        for (const after of [amount, percent]) {
          expect(after).toBeGreaterThanOrEqual(LOWEST_ODDS)
          expect((after as bigint) % 10n).toBe(0n)
        }
        expect((amount as bigint) <= before + by || amount === LOWEST_ODDS).toBe(true)
      }
  })
})

describe('signed numbers and differences of a merchant', () => {
  test.each([
    ['-0.05', -500n],
    ['+1', 10_000n],
    ['−0.1', -1000n],
    ['0', 0n],
    ['1.23456', null],
    ['', null],
    ['--1', null],
  ])('%s is %s', (text, units) => expect(readSigned(text)).toBe(units))
  test('only lower, and read back as shown', () => {
    expect(readOffset('0.05')).toEqual({ ok: false, refusal: 'raises' })
    expect(readOffset('x')).toEqual({ ok: false, refusal: 'badOdds' })
    expect(readOffset('')).toEqual({ ok: true, value: 0n })
    for (const units of [0n, 1n, 500n, 10_000n, 12_345n])
      expect(readOffset(offsetText(units))).toEqual({ ok: true, value: units })
    expect(offsetText(500n)).toBe('-0.05')
  })
})

type Column = 'A' | 'C'
const titles = {
  playCode: '玩法代码',
  key: '投注项代码',
  columns: [
    ['A', 'A盘'],
    ['C', 'C盘'],
  ] as const,
}
const exists = ({ playCode, key }: Pick<CellName, 'playCode' | 'key'>): boolean =>
  playOf('6HC', playCode)?.prices.some((price) => price.key === key) === true
const judge = ({ playCode, text }: TableCell<Column>): CellRefusal | null => {
  const cell = readOddsText(play(playCode), text)
  return cell.ok ? null : cell.refusal
}
const HEAD = ['玩法', '玩法代码', '投注项代码', 'A盘', 'C盘']
const readTable = (rows: string[][]) => readPriceTable<Column, CellRefusal>(rows, { titles, exists, judge })
const read = (...rows: string[][]) => readTable([HEAD, ...rows])

describe('a table of prices', () => {
  test('is read by its titles; empty cells and empty rows change nothing', () => {
    const { cells, faults } = read(
      ['特码A', 'TMA', '07', '47', ''],
      ['', '', '', '', ''],
      ['', 'LM_3Z2', '*', '', ' 20/100'],
    )
    expect(faults).toEqual([])
    expect(cells).toEqual([
      { row: 2, playCode: 'TMA', key: '07', column: 'A', text: '47' },
      { row: 4, playCode: 'LM_3Z2', key: '*', column: 'C', text: '20/100' },
    ])
  })
  test('with faults gives no cells and lists every fault by its row', () => {
    const rows = [
      ['', 'TMA', '07', '47', '0.5'],
      ['', 'NONE', '07', '47', ''],
      ['', 'TMA', '07', 'x', '46'],
    ]
    expect(read(...rows, ['', 'LM_3Z2', '*', '20', ''])).toEqual({
      cells: [],
      faults: [
        { row: 2, column: 'C', why: 'badOdds' },
        { row: 3, column: null, why: 'unknownPrice' },
        { row: 4, column: null, why: 'twice' },
        { row: 4, column: 'A', why: 'badOdds' },
        { row: 5, column: 'A', why: 'wrongTiers' },
      ],
    })
  })
  test('a heading above the titles and the count below the rows, as an export has them, are no rows', () => {
    const row = ['', 'TMA', '07', '47', '']
    const plain = read(row)
    const exported = readTable([['赔率表'], ['账号', 'headco01（总公司）'], [], HEAD, row, ['合计 1 条']])
    expect([plain.cells.length, exported.faults]).toEqual([1, []])
    expect(exported.cells).toEqual(plain.cells.map((cell) => ({ ...cell, row: cell.row + 3 })))
  })
  test.each([[[]], [[['玩法代码', 'A盘']]], [[['玩法代码', '投注项代码']]]])(
    'without its titles is refused',
    (rows) => {
      expect(readTable(rows).faults).toEqual([{ row: 1, column: null, why: 'noTitles' }])
    },
  )
})

test('edits that change nothing, or a price that does not exist, are no difference', () => {
  const cell = { playCode: 'TMA', key: '07', pankou: 'A' } as const
  const edits = [
    { ...cell, quote: of(470_000) },
    { ...cell, key: '08', quote: of(460_000) },
  ]
  const found = (at: CellName) => (at.key === '07' ? of(470_000) : undefined)
  expect(changedOdds(found, edits)).toEqual([])
  expect(changedOdds(found, [{ ...cell, quote: of(460_000) }])).toEqual([
    { ...cell, quote: of(460_000), before: of(470_000) },
  ])
})
