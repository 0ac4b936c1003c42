import { type Odds, odds } from '../../money/money.ts'
import type { Pankou } from '../../pankou.ts'
import type { Play } from '../catalogue.ts'
import { accept, type Checked, refuse } from '../checked.ts'
import { formatOdds, LOWEST_ODDS, pankouOdds, parseOdds, sameQuote } from '../price.ts'

/**
 * Editing prices as in a spreadsheet: what a cell's text means, operations on a selection, a table that comes from a
 * file, and the difference to the prices in force. A price is a list of odds, one per tier; in a cell they are joined by
 * a slash ("20.8/109").
 */

/** Calculated odds are cut to 3 decimals, in favour of the house, as the default odds of a pankou are. */
const GRID = 10n
const HIGHEST_ODDS = odds(99_999_999_999n)

export type CellRefusal = 'badOdds' | 'wrongTiers' | 'tooLow'

const tiersOf = (play: Play): number => Math.max(1, play.tiers.length)

/** The odds that a cell's text means for a play. */
export const readOddsText = (play: Play, text: string): Checked<readonly Odds[], CellRefusal> => {
  const parts = text.split('/').map((part) => parseOdds(part.trim()))
  const read = parts.flatMap((part) => (part.ok ? [part.value] : []))
  if (read.length !== parts.length) return refuse('badOdds')
  if (read.length !== tiersOf(play)) return refuse('wrongTiers')
  return read.some((part) => part < LOWEST_ODDS) ? refuse('tooLow') : accept(read)
}

export const oddsText = (quote: readonly Odds[]): string => quote.map(formatOdds).join('/')

/** A signed number with at most 4 decimals ("-0.05", "+1"), in 1/10,000; null: not a number. */
export const readSigned = (text: string): bigint | null => {
  const match = /^([+-])?(\d{1,7})(?:\.(\d{1,4}))?$/.exec(text.trim().replace('−', '-'))
  if (!match?.[2]) return null
  const units = BigInt(match[2] + (match[3] ?? '').padEnd(4, '0'))
  return match[1] === '-' ? -units : units
}

export type BatchOperation =
  /** Adds an amount of odds, in 1/10,000. */
  | { readonly kind: 'amount'; readonly by: bigint }
  /** Changes by a percentage, in 1/10,000 percent points: 5% is 50,000. */
  | { readonly kind: 'percent'; readonly by: bigint }
  /** Recalculates from pankou A's price by the ladder of the pankou. */
  | { readonly kind: 'ladder'; readonly from: readonly Odds[]; readonly pankou: Pankou }

const onGrid = (units: bigint): Odds => {
  const cut = units - (units % GRID)
  if (cut < LOWEST_ODDS) return LOWEST_ODDS
  return odds(cut > HIGHEST_ODDS ? HIGHEST_ODDS - (HIGHEST_ODDS % GRID) : cut)
}

const WHOLE_PERCENT = 1_000_000n

/** A price after an operation on a selection: on the grid, never below 1.01. */
export const afterBatch = (quote: readonly Odds[], operation: BatchOperation): readonly Odds[] => {
  if (operation.kind === 'ladder') return operation.from.map((part) => pankouOdds(part, operation.pankou))
  const { kind, by } = operation
  if (by === 0n) return quote
  return quote.map((part) => onGrid(kind === 'amount' ? part + by : (part * (WHOLE_PERCENT + by)) / WHOLE_PERCENT))
}

/** A merchant's difference: only downward, because the edge is judged on the platform's own price. */
export const readOffset = (text: string): Checked<bigint, 'badOdds' | 'raises'> => {
  const units = text.trim() === '' ? 0n : readSigned(text)
  if (units === null) return refuse('badOdds')
  return units > 0n ? refuse('raises') : accept(-units)
}

/** 500n, which lowers by 0.05, is "-0.05". */
export const offsetText = (offset: bigint): string => {
  const fraction = (offset % 10_000n).toString().padStart(4, '0').replace(/0+$/, '')
  const whole = `${offset / 10_000n}${fraction === '' ? '' : `.${fraction}`}`
  return offset === 0n ? '0' : `-${whole}`
}

