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
  type EdgeView,
  type Edits,
  edgeAt,
  memberQuote,
  NO_EDITS,
  openAt,
  padded,
  quoteAt,
  readCell,
  type SheetRow,
} from './odds-model.ts'
import { droppedTexts, labelOf, savedDrop, savedTexts, shownAs } from './odds-texts.ts'

export type SheetMode = 'base' | 'offset'

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
const NONE_TYPED = ''

/** The texts typed in a row as one value, so that a row is drawn again only when one of its own changes. */
export const typedIn = (row: SheetRow, columns: readonly ColumnId[], edits: Edits): string => {
  if (edits.size === 0) return NONE_TYPED
  const texts = columns.map((column) => edits.get(cellId(row, column)) ?? NOT_TYPED)
  return texts.every((text) => text === NOT_TYPED) ? NONE_TYPED : texts.join(SEPARATOR)
}

const editsOf = ({ row, columns, typed }: Pick<Shared, 'row' | 'columns' | 'typed'>): Edits =>
  typed === NONE_TYPED ? NO_EDITS : editsIn({ row, columns, typed })

const editsIn = ({ row, columns, typed }: Pick<Shared, 'row' | 'columns' | 'typed'>): Edits =>
  new Map(
    typed.split(SEPARATOR).flatMap((text, at) => {
      const column = columns[at]
      return text === NOT_TYPED || column === undefined ? [] : [[cellId(row, column), text] as const]
    }),
  )

/** A text, beside what it was before. Alone it is one node of text. */
const Change = ({ before, text }: { readonly before: string | null; readonly text: string }): ReactNode =>
  before === null ? (
    text
  ) : (
    <>
      <s>{before}</s> {text}
    </>
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
  const typed = edits.size === 0 ? undefined : edits.get(cellId(row, column))
  const saved = savedTexts(row, column)
  const read = typed === undefined ? null : readCell(row, column, typed, edits)
  const wrong = read !== null && !read.ok
  const letter = PANKOU.find((one) => one === column)
  const loses = letter !== undefined && edgeAt(row, letter, quoteAt(row, letter, edits)).loses
  const marks = [css.cell, ...marksOf(props), typed === undefined ? '' : css.changed, wrong ? css.wrong : '']
  return (
    <td
      // Only the active cell is named by its id. A changed id has the style of its element worked out again.
      id={at === active ? cellElement({ row: index, column: at }) : undefined}
      data-place={`${index}:${at}`}
      data-changed={typed === undefined ? undefined : true}
      className={`${marks.join(' ')} ${loses ? css.loses : ''}`}
      title={wrong ? words.problems[read.problem] : undefined}
      aria-invalid={wrong}
      aria-label={typed === undefined ? saved.label : labelOf(row, column, typed)}
    >
      {at === active && field !== null ? (
        field
      ) : (
        <Change
          before={typed === undefined ? null : saved.text}
          text={typed === undefined ? saved.shown : shownAs(column, typed)}
        />
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
      <td className={css.seen}>
        <Change before={differs ? quoteText(row.quotes[letter]) : null} text={padded(quoteText(seen))} />
      </td>
      <Edge edge={edgeAt(row, letter, seen)} />
    </>
  )
}

const Dropped = ({ row, quote }: { readonly row: SheetRow; readonly quote: readonly Odds[] }): ReactNode => {
  const { by, now } = quote === row.quotes.A ? savedDrop(row) : droppedTexts(row, quote)
  return (
    <>
      <td className={by === null ? css.aside : css.drop}>{by ?? '—'}</td>
      <td>{now}</td>
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
