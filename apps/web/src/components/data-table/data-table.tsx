import '../../ui/page/table.css'
import '../../ui/page/list-page.css'
import '../../ui/page/data-table.css'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useRoving } from '../../ui/hooks/use-roving.ts'
import { type ColumnDrag, useColumnDrag } from './column-drag.ts'
import { ColumnGrip } from './column-grip.tsx'
import { headRuns, placed, resized, rowAfter } from './columns-model.ts'
import { sameControl, takesArrows, useRowStops } from './use-row-stops.ts'
import type { Column, Table } from './use-table.ts'

export type Sort = { readonly columnName: string; readonly direction: 0 | 1 }

type Props<Row, Context> = {
  readonly label: string
  readonly table: Table<Row, Context>
  /** The column that is fixed at the left and cannot be hidden. */
  readonly first: Omit<Column<Row, Context>, 'name' | 'group'>
  /** Shown before the first column's title, such as a checkbox for all rows. */
  readonly firstHead?: ReactNode
  readonly rows: readonly Row[]
  readonly context: Context
  readonly keyOf: (row: Row) => string
  /** Data attributes by which tests and styles find a row. */
  readonly dataOf?: (row: Row) => { readonly [name: `data-${string}`]: string } & { readonly className?: string }
  readonly sort?: Sort | null
  readonly onSort?: (columnName: string) => void
  /** The row of sums, and the label in its first column. */
  readonly total?: { readonly row: Row; readonly label: ReactNode } | null
  readonly dim?: boolean
  readonly className?: string | undefined
}

const MARKS = ['↑', '↓'] as const

const classesOf = ({
  left,
  strong,
  edge,
  pinEnd,
}: Pick<Column<never>, 'left' | 'strong' | 'edge' | 'pinEnd'>): string =>
  [left ? 'left' : '', strong ? 'strong' : '', edge ? 'edge' : '', pinEnd ? 'pin-end' : '']
    .filter((name) => name !== '')
    .join(' ')

type Widths = Readonly<Record<string, number>>

/** A column with a width of its own cuts what does not fit. */
const widthStyle = (px: number | undefined): CSSProperties | undefined =>
  px === undefined ? undefined : { width: px, minWidth: px, maxWidth: px, overflow: 'hidden', textOverflow: 'ellipsis' }

/** The widths that the user has chosen, or is dragging. */
const useWidths = <Row, Context>({ choice, choose }: Table<Row, Context>) => {
  const [dragged, setDragged] = useState<Widths>({})
  return {
    widths: { ...choice.widths, ...dragged },
    drag: (name: string, px: number): void => setDragged({ [name]: px }),
    set: (name: string, px: number | null): void => {
      setDragged({})
      choose(resized(choice, name, px))
    },
  }
}
type Sizing = ReturnType<typeof useWidths>

type HeadProps<Row, Context> = Pick<Props<Row, Context>, 'sort' | 'onSort'> & {
  /** Absent: width and place are not the user's. */
  readonly own?: { readonly name: string; readonly sizing: Sizing; readonly drag: ColumnDrag }
  readonly column: Omit<Column<Row, Context>, 'name' | 'group'>
  readonly rowSpan: 1 | 2
  readonly pinned?: boolean
  readonly before?: ReactNode
}

const HeadCell = <Row, Context>(props: HeadProps<Row, Context>): ReactNode => {
  const { column, sort, onSort, rowSpan, pinned, before, own } = props
  const name = column.sort
  const px = own?.sizing.widths[own.name]
  const on = name !== undefined && sort?.columnName === name ? sort.direction : null
  return (
    <th
      scope="col"
      rowSpan={rowSpan}
      className={`${classesOf(column)}${pinned ? ' pin edge' : ''}`}
      title={column.help}
      aria-sort={on === null ? undefined : on === 1 ? 'descending' : 'ascending'}
      // The grip stands over the edge, so the head itself cuts nothing.
      style={px === undefined ? undefined : { width: px, minWidth: px, maxWidth: px }}
      {...own?.drag.propsOf(own.name)}
    >
      {before === undefined ? null : <>{before} </>}
      {name === undefined || !onSort ? (
        column.title
      ) : (
        <button type="button" className="sort-button" onClick={() => onSort(name)}>
          {column.title} {on === null ? '' : MARKS[on]}
        </button>
      )}
      {own === undefined ? null : (
        <ColumnGrip
          title={column.title}
          onDrag={(to) => own.sizing.drag(own.name, to)}
          onWidth={(to) => own.sizing.set(own.name, to)}
        />
      )}
    </th>
  )
}