/** One cell of the matrix. */
export type CellName = { readonly playCode: string; readonly key: string; readonly pankou: Pankou }
export type OddsEdit = CellName & { readonly quote: readonly Odds[] }

export type OddsDifference = OddsEdit & { readonly before: readonly Odds[] }

/** The edits that really change a price in force; edits of prices that do not exist are left out. */
export const changedOdds = (
  inForce: (cell: CellName) => readonly Odds[] | undefined,
  edits: Iterable<OddsEdit>,
): OddsDifference[] => {
  const changed: OddsDifference[] = []
  for (const edit of edits) {
    const before = inForce(edit)
    if (before && !sameQuote(before, edit.quote)) changed.push({ ...edit, before })
  }
  return changed
}

/** The titles of a table: of the codes, and of the columns that are read. */
export type TableTitles<Column extends string> = {
  readonly playCode: string
  readonly key: string
  readonly columns: readonly (readonly [Column, title: string])[]
}

type TableRefusal = 'noTitles' | 'unknownPrice' | 'twice'
/** A row of the table is numbered as in the spreadsheet: the first one is 1. */
export type TableFault<Column extends string, Why extends string> = {
  readonly row: number
  readonly column: Column | null
  readonly why: Why | TableRefusal
}
export type TableCell<Column extends string> = {
  readonly row: number
  readonly playCode: string
  readonly key: string
  readonly column: Column
  readonly text: string
}

type Columns<Column extends string> = {
  readonly play: number
  readonly key: number
  readonly read: readonly (readonly [Column, number])[]
}

const columnsOf = <Column extends string>(
  head: readonly string[],
  titles: TableTitles<Column>,
): Columns<Column> | null => {
  const at = (title: string): number => head.findIndex((cell) => cell.trim() === title)
  const [play, key] = [at(titles.playCode), at(titles.key)]
  const read = titles.columns.map(([column, title]) => [column, at(title)] as const).filter(([, place]) => place >= 0)
  return play < 0 || key < 0 || read.length === 0 ? null : { play, key, read }
}

type TableRules<Column extends string, Why extends string> = {
  readonly titles: TableTitles<Column>
  readonly exists: (price: { readonly playCode: string; readonly key: string }) => boolean
  /** What is against a cell's text; null: nothing. */
  readonly judge: (cell: TableCell<Column>) => Why | null
}

/**
 * Reads a table with a row per price, as exported: an empty cell changes nothing, other columns are ignored. All faults
 * are listed; with one of them nothing of the table may be used.
 */
export const readPriceTable = <Column extends string, Why extends string>(
  rows: readonly (readonly string[])[],
  { titles, exists, judge }: TableRules<Column, Why>,
): { readonly cells: readonly TableCell<Column>[]; readonly faults: readonly TableFault<Column, Why>[] } => {
  // An exported file has a heading above the titles, and ends with the number of its rows.
  const titlesAt = rows.findIndex((row) => columnsOf(row, titles) !== null)
  const columns = columnsOf(rows[titlesAt] ?? [], titles)
  if (!columns) return { cells: [], faults: [{ row: 1, column: null, why: 'noTitles' }] }
  const read: TableCell<Column>[] = []
  const faults: TableFault<Column, Why>[] = []
  const seen = new Set<string>()
  for (const [index, cells] of rows.entries()) {
    const [playCode, key] = [cells[columns.play]?.trim() ?? '', cells[columns.key]?.trim() ?? '']
    if (index <= titlesAt || cells.every((cell) => cell.trim() === '')) continue
    if (playCode === '' && key === '' && /^合计 \d+ 条$/.test(cells[0]?.trim() ?? '')) continue
    const row = index + 1
    if (!exists({ playCode, key })) {
      faults.push({ row, column: null, why: 'unknownPrice' })
      continue
    }
    if (seen.has(`${playCode} ${key}`)) faults.push({ row, column: null, why: 'twice' })
    seen.add(`${playCode} ${key}`)
    for (const [column, place] of columns.read) {
      const cell = { row, playCode, key, column, text: cells[place]?.trim() ?? '' }
      if (cell.text === '') continue
      const why = judge(cell)
      if (why === null) read.push(cell)
      else faults.push({ row, column, why })
    }
  }
  return faults.length > 0 ? { cells: [], faults } : { cells: read, faults }
}
