import '../page/table.css'
import '../page/data-table.css'
import './field-table.css'
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { fieldOf, keyOf, kindOf } from './field-keys.ts'
import { stepOf } from './field-table-model.ts'
import { type CellEdit, filledDown, type Place, pasted, readSheet, type Size } from './matrix-model.ts'

const FIELDS = 'input:enabled, select:enabled, button:enabled'

/** The next field that can be used on the way from a cell; the last one if `far`. */
const nextField = (table: HTMLTableElement, cell: HTMLTableCellElement, step: ReturnType<typeof stepOf>) => {
  const body = table.tBodies[0]
  const row = cell.parentElement
  if (!step || !body || !(row instanceof HTMLTableRowElement)) return null
  let found: HTMLElement | null = null
  let [at, column] = [row.sectionRowIndex + step.rows, cell.cellIndex + step.columns]
  for (let next = body.rows[at]?.cells[column]; next; next = body.rows[at]?.cells[column]) {
    const field = next.querySelector<HTMLElement>(FIELDS)
    found = field ?? found
    if (field && !step.far) break
    at += step.rows
    column += step.columns
  }
  return found
}

/** The first column is the head of the row, so a place counts from the second. */
const placeOf = (cell: HTMLTableCellElement): Place | null => {
  const row = cell.parentElement
  return row instanceof HTMLTableRowElement && cell.cellIndex > 0
    ? { row: row.sectionRowIndex, column: cell.cellIndex - 1 }
    : null
}

type Props = {
  readonly label: string
  readonly className?: string | undefined
  readonly scrollClassName?: string | undefined
  readonly size: Size
  /** None of its fields can be used: the table itself is scrolled by keys. */
  readonly readOnly?: boolean
  /** The text of a cell for filling down; null: a cell without one. */
  readonly valueAt: (place: Place) => string | null
  /** Texts that were filled down or pasted. */
  readonly onEdit: (edits: readonly CellEdit[]) => void
  /** Head and body of the table; the first cell of a row is its head. */
  readonly children: ReactNode
}

const useKeys = ({ size, valueAt, onEdit, readOnly }: Props) => {
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const field = fieldOf(event.target)
    const cell = field?.closest<HTMLTableCellElement>('tbody td, tbody th')
    if (!field || !cell || event.nativeEvent.isComposing) return
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      event.preventDefault()
      const place = placeOf(cell)
      if (!place || place.row === 0 || valueAt({ ...place, row: place.row - 1 }) === null) return
      onEdit(filledDown({ from: place, to: place }, (from) => valueAt(from) ?? ''))
      return
    }
    const step = stepOf(keyOf(event, field))
    if (!step) return
    // Also at the edge: an arrow must not turn a choice there.
    if (kindOf(field) !== 'typed' || step.rows !== 0) event.preventDefault()
    const next = nextField(event.currentTarget, cell, step)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const field = fieldOf(event.target)
    const cell = field?.closest<HTMLTableCellElement>('tbody td')
    const place = cell ? placeOf(cell) : null
    const block = readSheet(event.clipboardData.getData('text/plain'))
    // A single text is pasted by the field itself.
    if (!place || readOnly || (block.length === 1 && block[0]?.length === 1)) return
    event.preventDefault()
    onEdit(pasted(block, { from: place, to: place }, size))
  }
  return { onKeyDown, onPaste }
}

/**
 * A table of fields of several kinds, with the habits of the matrices: heads and names stay, arrows, Enter, Home and End
 * move between fields of any kind, Ctrl+D takes the value above, and a block of a spreadsheet is pasted from its first
 * cell on. Space turns a switch and opens a choice.
 */
export const FieldTable = (props: Props): ReactNode => {
  const { label, className = '', scrollClassName = '', readOnly = false, children } = props
  const scrolled = readOnly ? ({ tabIndex: 0, role: 'region', 'aria-label': label } as const) : {}
  return (
    <div className={`table-scroll field-scroll ${scrollClassName}`} {...scrolled}>
      <table className={`table field-table ${className}`} aria-label={label} {...useKeys(props)}>
        {children}
      </table>
    </div>
  )
}
