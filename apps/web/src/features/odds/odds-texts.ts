import { oddsText as quoteText } from '@strata/domain/games/odds-edit'
import { sameQuote } from '@strata/domain/games/price'
import type { Odds } from '@strata/domain/money'
import { oddsText as words } from '../../text/zh-CN/rooms/odds.ts'
import { BASE_COLUMNS, type ColumnId, droppedQuote, padded, type SheetRow, savedText } from './odds-model.ts'

/** What a cell shows while nothing is typed into it. */
export type CellTexts = { readonly text: string; readonly shown: string; readonly label: string }

export const columnName = (column: ColumnId): string =>
  column === 'offset' || column === 'floor' || column === 'open'
    ? words.columnNames[column]
    : words.columns.pankou(column)

/** Prices and floors stand with their decimals under each other; differences say only what they are. */
export const shownAs = (column: ColumnId, text: string): string => (column === 'offset' ? text : padded(text))

/** What a cell is called: it ends with what the cell shows, so that voice control finds it. */
export const labelOf = (row: SheetRow, column: ColumnId, text: string): string =>
  `${words.cell(row.play.name, row.name, columnName(column))} ${shownAs(column, text)}`

/** How much the drops took off a price, null for nothing, and where it stands. */
export type DroppedTexts = { readonly by: string | null; readonly now: string }

export const droppedTexts = (row: SheetRow, quote: readonly Odds[]): DroppedTexts => {
  const stands = droppedQuote(row, quote)
  const dropped = row.drops.length > 0 && !sameQuote(stands, quote)
  const by = row.drops.reduce((sum, { drop }) => sum + drop, 0n)
  return { by: dropped ? `-${quoteText([by as Odds])}` : null, now: padded(quoteText(stands)) }
}

type RowTexts = { readonly cells: Map<ColumnId, CellTexts>; dropped: DroppedTexts | null }
const cached = new WeakMap<SheetRow, RowTexts>()

const cachedOf = (row: SheetRow): RowTexts => {
  const own = cached.get(row) ?? { cells: new Map<ColumnId, CellTexts>(), dropped: null }
  cached.set(row, own)
  return own
}

/** The texts of a saved cell, made once for each row. */
export const savedTexts = (row: SheetRow, column: ColumnId): CellTexts => {
  const { cells } = cachedOf(row)
  const held = cells.get(column)
  if (held) return held
  const text = savedText(row, column)
  const made = { text, shown: shownAs(column, text), label: labelOf(row, column, text) }
  cells.set(column, made)
  return made
}

/** As `droppedTexts` of the saved price, made once for each row. */
export const savedDrop = (row: SheetRow): DroppedTexts => {
  const own = cachedOf(row)
  own.dropped ??= droppedTexts(row, row.quotes.A)
  return own.dropped
}

/** Makes all texts of a row. */
export const textsAhead = (row: SheetRow): void => {
  for (const column of BASE_COLUMNS) savedTexts(row, column)
  savedDrop(row)
}
