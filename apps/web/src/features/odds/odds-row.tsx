import { oddsText as quoteText } from '@strata/domain/games/odds-edit'
import { sameQuote } from '@strata/domain/games/price'
import type { Odds } from '@strata/domain/money'
import { PANKOU, type Pankou } from '@strata/domain/pankou'
import { memo, type ReactNode } from 'react'
import { oddsText as words } from '../../text/zh-CN/rooms/odds.ts'
import css from './odds-grid.module.css'
import {
  type ColumnId,
  cellId,
  droppedQuote,
  type EdgeView,
  type Edits,
  edgeAt,
  memberQuote,
  openAt,
  quoteAt,
  readCell,
  type SheetRow,
  savedText,
  zerosAfter,
} from './odds-model.ts'

export type SheetMode = 'base' | 'offset'

export const columnName = (column: ColumnId): string =>
  column === 'offset' || column === 'floor' || column === 'open'
    ? words.columnNames[column]
    : words.columns.pankou(column)

type Shared = {
  readonly row: SheetRow
  readonly index: number
  readonly columns: readonly ColumnId[]
  /** The texts typed in this row, in the order of the columns; null: not typed. */
  readonly typed: string
  readonly active: number
  /** The selected columns of this row; -1: none. */
  readonly from: number
  readonly to: number
}

type RowProps = Shared & {
  readonly mode: SheetMode
  readonly top: number
  readonly height: number
  /** The field of the cell that is being typed into. */
  readonly field: ReactNode
}

/** The id of a cell's element. */
export const cellElement = ({ row, column }: { readonly row: number; readonly column: number }): string =>
  `odds-${row}-${column}`

const SEPARATOR = '\t'
const NOT_TYPED = '\n'

/** The texts typed in a row as one value, so that a row is drawn again only when one of its own changes. */
export const typedIn = (row: SheetRow, columns: readonly ColumnId[], edits: Edits): string =>
  columns.map((column) => (edits.size > 0 ? edits.get(cellId(row, column)) : undefined) ?? NOT_TYPED).join(SEPARATOR)

const editsOf = ({ row, columns, typed }: Pick<Shared, 'row' | 'columns' | 'typed'>): Edits =>
  new Map(
    typed.split(SEPARATOR).flatMap((text, at) => {
      const column = columns[at]
      return text === NOT_TYPED || column === undefined ? [] : [[cellId(row, column), text] as const]
    }),
  )

const Edge = ({ edge }: { readonly edge: EdgeView }): ReactNode => (
  <td className={edge.loses ? `${css.edge} ${css.loses}` : css.edge}>{edge.text}</td>
)

type CellProps = Shared & {
  readonly column: ColumnId
  readonly at: number
  readonly edits: Edits
  readonly field: ReactNode
}

const marksOf = ({ at, active, from, to }: Pick<CellProps, 'at' | 'active' | 'from' | 'to'>): string[] => [
  at >= from && at <= to ? (css.in ?? '') : '',
  at === active ? (css.active ?? '') : '',
]

/** A cell that can be typed into: the saved value struck through beside the new one. */
const EditCell = (props: CellProps): ReactNode => {
  const { row, index, column, at, edits, active, field } = props
  const typed = edits.get(cellId(row, column))
  const saved = savedText(row, column)
  const read = typed === undefined ? null : readCell(row, column, typed, edits)
  const wrong = read !== null && !read.ok
  const letter = PANKOU.find((one) => one === column)
  const loses = letter !== undefined && edgeAt(row, letter, quoteAt(row, letter, edits)).loses
  const marks = [css.cell, ...marksOf(props), typed === undefined ? '' : css.changed, wrong ? css.wrong : '']
  return (
    <td
      id={cellElement({ row: index, column: at })}
      data-place={`${index}:${at}`}
      data-changed={typed === undefined ? undefined : true}
      data-zeros={at === active && field !== null ? undefined : zerosAfter(typed ?? saved)}
      className={`${marks.join(' ')} ${loses ? css.loses : ''}`}
      title={wrong ? words.problems[read.problem] : undefined}
      aria-invalid={wrong}
      aria-label={`${words.cell(row.play.name, row.name, columnName(column))} ${typed ?? saved}`}
    >
      {at === active && field !== null ? (
        field
      ) : (
        <>
          {typed === undefined ? null : <s>{saved}</s>} {typed ?? saved}
        </>
      )}
    </td>
  )
}

const Seen = ({
  row,
  letter,
  edits,
}: {
  readonly row: SheetRow
  readonly letter: Pankou
  readonly edits: Edits
}): ReactNode => {
  const seen = memberQuote(row, letter, edits)
  const differs = !sameQuote(seen, row.quotes[letter])
  return (
    <>
      <td className={css.seen} data-zeros={zerosAfter(quoteText(seen))}>
        {differs ? <s>{quoteText(row.quotes[letter])}</s> : null} {quoteText(seen)}
      </td>
      <Edge edge={edgeAt(row, letter, seen)} />
    </>
  )
}

const Dropped = ({ row, quote }: { readonly row: SheetRow; readonly quote: readonly Odds[] }): ReactNode => {
  const now = droppedQuote(row, quote)
  const dropped = row.drops.length > 0 && !sameQuote(now, quote)
  const by = row.drops.reduce((sum, { drop }) => sum + drop, 0n)
  return (
    <>
      <td className={dropped ? css.drop : css.aside}>{dropped ? `-${quoteText([by as Odds])}` : '—'}</td>
      <td data-zeros={zerosAfter(quoteText(now))}>{quoteText(now)}</td>
    </>
  )
}

const BaseCells = (props: Shared & { readonly edits: Edits; readonly field: ReactNode }): ReactNode => (
  <>
    {PANKOU.map((letter, at) => {
      const quote = quoteAt(props.row, letter, props.edits)
      return [
        <EditCell key={letter} {...props} column={letter} at={at} />,
        <Edge key={`${letter} edge`} edge={edgeAt(props.row, letter, quote)} />,
      ]
    })}
    {(['floor', 'open'] as const).map((column, at) => (
      <EditCell key={column} {...props} column={column} at={PANKOU.length + at} />
    ))}
    <Dropped row={props.row} quote={quoteAt(props.row, 'A', props.edits)} />
  </>
)

const OffsetCells = (props: Shared & { readonly edits: Edits; readonly field: ReactNode }): ReactNode => (
  <>
    <EditCell {...props} column="offset" at={0} />
    {PANKOU.map((letter) => (
      <Seen key={letter} row={props.row} letter={letter} edits={props.edits} />
    ))}
  </>
)

/** One price key with its four prices and edges. */
export const OddsRow = memo((props: RowProps): ReactNode => {
  const { row, index, mode, top, height, field, columns, typed, active, from, to } = props
  const edits = editsOf(props)
  const shared = { row, index, columns, typed, active, from, to, edits, field }
  return (
    <tr
      aria-rowindex={index + 3}
      className={`${css.line} ${mode === 'base' ? css.base : css.offset}`}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <th scope="row" className={css.name}>
        {row.name}
        {openAt(row, edits) ? null : <i className="tag tag-warn">{words.closed}</i>}
      </th>
      <td className={css.probability}>{row.probability}</td>
      {mode === 'base' ? <BaseCells {...shared} /> : <OffsetCells {...shared} />}
    </tr>
  )
})
OddsRow.displayName = 'OddsRow'
