import { type Game, type Play, type PlayGroup, playOf } from '@strata/domain/games/catalogue'
import { type Drop, oddsAfter } from '@strata/domain/games/drops'
import {
  type CellRefusal,
  changedOdds,
  type OddsDifference,
  oddsText,
  offsetText,
  readOddsText,
  readOffset,
} from '@strata/domain/games/odds-edit'
import { formatQuote, LOWEST_ODDS, parseOdds, type WireQuote } from '@strata/domain/games/price'
import { leastEdge, type Odd } from '@strata/domain/games/probability'
import {
  compareRatio,
  mulRatio,
  parseRatio,
  RATIO_ZERO,
  type Ratio,
  ratio,
  ratioText,
  sumRatio,
} from '@strata/domain/games/ratio'
import { type Odds, parseRate, type Rate, rate } from '@strata/domain/money'
import { PANKOU, type Pankou } from '@strata/domain/pankou'
import type { Answer } from '../../api/client.ts'
import { oddsText as words } from '../../text/zh-CN/rooms/odds.ts'

export type Matrix = Answer<'admin.oddsMatrix'>
type MatrixRow = Matrix['prices'][number]
/** A column that can be edited: a pankou's price, the floor and the sale of all four, or the difference of a merchant. */
export type ColumnId = Pankou | 'floor' | 'open' | 'offset'
export const BASE_COLUMNS: readonly ColumnId[] = [...PANKOU, 'floor', 'open']
const isPankou = (column: ColumnId): column is Pankou => PANKOU.some((letter) => letter === column)

/** One price key with all that its row shows. */
export type SheetRow = {
  readonly id: string
  readonly play: Play
  readonly key: string
  readonly name: string
  readonly quotes: Readonly<Record<Pankou, readonly Odds[]>>
  readonly rates: Readonly<Record<Pankou, Rate>>
  readonly chances: readonly Odd[]
  /** The exact probability of any win: "17/49". */
  readonly probability: string
  readonly floor: Odds
  readonly open: boolean
  readonly offset: bigint
  readonly drops: readonly Drop[]
}

const oddsOf = (text: string | undefined): Odds => {
  const read = parseOdds(text)
  if (!read.ok) throw new Error(`odds ${text} from the server are invalid`)
  return read.value
}

const partsOf = (play: Play, quote: WireQuote): readonly Odds[] =>
  typeof quote === 'string' ? [oddsOf(quote)] : play.tiers.map(({ code }) => oddsOf(quote[code]))

const chanceText = (chances: readonly Odd[]): string => {
  const all = chances.map((odd) => sumRatio(odd.chances.map(({ probability }) => probability)))
  const most = all.reduce((top, one) => (compareRatio(one, top) > 0 ? one : top), RATIO_ZERO)
  // A long fraction says less than a percentage.
  return most.d < 100_000n ? `${most.n}/${most.d}` : `${ratioText(mulRatio(most, ratio(100n)), 4)}%`
}

const ratesOf = (matrix: Matrix): ReadonlyMap<number, Readonly<Record<Pankou, Rate>>> =>
  new Map(
    matrix.commission.map(({ groupId, rates }) => {
      const read = PANKOU.map((letter) => {
        const own = parseRate(rates[letter])
        return [letter, own.ok ? own.value : rate(0n)] as const
      })
      return [groupId, Object.fromEntries(read) as Record<Pankou, Rate>]
    }),
  )

const NO_RATES: Readonly<Record<Pankou, Rate>> = { A: rate(0n), B: rate(0n), C: rate(0n), D: rate(0n) }
const byPankou = (of: (letter: Pankou) => readonly Odds[]): Record<Pankou, readonly Odds[]> => ({
  A: of('A'),
  B: of('B'),
  C: of('C'),
  D: of('D'),
})

const rowOf = (play: Play, row: MatrixRow, rates: Readonly<Record<Pankou, Rate>>): SheetRow => {
  const chances = row.chances.map(({ wins, refund }) => ({
    chances: wins.map(({ tier, hits, probability }) => ({ tier, hits, probability: parseRatio(probability) })),
    refund: parseRatio(refund),
  }))
  return {
    id: `${row.playCode} ${row.key}`,
    play,
    key: row.key,
    name: play.prices.find(({ key }) => key === row.key)?.name ?? row.key,
    quotes: byPankou((letter) => partsOf(play, row.quotes[letter])),
    rates,
    chances,
    probability: chanceText(chances),
    floor: oddsOf(row.floor),
    open: row.open,
    offset: row.offset === undefined ? 0n : unitsOf(row.offset),
    drops: (row.drops ?? []).map(({ drop, floor }) => ({ drop: unitsOf(drop) as Odds, floor: oddsOf(floor) })),
  }
}

