import type { ResponseOf } from '@strata/contract/endpoint'
import type * as book from '@strata/contract/endpoints/book'
import { addAmounts, permille, readAmount, signOf } from '../../../lib/amount.ts'

type SpecialAnswer = ResponseOf<typeof book.specialNumbers>
type CommonAnswer = ResponseOf<typeof book.boardCommon>
type WireRow = CommonAnswer['rows'][number]
type MultiAnswer = ResponseOf<typeof book.multiCommon>

/** A row of any board; rows of the special number also have the part of each play. */
export type BoardRow = WireRow & {
  readonly plays?: SpecialAnswer['rows'][number]['plays']
  /** How often its stakes have changed since the board was opened; absent: never. */
  readonly moves?: number
}
/** What stays of a row while its figures change. */
export type BoardItem = Pick<BoardRow, 'playCode' | 'itemCode' | 'itemName'>
export type Board = Omit<CommonAnswer, 'rows'> & {
  readonly rows: readonly BoardRow[]
  /** For combinations: their order, how many match, and the exposure of each play and each single number. */
  readonly combinations?: Pick<MultiAnswer, 'matching' | 'order' | 'plays' | 'numbers'>
}
export type AmountMode = 'total' | 'held' | 'net'
export type BoardSort = 'item' | 'amount' | 'result' | 'count'

export const rowKey = (row: { readonly playCode: string; readonly itemCode: string }): string =>
  `${row.playCode}|${row.itemCode}`

/** More is held than the limit allows: the excess could not be sent, or the limit was set later. */
export const isOverHold = (row: Pick<WireRow, 'net' | 'holdLimit'>): boolean =>
  row.holdLimit !== undefined && row.holdLimit !== null && readAmount(row.net) > readAmount(row.holdLimit)

/** Nothing is held on the number itself, and yet it loses: its loss comes from the other plays that it decides. */
export const isOfOtherPlays = (row: Pick<BoardRow, 'plays' | 'net' | 'netAmount'>): boolean =>
  row.plays !== undefined && signOf(row.net) === 0 && signOf(row.netAmount) < 0

/** The stake in the chosen mode. */
export const stakeOf = (row: Pick<WireRow, 'betAmount' | 'held' | 'net'>, mode: AmountMode): string =>
  mode === 'total' ? row.betAmount : mode === 'held' ? row.held : row.net

const movedStake = (before: BoardRow, after: WireRow): boolean =>
  before.betAmount !== after.betAmount || before.net !== after.net || before.out !== after.out || before.in !== after.in

/**
 * Merges the changed rows of an answer into the board; unchanged rows stay the same objects, so that their cells do
 * not render.
 */
export const mergeBoard = (held: Board | undefined, answer: Board): Board => {
  if (!held || held.period.periodNo !== answer.period.periodNo) return answer
  const changed = new Map(answer.rows.map((row) => [rowKey(row), row]))
  const rows = held.rows.map((row): BoardRow => {
    const next = changed.get(rowKey(row))
    if (!next) return row
    changed.delete(rowKey(row))
    if (movedStake(row, next)) return { ...next, moves: (row.moves ?? 0) + 1 }
    if (sameRow(row, next)) return row
    return row.moves === undefined ? next : { ...next, moves: row.moves }
  })
  return { ...answer, rows: [...rows, ...changed.values()] }
}

/** The board of an answer about combinations. */
export const combinationBoard = (answer: MultiAnswer): Board => {
  const { matching, order, plays, numbers, ...board } = answer
  return { ...board, combinations: { matching, order, plays, numbers } }
}

/**
 * The same for combinations, of which only the top is shown, in the answer's order; null: the top has a new
 * combination, so the whole list must be read.
 */
export const mergeCombinations = (held: Board | undefined, answer: Board): Board | null => {
  const merged = mergeBoard(held, answer)
  const byKey = new Map(merged.rows.map((row) => [rowKey(row), row]))
  const keys = (answer.combinations?.order ?? []).map((name) => name.replace(' ', '|'))
  const rows = keys.flatMap((key) => byKey.get(key) ?? [])
  return rows.length === keys.length ? { ...merged, rows } : null
}

