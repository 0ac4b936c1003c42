import { gameByCode, playOf } from '@strata/domain/games/catalogue'
import { PANKOU } from '@strata/domain/pankou'
import { describe, expect, it } from 'vitest'
import {
  changesOf,
  countOf,
  type Edits,
  edgeAt,
  edgesAhead,
  floorAt,
  type Matrix,
  NO_EDITS,
  onWire,
  openAt,
  padded,
  readCell,
  type SheetRow,
  savedText,
  sheetOf,
  withTexts,
} from './odds-model.ts'

const game = gameByCode('6HC')
if (!game) throw new Error('game 6HC is missing')

const matrix = {
  version: 1,
  commission: [],
  merchants: [],
  prices: ['RED', 'BLUE'].map((key) => ({
    playCode: 'TM_SB',
    key,
    quotes: { A: '2.7', B: '2.66', C: '2.62', D: '2.58' },
    floor: '1.01',
    open: key === 'RED',
    chances: [{ wins: [{ tier: 0, hits: 1, probability: '17/49' }], refund: '0' }],
  })),
} satisfies Matrix
const rows = sheetOf(game, matrix)
const [red, blue] = rows as [SheetRow, SheetRow]
const typed = (...texts: [SheetRow, Parameters<typeof readCell>[1], string][]): Edits =>
  withTexts(
    NO_EDITS,
    texts.map(([row, column, text]) => ({ row, column, text })),
  )

describe('edges', () => {
  it('are worked out ahead in turns, and are the ones that the rows show', () => {
    const many = Array.from({ length: 5 }, () => sheetOf(game, matrix)).flat()
    const next = edgesAhead(Array.from({ length: 40 }, (_, at) => many[at % many.length] as SheetRow))
    const turns = [next(), next(), next()]
    expect(turns).toEqual([true, true, false])
    for (const row of many) expect(edgeAt(row, 'C', row.quotes.C)).toEqual(edgeAt(red, 'C', red.quotes.C))
  })
})

describe('floors and what is on sale', () => {
  it('are shown as they are typed', () => {
    expect(playOf('6HC', 'TM_SB')?.name).toBe('特码色波')
    expect([savedText(red, 'floor'), savedText(red, 'open'), savedText(blue, 'open')]).toEqual(['1.01', '开放', '停售'])
  })

  it.each([
    ['floor', '1.50', '1.5'],
    ['floor', '2.58', '2.58'],
    ['open', '停售', '停售'],
    ['open', '0', '停售'],
    ['open', '1', '开放'],
  ] as const)('%s: %s is read as %s', (column, text, shown) => {
    expect(readCell(red, column, text)).toMatchObject({ ok: true, text: shown })
  })
  it.each([
    ['floor', 'x', 'badOdds'],
    ['floor', '1', 'tooLow'],
    ['floor', '2.59', 'aboveOdds'],
    ['open', '卖', 'badOpen'],
    ['open', '', 'badOpen'],
  ] as const)('%s: %s is refused: %s', (column, text, problem) => {
    expect(readCell(red, column, text)).toEqual({ ok: false, problem })
  })

  it('a price and its floor are judged beside each other', () => {
    const both = typed([red, 'D', '1.8'], [red, 'floor', '2'])
    expect(floorAt(red, both)).toBe(20_000n)
    expect(changesOf(rows, both)).toMatchObject({ prices: [], rows: [], wrong: 2 })
    // With the prices lowered first the floor is too high; with the floor lowered first the price is fine.
    const low = { ...red, floor: 25_000n as SheetRow['floor'] }
    expect(readCell(low, 'A', '2.4')).toEqual({ ok: false, problem: 'belowFloor' })
    expect(readCell(low, 'A', '2.4', typed([low, 'floor', '2.3']))).toMatchObject({ ok: true })
  })

  it('typed back they are no change', () => {
    const edits = typed([red, 'floor', '1.010'], [red, 'open', '1'], [blue, 'open', '开放'])
    expect([...edits.keys()]).toEqual(['TM_SB BLUE open'])
    expect([openAt(red, edits), openAt(blue, edits)]).toEqual([true, true])
  })

  it('hold on all four pankou, in one price with what else changes there', () => {
    const edits = typed([red, 'B', '2.6'], [red, 'floor', '2'], [red, 'open', '停售'], [blue, 'open', '开放'])
    const changes = changesOf(rows, edits)
    expect([countOf(changes), changes.wrong]).toEqual([4, 0])
    const of = (key: string, pankou: string) => ({ playCode: 'TM_SB', key, pankou })
    expect(onWire(changes)).toHaveLength(8)
    expect(onWire(changes)).toEqual(
      expect.arrayContaining([
        ...PANKOU.map((pankou) => ({
          ...of('RED', pankou),
          floor: '2',
          open: false,
          ...(pankou === 'B' ? { quote: '2.6' } : {}),
        })),
        ...PANKOU.map((pankou) => ({ ...of('BLUE', pankou), open: true })),
      ]),
    )
  })
})

it.each([
  ['2.7', '2.700'],
  ['2.659', '2.659'],
  ['48.5', '48.500'],
  ['98', '98.000'],
  ['1.0101', '1.0101'],
  ['2.1/3.5', '2.1/3.5'],
  ['开放', '开放'],
  ['-0.05', '-0.05'],
  ['', ''],
])('%s is shown as %s, so that decimals stand under each other', (text, shown) => expect(padded(text)).toBe(shown))