const Head = <Row, Context>(props: Props<Row, Context> & { readonly sizing: Sizing }): ReactNode => {
  const { table, first, firstHead, sort = null, onSort, sizing } = props
  const sorting = onSort ? { sort, onSort } : {}
  const runs = headRuns(table.shown)
  const grouped = runs.some(({ group }) => group !== null)
  const byName = new Map(table.shown.map((column) => [column.name, column]))
  const drag = useColumnDrag((name, target) => {
    if (table.ready) table.choose(placed(table.all, table.choice, name, target))
  })
  return (
    <thead ref={useRoving<HTMLTableSectionElement>()}>
      <tr>
        <HeadCell
          column={{ ...first, left: true }}
          {...sorting}
          rowSpan={grouped ? 2 : 1}
          pinned
          {...(firstHead === undefined ? {} : { before: firstHead })}
        />
        {runs.map(({ group, count, first: name }) => {
          const column = byName.get(name)
          if (group === null && column)
            return (
              <HeadCell
                key={name}
                column={column}
                {...sorting}
                rowSpan={grouped ? 2 : 1}
                own={{ name, sizing, drag }}
              />
            )
          return (
            <th key={name} scope="colgroup" colSpan={count} className="edge">
              {group}
            </th>
          )
        })}
      </tr>
      {grouped ? (
        <tr>
          {table.shown
            .filter(({ group }) => group !== undefined)
            .map((column) => (
              <HeadCell
                key={column.name}
                column={column}
                {...sorting}
                rowSpan={1}
                own={{ name: column.name, sizing, drag }}
              />
            ))}
        </tr>
      ) : null}
    </thead>
  )
}

/**
 * Arrows, Home and End move between the rows, from a control of a row to the same one of the other row; Enter on a row
 * presses its first link or button.
 */
const onRowKey = (event: KeyboardEvent<HTMLTableSectionElement>, go: (row: number) => void): void => {
  const { target } = event
  if (!(target instanceof HTMLElement) || event.defaultPrevented || takesArrows(target)) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const rows = [...event.currentTarget.rows]
  const row = target.closest('tr')
  if (row === null) return
  if (event.key === 'Enter') {
    if (target !== row) return
    row.querySelector<HTMLElement>('a, button')?.click()
    event.preventDefault()
    return
  }
  const at = rowAfter(event.key, rows.indexOf(row), rows.length)
  const next = at === null ? undefined : rows[at]
  if (at === null || !next) return
  event.preventDefault()
  go(at)
  sameControl(target, row, next).focus()
  next.scrollIntoView({ block: 'nearest' })
}

/**
 * The table of every list: sticky header, first column and total, the user's own columns, sorting on the server,
 * and rows with keyboard navigation.
 */
export const DataTable = <Row, Context>(props: Props<Row, Context>): ReactNode => {
  const { label, table, first, rows, context, keyOf, dataOf, total = null, dim = false } = props
  const [held, setHeld] = useState(0)
  const sizing = useWidths(table)
  const active = Math.min(held, Math.max(0, rows.length - 1))
  const body = useRowStops(active)
  return (
    <section
      className={`table-scroll data-scroll ${props.className ?? ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
      tabIndex={0}
      aria-label={label}
      data-dim={dim || undefined}
    >
      <table className="table data-table">
        <Head {...props} sizing={sizing} />
        <tbody
          ref={body}
          onKeyDown={(event) => onRowKey(event, setHeld)}
          onFocus={(event) => {
            const row = event.target.closest('tr')
            if (row) setHeld([...event.currentTarget.rows].indexOf(row))
          }}
        >
          {rows.map((row, at) => (
            <tr key={keyOf(row)} {...dataOf?.(row)} tabIndex={at === active ? 0 : -1}>
              <th scope="row" className={`left pin edge${first.strong ? ' strong' : ''}`}>
                {first.cell(row, context)}
              </th>
              {table.shown.map((column) => (
                <td key={column.name} className={classesOf(column)} style={widthStyle(sizing.widths[column.name])}>
                  {column.cell(row, context)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total ? (
          <tfoot>
            <tr data-kind="total">
              <th scope="row" className="left pin edge">
                {total.label}
              </th>
              {table.shown.map((column) => (
                <td key={column.name} className={classesOf(column)} style={widthStyle(sizing.widths[column.name])}>
                  {column.cell(total.row, context)}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}
