import './matrix.css'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type CellEdit,
  clearedRange,
  filledDown,
  inRange,
  movedBy,
  type Place,
  pasted,
  rangeOf,
  readSheet,
  writeSheet,
} from './matrix-model.ts'

export type MatrixCell = {
  readonly value: string
  readonly changed: boolean
  readonly problem: string | null
}

type Head = { readonly key: string | number; readonly name: string; readonly node?: ReactNode }

type Props = {
  readonly label: string
  readonly corner: ReactNode
  readonly rows: readonly Head[]
  readonly columns: readonly Head[]
  /** Shown in an empty cell. */
  readonly blank: string
  readonly readonly: boolean
  readonly cellAt: (place: Place) => MatrixCell
  readonly onEdit: (edits: readonly CellEdit[]) => void
}

/** Digits, separators and signs start typing at once, as in a spreadsheet. */
const begins = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey

type Editing = { readonly at: Place; readonly text: string } | null

const useMatrix = ({ rows, columns, readonly, cellAt, onEdit }: Props) => {
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const [anchor, setAnchor] = useState<Place>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<Editing>(null)
  const grid = useRef<HTMLTableElement>(null)
  const size = { rows: rows.length, columns: columns.length }
  const range = rangeOf(anchor, active)
  const valueAt = (place: Place): string => cellAt(place).value
  // Focuses at once: a focus one frame later would replace characters typed meanwhile.
  const go = (to: Place, widen = false): void => {
    flushSync(() => {
      setActive(to)
      if (!widen) setAnchor(to)
      setEditing(null)
    })
    grid.current?.querySelector<HTMLElement>(`[data-place="${to.row}:${to.column}"]`)?.focus()
  }
  const keep = (): void => {
    if (editing) onEdit([{ ...editing.at, value: editing.text.trim() }])
    setEditing(null)
  }
  const commit = (to: Place): void => {
    keep()
    go(to)
  }
  const onTypingKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') go(active)
    else if (event.key === 'Enter' || event.key === 'Tab' || event.key === 'ArrowUp' || event.key === 'ArrowDown')
      commit(movedBy({ key: event.key, ctrl: false, shift: event.shiftKey }, active, size) ?? active)
    else return
    event.preventDefault()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (editing) {
      onTypingKey(event)
      return
    }
    const ctrl = event.ctrlKey || event.metaKey
    if (ctrl && event.key.toLowerCase() === 'd') {
      if (!readonly) onEdit(filledDown(range, valueAt))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (!readonly) onEdit(clearedRange(range))
    } else if (event.key === 'F2') {
      if (!readonly) setEditing({ at: active, text: valueAt(active) })
    } else if (begins(event) && event.key !== ' ') {
      if (readonly) return
      setEditing({ at: active, text: event.key })
    } else {
      const to = movedBy({ key: event.key, ctrl, shift: event.shiftKey }, active, size)
      if (!to) return
      go(to, event.shiftKey && event.key.startsWith('Arrow'))
    }
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent): void => {
    if (editing || readonly) return
    event.preventDefault()
    onEdit(pasted(readSheet(event.clipboardData.getData('text/plain')), range, size))
  }
  const onCopy = (event: ClipboardEvent): void => {
    if (editing) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', writeSheet(range, valueAt))
  }
  return { grid, active, range, editing, setEditing, go, keep, onKey, onPaste, onCopy }
}

type GridCellProps = {
  readonly props: Props
  readonly matrix: ReturnType<typeof useMatrix>
  readonly head: Head
  readonly row: number
  readonly at: number
}

/** The field of a cell that is being typed into. */
const CellInput = ({ label, matrix }: { readonly label: string } & Pick<GridCellProps, 'matrix'>): ReactNode => {
  const { editing, setEditing, keep } = matrix
  if (!editing) return null
  return (
    <input
      className="matrix-input"
      inputMode="decimal"
      aria-label={label}
      // The field appears because somebody began to type.
      // biome-ignore lint/a11y/noAutofocus: see above
      autoFocus
      // Selects the old content, so that typing replaces it; a digit that started the typing is not selected.
      onFocus={(event) => {
        if (editing.text.length > 1) event.currentTarget.select()
      }}
      value={editing.text}
      onChange={(event) => setEditing({ at: editing.at, text: event.currentTarget.value })}
      onBlur={keep}
    />
  )
}

const GridCell = ({ props, matrix, head, row, at }: GridCellProps): ReactNode => {
  const { columns, blank, readonly, cellAt } = props
  const { active, range, editing, setEditing, go } = matrix
  const name = `${head.name} ${columns[at]?.name ?? ''}`
  const cell = cellAt({ row, column: at })
  const here = active.row === row && active.column === at
  const typing = editing !== null && editing.at.row === row && editing.at.column === at
  const marks = [
    cell.changed ? 'matrix-changed' : '',
    cell.problem === null ? '' : 'matrix-wrong',
    inRange(range, row, at) ? 'matrix-in' : '',
  ]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of every cell are heard by the grid
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
      role="gridcell"
      className={marks.join(' ')}
      data-place={`${row}:${at}`}
      tabIndex={here ? 0 : -1}
      title={cell.problem ?? undefined}
      aria-invalid={cell.problem !== null}
      aria-label={`${name} ${cell.value === '' ? blank : cell.value}`}
      onClick={(event) => {
        if (typing) return
        if (here && !event.shiftKey && !readonly) setEditing({ at: active, text: cell.value })
        else go({ row, column: at }, event.shiftKey)
      }}
    >
      {typing ? (
        <CellInput label={name} matrix={matrix} />
      ) : cell.value === '' ? (
        <span className="matrix-blank">{blank}</span>
      ) : (
        cell.value
      )}
    </td>
  )
}

/**
 * A matrix edited like a spreadsheet: arrows move, digits type, Ctrl+D fills down, Delete clears, blocks are copied
 * and pasted. One cell has the focus; a second tap on it starts typing.
 */
export const Matrix = (props: Props): ReactNode => {
  const { label, corner, rows, columns } = props
  const matrix = useMatrix(props)
  const { grid, onKey, onPaste, onCopy } = matrix
  return (
    <div className="table-scroll matrix-scroll">
      <table
        ref={grid}
        className="table matrix"
        // A table whose cells are edited in place is what the grid pattern is for.
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
        role="grid"
        aria-label={label}
        onKeyDown={onKey}
        onPaste={onPaste}
        onCopy={onCopy}
      >
        <thead>
          <tr>
            <th scope="col" className="left pin edge">
              {corner}
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.node ?? column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((head, row) => (
            <tr key={head.key}>
              <th scope="row" className="left pin edge">
                {head.node ?? head.name}
              </th>
              {columns.map((column, at) => (
                <GridCell key={column.key} props={props} matrix={matrix} head={head} row={row} at={at} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
