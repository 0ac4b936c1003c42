import { PANKOU } from '@strata/domain/pankou'
import { type ReactNode, useRef } from 'react'
import { oddsText as words } from '../../text/zh-CN/rooms/odds.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import type { Range } from '../../ui/matrix/matrix-model.ts'
import { CellField } from './cell-field.tsx'
import css from './odds-grid.module.css'
import type { Edits, Line } from './odds-model.ts'
import { cellElement, OddsRow, type SheetMode, typedIn } from './odds-row.tsx'
import { type GridParts, type Selection, type Shown, selectedRange, useOddsGrid } from './use-odds-grid.ts'

type Props = GridParts & {
  readonly mode: SheetMode
  readonly lines: readonly Line[]
  readonly edits: Edits
  /** The commission beside the pankou, if it is the same in all rows shown. */
  readonly commission: readonly string[]
}

const Head = ({ mode, commission }: Pick<Props, 'mode' | 'commission'>): ReactNode => {
  const of = words.columns
  const lined = `${css.line} ${mode === 'base' ? css.base : css.offset}`
  return (
    <thead className={css.head}>
      <tr className={lined}>
        <th scope="col" className={css.name}>
          {of.item}
        </th>
        <Title title={of.probability} />
        {mode === 'offset' ? <Title title={of.offset} /> : null}
        {PANKOU.map((letter, at) => (
          <th key={letter} scope="colgroup" colSpan={2} className={css.pankou}>
            <b>{of.pankou(letter)}</b>
            <small>{commission[at] === undefined ? '' : of.commission(commission[at])}</small>
          </th>
        ))}
        {mode === 'base'
          ? [of.floor, of.open, of.drop, of.dropped].map((title) => <Title key={title} title={title} />)
          : null}
      </tr>
      <tr className={`${lined} ${css.second}`}>
        <td className={css.name} colSpan={mode === 'base' ? 2 : 3} />
        {PANKOU.map((letter) => [
          <Title key={letter} title={mode === 'base' ? of.odds : of.seen} />,
          <Title key={`${letter} edge`} title={of.edge} />,
        ])}
      </tr>
    </thead>
  )
}

const Title = ({ title }: { readonly title: string }): ReactNode => <th scope="col">{title}</th>

const NO_RANGE: Range = { from: { row: -1, column: -1 }, to: { row: -1, column: -1 } }

type LinesProps = Pick<Props, 'mode' | 'columns' | 'edits'> & {
  readonly shown: readonly (Shown & { readonly of: Line })[]
  readonly height: number
  readonly selection: Selection | null
  readonly grid: ReturnType<typeof useOddsGrid>
}

type PlayProps = { readonly line: Line & { kind: 'head' }; readonly top: number; readonly height: number }

const PlayHead = ({ line: { play }, top, height }: PlayProps): ReactNode => (
  <tr className={css.play} style={{ transform: `translateY(${top}px)`, height }}>
    <th scope="rowgroup">
      <b>{play.name}</b>
      {play.tiers.length > 1 ? <small>{play.tiers.map(({ name }) => name).join(' / ')}</small> : null}
    </th>
  </tr>
)

const Lines = ({ shown, height, selection, grid, mode, columns, edits }: LinesProps): ReactNode => {
  const range = selection === null ? NO_RANGE : selectedRange(selection)
  return shown.map(({ line: at, slot, of }) => {
    if (of.kind === 'head') return <PlayHead key={`head ${of.play.code}`} line={of} top={at * height} height={height} />
    const { row, index } = of
    const isIn = index >= range.from.row && index <= range.to.row
    const isActive = selection !== null && selection.active.row === index
    return (
      <OddsRow
        key={slot}
        row={row}
        index={index}
        mode={mode}
        columns={columns}
        typed={typedIn(row, columns, edits)}
        top={at * height}
        height={height}
        active={isActive ? selection.active.column : -1}
        from={isIn ? range.from.column : -1}
        to={isIn ? range.to.column : -2}
        field={isActive && grid.typing !== null ? <CellField typing={grid.typing} onDone={grid.typed} /> : null}
      />
    )
  })
}

/**
 * Prices as a spreadsheet. Only the rows in view are in the page; the grid itself has the focus and names the active
 * cell.
 */
export const OddsGrid = (props: Props): ReactNode => {
  const { mode, lines, rows, columns, selection, edits, commission } = props
  const height = useMedia(MOBILE) ? 34 : 25
  const box = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const grid = useOddsGrid({ box, table }, { ...props, height })
  const shown = grid.shown(lines.length).flatMap((one) => {
    const of = lines[one.line]
    return of ? [{ ...one, of }] : []
  })
  return (
    <div
      ref={box}
      className={grid.isNarrow ? `${css.grid} ${css.narrow}` : css.grid}
      data-part="odds-grid"
      onScroll={grid.onScroll}
    >
      <table
        ref={table}
        // A table whose cells are edited in place is what the grid pattern is for.
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
        role="grid"
        tabIndex={0}
        className={css.table}
        aria-label={words.label}
        aria-rowcount={rows.length + 2}
        {...(selection === null ? {} : { 'aria-activedescendant': cellElement(selection.active) })}
        {...grid.handlers}
      >
        <Head mode={mode} commission={commission} />
        <tbody className={css.body} style={{ height: lines.length * height }}>
          <Lines
            shown={shown}
            height={height}
            selection={selection}
            grid={grid}
            mode={mode}
            columns={columns}
            edits={edits}
          />
        </tbody>
      </table>
      {rows.length === 0 ? <p className="message-line">{words.emptyFound}</p> : null}
    </div>
  )
}
