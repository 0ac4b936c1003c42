import {
  type FocusEvent,
  type KeyboardEvent as GridEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type BoardRow, rowKey } from '../board-state/board-model.ts'
import { gridKeyOf, nextSpot, type Spot } from './grid-keys.ts'

type Props = {
  readonly rows: readonly BoardRow[]
  /** How the sections stand: with the order of the rows and the window it says where each item is. */
  readonly layout: string
  /** Enter on an item. */
  readonly onOpen: (row: BoardRow) => void
  readonly onType: ((row: BoardRow, digit: string) => void) | null
}

/** The part of an item that has the focus; an arrow moves to the same part of the next item. */
const partOf = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement ? target.dataset['part'] : undefined

const cellOf = (target: EventTarget): HTMLElement | null =>
  target instanceof HTMLElement ? target.closest<HTMLElement>('[data-item]') : null

const spotOf = (cell: HTMLElement): Spot => {
  const { left, top } = cell.getBoundingClientRect()
  return { key: cell.dataset['key'] ?? '', x: left, y: top }
}

const focusLike = (cell: HTMLElement | undefined, part: EventTarget): void => {
  const next =
    cell?.querySelector<HTMLElement>(`[data-part="${partOf(part) ?? 'stake'}"]`) ??
    cell?.querySelector<HTMLElement>('button')
  // One scroll of the whole cell, instead of one of its part before it.
  next?.focus({ preventScroll: true })
  cell?.scrollIntoView({ block: 'nearest' })
}

type Places = {
  readonly of: string
  readonly spots: readonly Spot[]
  readonly cells: ReadonlyMap<string, HTMLElement>
}
const NOWHERE: Places = { of: '', spots: [], cells: new Map() }

const placesOf = (grid: HTMLElement, of: string): Places => {
  const cells = [...grid.querySelectorAll<HTMLElement>('[data-item]')]
  return { of, spots: cells.map(spotOf), cells: new Map(cells.map((cell) => [cell.dataset['key'] ?? '', cell])) }
}

/** Keyboard navigation of the grid: one item has the focus; arrows move it, Enter opens, digits begin an amount. */
export const useGridKeys = ({ rows, layout, onOpen, onType }: Props) => {
  const [held, setHeld] = useState<string | null>(null)
  // Only Tab asks which item it reaches: kept here until it does or the focus leaves, so that an arrow draws nothing.
  const focused = useRef<string | null>(null)
  // Looking for 49 cells and their places is most of what an arrow costs, and they rarely move.
  const places = useRef(NOWHERE)
  const byKey = useMemo(() => new Map(rows.map((row) => [rowKey(row), row])), [rows])
  const order = useMemo(() => `${layout}|${[...byKey.keys()].join()}`, [layout, byKey])
  const first = rows[0] ? rowKey(rows[0]) : null
  const active = held !== null && byKey.has(held) ? held : first

  const onFocus = (event: FocusEvent): void => {
    focused.current = cellOf(event.target)?.dataset['key'] ?? focused.current
  }
  const onLeave = (): void => setHeld(focused.current)
  const onKeyDown = (event: GridEvent<HTMLElement>): void => {
    // Before the browser looks for where it leads.
    if (event.key === 'Tab') flushSync(onLeave)
    const asked = gridKeyOf(event)
    const cell = asked && cellOf(event.target)
    const row = byKey.get(cell?.dataset['key'] ?? '')
    if (!cell || !row || !asked) return
    if (asked.kind === 'digit') {
      if (!onType) return
      onType(row, asked.digit)
    } else if (asked.kind === 'open') {
      // Buttons inside an item handle Enter themselves.
      if (partOf(event.target) !== 'pick') return
      onOpen(row)
    } else {
      const of = `${window.innerWidth}|${window.innerHeight}|${order}`
      const known = places.current
      // Cells of another board are new elements at the same places.
      if (known.of !== of || known.cells.get(rowKey(row)) !== cell) places.current = placesOf(event.currentTarget, of)
      const { spots, cells } = places.current
      const at = spots.find(({ key }) => key === cell.dataset['key'])
      const key =
        asked.kind === 'move'
          ? at && nextSpot(spots, at, asked.way)?.key
          : spots.at(asked.kind === 'first' ? 0 : -1)?.key
      focusLike(cells.get(key ?? ''), event.target)
    }
    event.preventDefault()
  }
  return { active, onFocus, onLeave, onKeyDown }
}

/**
 * An arrow while nothing has the focus leads to the item that Tab would reach. Only where the board fits its window:
 * else arrows scroll the page.
 */
export const useArrowEntry = (grid: RefObject<HTMLElement | null>, fits: boolean): void => {
  useEffect(() => {
    if (!fits) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const isFree = document.activeElement === null || document.activeElement === document.body
      if (!isFree || event.shiftKey || gridKeyOf(event)?.kind !== 'move') return
      const item = grid.current?.querySelector<HTMLElement>('[tabindex="0"]')
      if (!item?.checkVisibility()) return
      event.preventDefault()
      item.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [grid, fits])
}