/** A difference or a drop: unlike odds it may be below 1. */
const unitsOf = (text: string): bigint => {
  const read = readOffset(`-${text}`)
  if (!read.ok) throw new Error(`${text} from the server is no difference`)
  return read.value
}

/** The rows of a game, in the catalogue's order. */
export const sheetOf = (game: Game, matrix: Matrix): readonly SheetRow[] => {
  const rates = ratesOf(matrix)
  return matrix.prices.flatMap((row) => {
    const play = playOf(game.code, row.playCode)
    return play ? [rowOf(play, row, rates.get(play.groupId) ?? NO_RATES)] : []
  })
}

/** What was typed, by cell; a cell that is typed back to its price is not in it. */
export type Edits = ReadonlyMap<string, string>
export const NO_EDITS: Edits = new Map()
export const cellId = (row: Pick<SheetRow, 'id'>, column: ColumnId): string => `${row.id} ${column}`

const openText = (open: boolean): string => words.openWords[open ? 'true' : 'false']

export const savedText = (row: SheetRow, column: ColumnId): string => {
  if (column === 'offset') return offsetText(row.offset)
  if (column === 'floor') return oddsText([row.floor])
  return column === 'open' ? openText(row.open) : oddsText(row.quotes[column])
}

export type CellProblem = CellRefusal | 'raises' | 'belowFloor' | 'aboveOdds' | 'badOpen'
type CellRead =
  | {
      readonly ok: true
      readonly text: string
      /** Of a floor: the floor alone. */
      readonly quote: readonly Odds[]
      readonly offset: bigint
      readonly open: boolean
    }
  | { readonly ok: false; readonly problem: CellProblem }

const NOTHING = { ok: true, quote: [], offset: 0n, open: true } as const

/** What counts as on sale, and what as not: as it is shown, or as spreadsheets have it. */
const OPEN_TEXTS: ReadonlyMap<string, boolean> = new Map([
  ...(['true', 'false'] as const).map((open) => [words.openWords[open], open === 'true'] as const),
  ['1', true],
  ['0', false],
])

const plainFloor = (text: string): Odds | null => {
  const read = parseOdds(text)
  return read.ok && read.value >= LOWEST_ODDS ? read.value : null
}

/** The floor that a row stands for now; an unreadable text counts as not typed. */
export const floorAt = (row: SheetRow, edits: Edits): Odds =>
  plainFloor(edits.get(cellId(row, 'floor')) ?? '') ?? row.floor

const typedQuote = (row: SheetRow, letter: Pankou, edits: Edits): readonly Odds[] => {
  const read = readOddsText(row.play, edits.get(cellId(row, letter)) ?? '')
  return read.ok ? read.value : row.quotes[letter]
}

const readFloor = (row: SheetRow, text: string, edits: Edits): CellRead => {
  const floor = parseOdds(text)
  if (!floor.ok) return { ok: false, problem: 'badOdds' }
  if (floor.value < LOWEST_ODDS) return { ok: false, problem: 'tooLow' }
  if (PANKOU.some((letter) => typedQuote(row, letter, edits).some((part) => part < floor.value)))
    return { ok: false, problem: 'aboveOdds' }
  return { ...NOTHING, text: oddsText([floor.value]), quote: [floor.value] }
}

/** What a text means in a cell, beside what else is typed in its row. */
export const readCell = (row: SheetRow, column: ColumnId, text: string, edits: Edits = NO_EDITS): CellRead => {
  if (column === 'offset') {
    const offset = readOffset(text)
    if (!offset.ok) return { ok: false, problem: offset.refusal }
    return { ...NOTHING, text: offsetText(offset.value), offset: offset.value }
  }
  if (column === 'open') {
    const open = OPEN_TEXTS.get(text.trim())
    return open === undefined ? { ok: false, problem: 'badOpen' } : { ...NOTHING, text: openText(open), open }
  }
  if (column === 'floor') return readFloor(row, text, edits)
  const read = readOddsText(row.play, text)
  if (!read.ok) return { ok: false, problem: read.refusal }
  const floor = floorAt(row, edits)
  if (read.value.some((part) => part < floor)) return { ok: false, problem: 'belowFloor' }
  return { ...NOTHING, text: oddsText(read.value), quote: read.value }
}

export type CellText = { readonly row: SheetRow; readonly column: ColumnId; readonly text: string }

