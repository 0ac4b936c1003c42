import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type UIEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  clearedRange,
  filledDown,
  movedBy,
  type Place,
  pasted,
  type Range,
  rangeOf,
  readSheet,
  type Size,
  writeSheet,
} from '../../ui/matrix/matrix-model.ts'
import type { Leave, Typing } from './cell-field.tsx'
import { type CellText, type ColumnId, type Edits, type SheetRow, textAt, turnedOpen } from './odds-model.ts'

/** The active cell, and the corner opposite of it. */
export type Selection = { readonly active: Place; readonly anchor: Place }

export const selectedRange = ({ active, anchor }: Selection): Range => rangeOf(anchor, active)

export type GridParts = {
  readonly rows: readonly SheetRow[]
  readonly columns: readonly ColumnId[]
  readonly edits: Edits
  readonly selection: Selection | null
  readonly readonly: boolean
  readonly onSelect: (selection: Selection | null) => void
  readonly onTexts: (texts: readonly CellText[]) => void
}

type Parts = GridParts & { readonly height: number }

type Elements = {
  readonly box: RefObject<HTMLDivElement | null>
  readonly table: RefObject<HTMLTableElement | null>
}

/** Rows drawn above and below those in view. */
const SPARE = 4
/** Scrolling draws again only after this many rows. */
const STEP = 4
const HEAD_ROWS = 2
/** Narrower than this the columns go on beyond the box (min-width of .line). */
const WHOLE_PX = 1098
/** So long after the last scroll nobody scrolls. */
const REST_MS = 200

/** A line that is drawn, and the element that shows it: an element is used again when its line is out of view. */
export type Shown = { readonly line: number; readonly slot: number }

/**
 * The lines that are drawn. While somebody scrolls elements stay where they are in the page and only their content changes;
 * at rest they stand in the order of their lines again, as they are read out.
 */
const useWindow = ({ box, table }: Elements, height: number) => {
  const [first, setFirst] = useState(0)
  const [seen, setSeen] = useState(40)
  const [isNarrow, setNarrow] = useState(false)
  const [inOrder, setInOrder] = useState(true)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scrolledAt = useRef(0)
  /** The first line as it was last set: what is drawn may be one frame behind. */
  const asked = useRef(0)
  useEffect(
    () => () => {
      clearTimeout(rest.current)
      rest.current = undefined
    },
    [],
  )
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      setSeen(Math.ceil(element.clientHeight / height))
      setNarrow(element.clientWidth < WHOLE_PX)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, height])
  /**
   * Rows that move under a pointer change which of them it is on: the browser looks for it, restyles both and tells the page,
   * in every frame. While somebody scrolls they let it through.
   */
  const letThrough = (is: boolean): void =>
    table.current?.tBodies[0]?.style.setProperty('pointer-events', is ? 'none' : '')
  /** What a click is meant for, also while the rows let it through. */
  const pointed = (event: MouseEvent): Element | null => {
    if (event.target !== table.current) return event.target instanceof Element ? event.target : null
    letThrough(false)
    return document.elementFromPoint(event.clientX, event.clientY)
  }
  const atRest = (): void => {
    const since = performance.now() - scrolledAt.current
    if (since < REST_MS) {
      rest.current = setTimeout(atRest, REST_MS - since)
      return
    }
    rest.current = undefined
    letThrough(false)
    // A row that is moved would lose the field that is typed into.
    setInOrder(!(document.activeElement instanceof HTMLInputElement))
  }
  /** Most frames of a scroll change nothing here: they cost no drawing and no new timer. */
  const onScroll = (event: UIEvent<HTMLDivElement>): void => {
    const at = Math.floor(event.currentTarget.scrollTop / height)
    const next = at - (at % STEP)
    if (next !== asked.current) setFirst(next)
    asked.current = next
    scrolledAt.current = performance.now()
    if (rest.current !== undefined) return
    setInOrder(false)
    letThrough(true)
    rest.current = setTimeout(atRest, REST_MS)
  }
  const slots = seen + STEP + 2 * SPARE
  const shown = (count: number): Shown[] => {
    const last = Math.max(0, count - seen)
    const from = Math.max(0, Math.min(first, last) - SPARE)
    const to = Math.min(count, from + slots)
    const lines = Array.from({ length: Math.max(0, to - from) }, (_, nth) => {
      const line = from + nth
      return { line, slot: line % slots }
    })
    return inOrder ? lines : lines.toSorted((one, other) => one.slot - other.slot)
  }
  return { onScroll, shown, isNarrow, pointed }
}

/** Puts a line into view, below the head that stays. */
const reveal = (box: HTMLDivElement | null, line: number, height: number): void => {
  if (!box) return
  const [top, head] = [line * height, HEAD_ROWS * 26]
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + height > box.scrollTop + box.clientHeight - head)
    box.scrollTop = top + height + head - box.clientHeight
}

