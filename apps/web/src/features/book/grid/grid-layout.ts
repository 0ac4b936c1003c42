import { ballNumber } from '../../../components/ball/ball-colour.ts'
import { showWhole } from '../../../lib/amount.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { type AmountMode, type BoardRow, showOdds, stakeOf } from '../board-state/board-model.ts'

/*
 * The widths of a board's columns, computed from its texts. Each cell lays itself out alone, so that a change stays
 * within it; the columns of all cells of a section are equal because all get these numbers.
 */

/** Widths in parts of the font size, from the page's font; a Chinese character is one. */
const DIGIT = 0.556
const WIDTHS: Readonly<Record<string, number>> = { ',': 0.29, '.': 0.29, '-': 0.35, ' ': 0.25, '/': 0.4, '+': 0.556 }

const partsOf = (text: string): number => {
  let parts = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    parts += WIDTHS[letter] ?? (code > 0x2000 ? 1 : code >= 65 && code <= 90 ? 0.68 : DIGIT)
  }
  return parts
}

/** Names and odds are few and return with every push. */
const known = new Map<string, number>()
const MAX_KNOWN = 4_000

/** The width of a text, px. */
export const textWidth = (text: string, fontPx: number): number => {
  let parts = known.get(text)
  if (parts === undefined) {
    if (known.size >= MAX_KNOWN) known.clear()
    parts = partsOf(text)
    known.set(text, parts)
  }
  return Math.ceil(parts * fontPx)
}

const FONT = 13
const SMALL = 12
const BALL = 22
/** Cells have this padding on both sides, and this gap between columns; the style sheet has the same. */
const PADDING = 6
const GAP = 4

/** A board that has no larger figure leaves room for these, so that a new digit seldom moves anything. */
const USUAL = { stake: '4,000', result: '-109,516' } as const
/** Figures are laid out for one of these: a column grows in steps and not with every digit. */
const WIDEST = '-99,999,999'
const STEPS = ['4,000', '40,000', '-109,516', '-1,095,165', WIDEST] as const

/** What the rows of a section show, as widths at 13 px. */
export type Texts = {
  /** The name or ball of the widest item. */
  readonly item: number
  readonly odds: number
  readonly stake: string
  readonly result: string
}

/** The smallest step that holds all these texts. */
const stepOf = (texts: readonly string[], usual: string): string => {
  const most = texts.reduce((widest, text) => Math.max(widest, textWidth(text, FONT)), textWidth(usual, FONT))
  return STEPS.find((step) => textWidth(step, FONT) >= most) ?? WIDEST
}

/** Length of a wire amount before its decimals: boards are measured with every push, so few texts are made. */
const lengthOf = (amount: string): number => {
  const point = amount.indexOf('.')
  return point < 0 ? amount.length : point
}

const longest = (amounts: readonly string[]): string =>
  amounts.reduce((most, amount) => (lengthOf(amount) > lengthOf(most) ? amount : most), '0')

type Labels = {
  readonly gameType: string
  readonly mode: AmountMode
  /** The play that an item names beside its own name, in a list of several plays. */
  readonly ownerOf: (row: BoardRow) => string | null
}

const itemWidth = (row: BoardRow, { gameType, ownerOf }: Labels): number => {
  const owner = ownerOf(row)
  const name = ballNumber(gameType, row) === null ? textWidth(row.itemName, FONT) : BALL
  return name + (owner === null || row.itemName.startsWith(owner) ? 0 : textWidth(owner, SMALL) + GAP)
}

/** A stopped play says so in the place of its odds. */
const oddsOf = (row: BoardRow): string => (row.stop === undefined ? showOdds(row.odds) : boardText.stopped)

export const textsOf = (rows: readonly BoardRow[], labels: Labels): Texts => ({
  item: rows.reduce((widest, row) => Math.max(widest, itemWidth(row, labels)), BALL),
  odds: rows.reduce(
    (widest, row) => Math.max(widest, textWidth(oddsOf(row), SMALL) + (row.drop === undefined ? 0 : SMALL)),
    textWidth('48.5', SMALL),
  ),
  stake: stepOf([showWhole(longest(rows.map((row) => stakeOf(row, labels.mode))))], USUAL.stake),
  result: stepOf([showWhole(longest(rows.map((row) => row.netAmount)))], USUAL.result),
})