/** The edits after some more of them. An emptied cell returns to its saved value. */
export const withTexts = (edits: Edits, texts: readonly CellText[]): Edits => {
  const next = new Map(edits)
  for (const { row, column, text } of texts) {
    const id = cellId(row, column)
    const typed = text.trim()
    const read = readCell(row, column, typed, next)
    const shown = read.ok ? read.text : typed
    if (typed === '' || shown === savedText(row, column)) next.delete(id)
    else next.set(id, shown)
  }
  return next
}

export const textAt = (row: SheetRow, column: ColumnId, edits: Edits): string =>
  edits.get(cellId(row, column)) ?? savedText(row, column)

/** The quote that a cell stands for now; an unreadable text counts as not typed. */
export const quoteAt = (row: SheetRow, column: Pankou, edits: Edits): readonly Odds[] => {
  if (edits.size === 0) return row.quotes[column]
  const typed = edits.get(cellId(row, column))
  const read = typed === undefined ? null : readCell(row, column, typed, edits)
  return read?.ok ? read.quote : row.quotes[column]
}

/** Whether a price is on sale after the edits. */
export const openAt = (row: SheetRow, edits: Edits): boolean => {
  const typed = edits.get(cellId(row, 'open'))
  const read = typed === undefined ? null : readCell(row, 'open', typed)
  return read?.ok ? read.open : row.open
}

/** The other word of a cell that says whether a price is on sale. */
export const turnedOpen = (row: SheetRow, edits: Edits): string => openText(!openAt(row, edits))

const offsetAt = (row: SheetRow, edits: Edits): bigint => {
  const typed = edits.get(cellId(row, 'offset'))
  const read = typed === undefined ? null : readCell(row, 'offset', typed)
  return read?.ok ? read.offset : row.offset
}

/** What the merchant's members see of a price, before drops. */
export const memberQuote = (row: SheetRow, letter: Pankou, edits: Edits): readonly Odds[] =>
  row.quotes[letter].map((part) => oddsAfter(part, { offset: offsetAt(row, edits), floor: row.floor, drops: [] }))

/** What a price stands at under the drops of the period on sale. */
export const droppedQuote = (row: SheetRow, quote: readonly Odds[]): readonly Odds[] =>
  quote.map((part) => oddsAfter(part, { offset: 0n, floor: row.floor, drops: row.drops }))

export type EdgeView = { readonly text: string; readonly loses: boolean }

const views = new WeakMap<readonly Odds[], Map<SheetRow, Partial<Record<Pankou, EdgeView>>>>()
const HUNDRED = ratio(100n)

const viewOf = (edge: Ratio): EdgeView => ({
  text: `${ratioText(mulRatio(edge, HUNDRED), 2)}%`,
  loses: compareRatio(edge, RATIO_ZERO) <= 0,
})

/** The house edge of a quote at the highest commission of the pankou. */
export const edgeAt = (row: SheetRow, letter: Pankou, quote: readonly Odds[]): EdgeView => {
  const byRow = views.get(quote) ?? new Map<SheetRow, Partial<Record<Pankou, EdgeView>>>()
  views.set(quote, byRow)
  const own = byRow.get(row) ?? {}
  byRow.set(row, own)
  const view = own[letter] ?? viewOf(leastEdge(row.chances, quote, row.rates[letter]))
  own[letter] = view
  return view
}

/** Rows of which the edges are worked out at once. */
const EDGES_A_TURN = 16

/**
 * Works out the edges of all saved prices, and what else a row takes, a few rows at a time, so that scrolling only writes
 * them down. Call it again until it answers that nothing is left.
 */
export const edgesAhead = (
  rows: readonly SheetRow[],
  andElse: (row: SheetRow) => void = () => undefined,
): (() => boolean) => {
  let at = 0
  return () => {
    for (const row of rows.slice(at, at + EDGES_A_TURN)) {
      for (const letter of PANKOU) edgeAt(row, letter, row.quotes[letter])
      andElse(row)
    }
    at += EDGES_A_TURN
    return at < rows.length
  }
}

export type ShowOnly = 'all' | 'changed' | 'dropped' | 'edge'

/** Which rows pass each of the filters. */
export const passes = (row: SheetRow, edits: Edits, only: ShowOnly): boolean => {
  if (only === 'changed') return [...BASE_COLUMNS, 'offset' as const].some((column) => edits.has(cellId(row, column)))
  if (only === 'dropped') return row.drops.length > 0
  if (only === 'edge') return PANKOU.some((letter) => edgeAt(row, letter, quoteAt(row, letter, edits)).loses)
  return true
}

