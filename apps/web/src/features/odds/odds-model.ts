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
import { formatQuote, parseOdds, type WireQuote } from '@strata/domain/games/price'
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

export type Matrix = Answer<'admin.oddsMatrix'>
type MatrixRow = Matrix['prices'][number]
/** A column that can be edited: a pankou's price, or the difference of a merchant. */
export type ColumnId = Pankou | 'offset'

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

export const savedText = (row: SheetRow, column: ColumnId): string =>
  column === 'offset' ? offsetText(row.offset) : oddsText(row.quotes[column])

export type CellProblem = CellRefusal | 'raises' | 'belowFloor'
type CellRead =
  | { readonly ok: true; readonly text: string; readonly quote: readonly Odds[]; readonly offset: bigint }
  | { readonly ok: false; readonly problem: CellProblem }

/** What a text means in a cell. */
export const readCell = (row: SheetRow, column: ColumnId, text: string): CellRead => {
  if (column === 'offset') {
    const offset = readOffset(text)
    if (!offset.ok) return { ok: false, problem: offset.refusal }
    return { ok: true, text: offsetText(offset.value), quote: [], offset: offset.value }
  }
  const read = readOddsText(row.play, text)
  if (!read.ok) return { ok: false, problem: read.refusal }
  if (read.value.some((part) => part < row.floor)) return { ok: false, problem: 'belowFloor' }
  return { ok: true, text: oddsText(read.value), quote: read.value, offset: 0n }
}

export type CellText = { readonly row: SheetRow; readonly column: ColumnId; readonly text: string }

/** The edits after some more of them. An emptied cell returns to its saved value. */
export const withTexts = (edits: Edits, texts: readonly CellText[]): Edits => {
  const next = new Map(edits)
  for (const { row, column, text } of texts) {
    const id = cellId(row, column)
    const typed = text.trim()
    const read = readCell(row, column, typed)
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
  const typed = edits.get(cellId(row, column))
  const read = typed === undefined ? null : readCell(row, column, typed)
  return read?.ok ? read.quote : row.quotes[column]
}

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

export type ShowOnly = 'all' | 'changed' | 'dropped' | 'edge'

/** Which rows pass each of the filters. */
export const passes = (row: SheetRow, edits: Edits, only: ShowOnly): boolean => {
  if (only === 'changed') return [...PANKOU, 'offset' as const].some((column) => edits.has(cellId(row, column)))
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
export type OffsetChange = {
  readonly row: SheetRow
  readonly before: string
  readonly after: string
  readonly offset: bigint
}
export type Changes = {
  readonly prices: readonly Change[]
  readonly offsets: readonly OffsetChange[]
  /** Cells whose text cannot be saved. */
  readonly wrong: number
}

/** What a save would change. */
export const changesOf = (rows: readonly SheetRow[], edits: Edits): Changes => {
  const prices: Change[] = []
  const offsets: OffsetChange[] = []
  let wrong = 0
  if (edits.size === 0) return { prices, offsets, wrong }
  for (const row of rows) {
    for (const letter of PANKOU) {
      const typed = edits.get(cellId(row, letter))
      if (typed === undefined) continue
      const read = readCell(row, letter, typed)
      if (!read.ok) wrong += 1
      else {
        const edit = { playCode: row.play.code, key: row.key, pankou: letter, quote: read.quote }
        for (const change of changedOdds(({ pankou }) => row.quotes[pankou], [edit]))
          prices.push({ ...change, row, loses: edgeAt(row, letter, read.quote).loses })
      }
    }
    const typed = edits.get(cellId(row, 'offset'))
    if (typed === undefined) continue
    const read = readCell(row, 'offset', typed)
    if (!read.ok) wrong += 1
    else if (read.offset !== row.offset)
      offsets.push({ row, before: savedText(row, 'offset'), after: read.text, offset: read.offset })
  }
  return { prices, offsets, wrong }
}

/** A changed price as the call takes it. */
export const onWire = ({ row, pankou, quote }: Change) => ({
  playCode: row.play.code,
  key: row.key,
  pankou,
  quote: formatQuote(row.play, row.key, quote) as string | Record<string, string>,
})

/** Groups that have prices of their own; 过关 takes those of 正码1-6. */
export const pricedGroups = (groups: readonly PlayGroup[], rows: readonly SheetRow[]): readonly PlayGroup[] =>
  groups.filter(({ id }) => rows.some(({ play }) => play.groupId === id))