/** How a section is laid out. */
export type SectionLayout = {
  readonly columns: number
  /** The odds are under the item and figures are 12 px: the room is too small for a column of odds. */
  readonly stacked: boolean
  /** The columns of every cell and of the heads. */
  readonly cell: string
  readonly itemPx: number
  /** The width of the odds, under which a second line may stand, px. */
  readonly oddsPx: number
  /** The least width of the result, px. */
  readonly resultPx: number
  /** The width of a second line, which stands under the stake and the result, px; null: it wraps. */
  readonly linePx: number | null
}

/** Stacked cells are laid out for the widest step, so that growing amounts never move them. */
const needOf = (texts: Texts, stacked: boolean): number =>
  stacked
    ? 2 * PADDING + 2 * GAP + Math.max(texts.item, texts.odds) + 2 * textWidth(WIDEST, SMALL)
    : 2 * PADDING + 3 * GAP + texts.item + texts.odds + textWidth(texts.stake, FONT) + textWidth(texts.result, FONT)

/** The columns of a cell. */
const cellOf = (texts: Texts, stacked: boolean): string =>
  stacked
    ? `${Math.max(texts.item, texts.odds)}px minmax(0, 1fr) minmax(0, 1fr)`
    : `${texts.item}px ${texts.odds}px minmax(0, 1fr) minmax(${textWidth(texts.result, FONT)}px, 1fr)`

/** The width that a cell's item leaves to a second line; the border at its right is a pixel. */
const lineOf = (texts: Texts, stacked: boolean, cellPx: number): number =>
  Math.floor(cellPx) - 1 - 2 * PADDING - GAP - (stacked ? Math.max(texts.item, texts.odds) : texts.item)

/** The most columns of a board: 49 numbers are five columns of ten. */
const MAX_COLUMNS = 5

const fitting = (widthPx: number, needPx: number): number => Math.max(1, Math.floor(widthPx / needPx))

/** A column of cells of one section. */
export const columnOf = (texts: Texts, stacked: boolean, cellPx: number): Omit<SectionLayout, 'columns'> => ({
  stacked,
  cell: cellOf(texts, stacked),
  itemPx: texts.item,
  oddsPx: texts.odds,
  resultPx: textWidth(texts.result, FONT),
  linePx: lineOf(texts, stacked, cellPx),
})

/**
 * As many columns as are asked for, if they fit with the odds in a column of their own or, failing that, under the
 * item; else as many as fit.
 */
const layoutOf = (texts: Texts, wanted: number, widthPx: number): SectionLayout => {
  const stacked = fitting(widthPx, needOf(texts, false)) < wanted
  const columns = Math.min(wanted, fitting(widthPx, needOf(texts, stacked)))
  return { columns, ...columnOf(texts, stacked, widthPx / columns) }
}

/** One list in columns of equal length. */
export const listLayout = (texts: Texts, rows: number, widthPx: number): SectionLayout => {
  const wanted = Math.min(MAX_COLUMNS, Math.max(1, Math.ceil(rows / 2)))
  return layoutOf(texts, wanted, widthPx)
}

/** Several lists side by side: how many, and the columns of each. */
export const besideLayout = (sections: readonly Texts[], widthPx: number): SectionLayout => {
  const widest = sections.reduce(
    (all, one): Texts => ({
      item: Math.max(all.item, one.item),
      odds: Math.max(all.odds, one.odds),
      stake: stepOf([all.stake, one.stake], USUAL.stake),
      result: stepOf([all.result, one.result], USUAL.result),
    }),
    { item: BALL, odds: 0, stake: USUAL.stake, result: USUAL.result },
  )
  return layoutOf(widest, Math.min(MAX_COLUMNS, sections.length), widthPx)
}