const sameRow = (before: BoardRow, after: BoardRow): boolean => {
  const { moves: _, ...facts } = before
  return JSON.stringify(facts) === JSON.stringify(after)
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** Rows in the chosen order: the game's layout, by stake or count (largest first) or by result (worst first). */
export const sortRows = (rows: readonly BoardRow[], sort: BoardSort, mode: AmountMode): readonly BoardRow[] => {
  if (sort === 'item') return rows
  if (sort === 'amount')
    return rows.toSorted((a, b) => compare(readAmount(stakeOf(b, mode)), readAmount(stakeOf(a, mode))))
  if (sort === 'count') return rows.toSorted((a, b) => b.betCount - a.betCount)
  return rows.toSorted((a, b) => compare(readAmount(a.netAmount), readAmount(b.netAmount)))
}

/** Shades have this many thousandths between them: finer ones nobody sees, and every bet would change every cell. */
const SHADE_STEP = 25

/**
 * Each row's loss relative to the largest loss, in thousandths and in steps; 0 for rows without a loss, at least one
 * step with one.
 */
export const shades = (rows: readonly BoardRow[]): ReadonlyMap<string, number> => {
  let worst = 0n
  for (const row of rows) {
    const result = readAmount(row.netAmount)
    if (result < worst) worst = result
  }
  return new Map(
    rows.map((row) => {
      const result = readAmount(row.netAmount)
      return [rowKey(row), result < 0n ? stepped(permille(result, worst)) : 0]
    }),
  )
}

const stepped = (value: number): number => Math.max(1, Math.round(value / SHADE_STEP)) * SHADE_STEP

/** Whether nothing of the period can be replenished any more; `now` in ms. */
export const isReplenishOver = ({ state, hedgeCloseAt }: Board['period'], now: number): boolean =>
  (state !== 'open' && state !== 'closed') || now >= hedgeCloseAt

export const worstRows = (rows: readonly BoardRow[], count: number): readonly BoardRow[] =>
  sortRows(rows, 'result', 'net').slice(0, count)

/** A quote as one line, with tiers and legs joined. */
export const showOdds = (quote: WireRow['odds']): string =>
  typeof quote === 'string' ? quote : Object.values(quote).join(' / ')

/** Totals of the shown rows, for pages that show a part of the answer. */
export const totalsOf = (rows: readonly BoardRow[]): Board['totals'] => {
  const sum = (figure: 'betAmount' | 'held' | 'in' | 'out' | 'through' | 'pending' | 'net'): string =>
    addAmounts(rows.map((row) => row[figure]))
  const ordered = sortRows(rows, 'result', 'net')
  return {
    betCount: rows.reduce((count, row) => count + row.betCount, 0),
    betAmount: sum('betAmount'),
    held: sum('held'),
    in: sum('in'),
    out: sum('out'),
    through: sum('through'),
    pending: sum('pending'),
    net: sum('net'),
    best: ordered.at(-1)?.netAmount ?? null,
    worst: ordered[0]?.netAmount ?? null,
  }
}

/** The figures of a tab or section: stake in the mode, worst result, most serious warning. */
export type RowsFigures = { readonly stake: string; readonly worst: string | null; readonly warn: number }

export const figuresOf = (rows: readonly BoardRow[], mode: AmountMode): RowsFigures => ({
  stake: addAmounts(rows.map((row) => stakeOf(row, mode))),
  worst:
    sortRows(
      rows.filter((row) => row.betCount > 0 || readAmount(row.net) !== 0n),
      'result',
      mode,
    )[0]?.netAmount ?? null,
  warn: rows.reduce((gravest, row) => Math.max(gravest, row.warn), 0),
})

export const rowsOfPlays = (rows: readonly BoardRow[], plays: readonly string[]): readonly BoardRow[] =>
  plays.flatMap((code) => rows.filter((row) => row.playCode === code))
