import { type FocusEvent, type KeyboardEvent, startTransition, useRef, useState } from 'react'
import { whenDrawn } from '../../../lib/when-drawn.ts'
import { type BoardRow, rowKey } from '../board-state/board-model.ts'
import { gridKeyOf, nextSpot, type Spot } from './grid-keys.ts'

type Props = {
  readonly rows: readonly BoardRow[]
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

type Places = { readonly of: string; readonly spots: readonly Spot[] }

/** What the places of cells relative to each other depend on: their order, the columns, and the window. */
const layoutOf = (grid: HTMLElement, cells: readonly HTMLElement[]): string =>
  [
    window.innerWidth,
    window.innerHeight,
    grid.style.cssText,
    ...[...grid.querySelectorAll<HTMLElement>('[data-part="board-grid"]')].map(
      ({ style }) => style.gridTemplateColumns,
    ),
    ...cells.map(({ dataset }) => dataset['key']),
  ].join()

/** Keyboard navigation of the grid: one item has the focus; arrows move it, Enter opens, digits begin an amount. */
export const useGridKeys = ({ rows, onOpen, onType }: Props) => {
  const [held, setHeld] = useState<string | null>(null)
  // Asking 49 cells for their places is most of what an arrow costs, and they rarely move.
  const places = useRef<Places>({ of: '', spots: [] })
  const first = rows[0] ? rowKey(rows[0]) : null
  const active = held !== null && rows.some((row) => rowKey(row) === held) ? held : first

  const onFocus = (event: FocusEvent): void => {
    const key = cellOf(event.target)?.dataset['key']
    // Only Tab asks for it, so it waits until the key is answered, and gives way to the next one.
    if (key !== undefined) whenDrawn(() => startTransition(() => setHeld(key)))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const cell = cellOf(event.target)
    const asked = gridKeyOf(event)
    const row = rows.find((one) => rowKey(one) === cell?.dataset['key'])
    if (!cell || !row || !asked) return
    if (asked.kind === 'digit') {
      if (!onType) return
      onType(row, asked.digit)
    } else if (asked.kind === 'open') {
      // Buttons inside an item handle Enter themselves.
      if (partOf(event.target) !== 'pick') return
      onOpen(row)
    } else {
      const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')]
      const of = layoutOf(event.currentTarget, cells)
      if (places.current.of !== of) places.current = { of, spots: cells.map(spotOf) }
      const { spots } = places.current
      const at = spots.find(({ key }) => key === cell.dataset['key'])
      const key =
        asked.kind === 'move'
          ? at && nextSpot(spots, at, asked.way)?.key
          : spots.at(asked.kind === 'first' ? 0 : -1)?.key
      focusLike(
        cells.find((one) => one.dataset['key'] === key),
        event.target,
      )
    }
    event.preventDefault()
  }
  return { active, onFocus, onKeyDown }
}