/** What stands under each other: a play's head, then its rows. */
export type Line =
  | { readonly kind: 'head'; readonly play: Play; readonly count: number }
  | { readonly kind: 'row'; readonly row: SheetRow; readonly index: number }

export const linesOf = (rows: readonly SheetRow[]): readonly Line[] => {
  const lines: Line[] = []
  for (const [index, row] of rows.entries()) {
    if (rows[index - 1]?.play !== row.play) {
      const count = rows.filter(({ play }) => play === row.play).length
      lines.push({ kind: 'head', play: row.play, count })
    }
    lines.push({ kind: 'row', row, index })
  }
  return lines
}

export type Change = OddsDifference & { readonly row: SheetRow; readonly loses: boolean }
/** A floor or a sale, which holds on all four pankou. */
export type RowChange = {
  readonly row: SheetRow
  readonly column: 'floor' | 'open'
  readonly before: string
  readonly after: string
}
export type OffsetChange = {
  readonly row: SheetRow
  readonly before: string
  readonly after: string
  readonly offset: bigint
}
export type Changes = {
  readonly prices: readonly Change[]
  readonly rows: readonly RowChange[]
  readonly offsets: readonly OffsetChange[]
  /** Cells whose text cannot be saved. */
  readonly wrong: number
}

type Found = { readonly prices: Change[]; readonly rows: RowChange[]; readonly offsets: OffsetChange[]; wrong: number }

/** Adds what one cell would change. */
const addChange = (found: Found, row: SheetRow, column: ColumnId, edits: Edits): void => {
  const typed = edits.get(cellId(row, column))
  if (typed === undefined) return
  const read = readCell(row, column, typed, edits)
  if (!read.ok) {
    found.wrong += 1
    return
  }
  const [before, after] = [savedText(row, column), read.text]
  if (isPankou(column)) {
    const edit = { playCode: row.play.code, key: row.key, pankou: column, quote: read.quote }
    for (const change of changedOdds(({ pankou }) => row.quotes[pankou], [edit]))
      found.prices.push({ ...change, row, loses: edgeAt(row, column, read.quote).loses })
  } else if (before !== after) {
    if (column === 'offset') found.offsets.push({ row, before, after, offset: read.offset })
    else found.rows.push({ row, column, before, after })
  }
}

/** What a save would change. */
export const changesOf = (rows: readonly SheetRow[], edits: Edits): Changes => {
  const found: Found = { prices: [], rows: [], offsets: [], wrong: 0 }
  if (edits.size === 0) return found
  for (const row of rows)
    for (const column of [...BASE_COLUMNS, 'offset' as const]) addChange(found, row, column, edits)
  return found
}

export const countOf = ({ prices, rows, offsets }: Changes): number => prices.length + rows.length + offsets.length

type WirePrice = {
  readonly playCode: string
  readonly key: string
  readonly pankou: Pankou
  quote?: string | Record<string, string>
  floor?: string
  open?: boolean
}

/** The changed prices as the call takes them: one for each price key and pankou. */
export const onWire = ({ prices, rows }: Pick<Changes, 'prices' | 'rows'>): readonly WirePrice[] => {
  const all = new Map<string, WirePrice>()
  const at = (row: SheetRow, pankou: Pankou): WirePrice => {
    const name = `${row.id} ${pankou}`
    const price = all.get(name) ?? { playCode: row.play.code, key: row.key, pankou }
    all.set(name, price)
    return price
  }
  for (const { row, pankou, quote } of prices)
    at(row, pankou).quote = formatQuote(row.play, row.key, quote) as string | Record<string, string>
  for (const { row, column, after } of rows)
    for (const pankou of PANKOU) {
      if (column === 'floor') at(row, pankou).floor = after
      else at(row, pankou).open = OPEN_TEXTS.get(after) ?? true
    }
  return [...all.values()]
}

/** Groups that have prices of their own; 过关 takes those of 正码1-6. */
export const pricedGroups = (groups: readonly PlayGroup[], rows: readonly SheetRow[]): readonly PlayGroup[] =>
  groups.filter(({ id }) => rows.some(({ play }) => play.groupId === id))

const SHOWN_DECIMALS = 3

/** A price with as many decimals as those above and below it; anything else as it is. */
export const padded = (text: string): string => {
  const read = /^\d+(?:\.(\d+))?$/.exec(text)
  if (!read) return text
  return read[1] === undefined
    ? `${text}.${'0'.repeat(SHOWN_DECIMALS)}`
    : text + '0'.repeat(Math.max(0, SHOWN_DECIMALS - read[1].length))
}