/** The line of a row: the heads of plays stand between rows. */
const lineOf = (rows: readonly SheetRow[], index: number): number => {
  let heads = 0
  for (let at = 0; at <= index; at++) if (rows[at - 1]?.play !== rows[at]?.play) heads += 1
  return index + heads
}

const placeOf = (pointed: Element | null): Place | null => {
  const cell = pointed?.closest<HTMLElement>('[data-place]') ?? null
  const [row, column] = (cell?.dataset['place'] ?? '').split(':').map(Number)
  return cell === null || row === undefined || column === undefined ? null : { row, column }
}

const begins = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey

/** The edits of a place as texts of its cell. */
export const textsOf = (
  { rows, columns }: Pick<GridParts, 'rows' | 'columns'>,
  edits: readonly (Place & { readonly value: string })[],
): CellText[] =>
  edits.flatMap(({ row, column, value }) => {
    const [of, id] = [rows[row], columns[column]]
    return of && id ? [{ row: of, column: id, text: value }] : []
  })

/** Keys, mouse and clipboard of the grid. */
export const useOddsGrid = ({ box, table }: Elements, parts: Parts) => {
  const { rows, columns, edits, selection, readonly, onSelect, onTexts, height } = parts
  const [typing, setTyping] = useState<Typing | null>(null)
  const { onScroll, shown, isNarrow, pointed } = useWindow({ box, table }, height)
  const size: Size = { rows: rows.length, columns: columns.length }
  const valueAt = ({ row, column }: Place): string => {
    const [of, id] = [rows[row], columns[column]]
    return of && id ? textAt(of, id, edits) : ''
  }
  const go = (to: Place, widen = false): void => {
    onSelect({ active: to, anchor: widen && selection ? selection.anchor : to })
    reveal(box.current, lineOf(rows, to.row), height)
  }
  const write = (made: readonly (Place & { readonly value: string })[]): void => {
    if (!readonly) onTexts(textsOf(parts, made))
  }
  const typed = (text: string, leave: Leave, back: boolean): void => {
    setTyping(null)
    if (!selection) return
    if (leave !== 'cancel') write([{ ...selection.active, value: text }])
    if (leave !== 'stay') table.current?.focus({ preventScroll: true })
    if (leave === 'cancel' || leave === 'stay') return
    go(movedBy({ key: leave, ctrl: false, shift: back }, selection.active, size) ?? selection.active)
  }
  /** A cell that says whether a price is on sale turns instead of being typed into. */
  const turned = (place: Place): boolean => {
    const row = columns[place.column] === 'open' ? rows[place.row] : undefined
    if (row) write([{ ...place, value: turnedOpen(row, edits) }])
    return row !== undefined
  }
  const begin = (text: string, isFresh: boolean): void => {
    if (!readonly) setTyping({ text, isFresh })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!selection || typing) return
    const ctrl = event.ctrlKey || event.metaKey
    const range = selectedRange(selection)
    if (event.key === 'Escape') onSelect(null)
    else if (ctrl && event.key.toLowerCase() === 'd') write(filledDown(range, valueAt))
    else if (ctrl && event.key.toLowerCase() === 'a')
      onSelect({ anchor: { row: 0, column: 0 }, active: { row: size.rows - 1, column: size.columns - 1 } })
    else if (event.key === 'Delete' || event.key === 'Backspace') write(clearedRange(range))
    else if (event.key === ' ' && turned(selection.active)) event.stopPropagation()
    else if (event.key === 'F2') begin(valueAt(selection.active), false)
    else if (begins(event)) begin(event.key, true)
    else {
      const to = movedBy({ key: event.key, ctrl, shift: event.shiftKey }, selection.active, size)
      if (!to) return
      go(to, event.shiftKey && event.key.startsWith('Arrow'))
    }
    event.preventDefault()
  }
  const handlers = {
    onKeyDown,
    onMouseDown: (event: MouseEvent): void => {
      const place = placeOf(pointed(event))
      if (!place || event.button !== 0 || event.target instanceof HTMLInputElement) return
      go(place, event.shiftKey)
    },
    onMouseOver: (event: MouseEvent): void => {
      const place = event.buttons === 1 && typing === null ? placeOf(pointed(event)) : null
      if (place && selection) onSelect({ ...selection, active: place })
    },
    onDoubleClick: (event: MouseEvent): void => {
      const place = placeOf(pointed(event))
      if (place && !turned(place)) begin(valueAt(place), false)
    },
    onPaste: (event: ClipboardEvent): void => {
      if (!selection || typing) return
      event.preventDefault()
      write(pasted(readSheet(event.clipboardData.getData('text/plain')), selectedRange(selection), size))
    },
    onCopy: (event: ClipboardEvent): void => {
      if (!selection || typing) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', writeSheet(selectedRange(selection), valueAt))
    },
  }
  return { typing, typed, shown, isNarrow, onScroll, handlers }
}
