import { type PointerEvent, useRef, useState } from 'react'

/** A press becomes a drag after this way: a click still sorts. */
const SLOP_PX = 5
/** Above or below the heads by more than this, a column is let go where it was. */
const AWAY_PX = 40

/** A press on a head, and whether it is a drag already. */
type Press = { readonly name: string; readonly x: number; readonly moving: boolean }
type Dragged = { readonly name: string; readonly over: string | null }

/** The head at a place, by the name of its column: the lowest row of heads has one for each. */
const headAt = (head: HTMLElement, { clientX, clientY }: PointerEvent): string | null => {
  const heads = head.closest('thead')
  // The heads stay in view while their section scrolls away.
  const top = heads?.rows[0]?.cells[0]?.getBoundingClientRect().top ?? 0
  const bottom = heads?.rows[heads.rows.length - 1]?.cells[0]?.getBoundingClientRect().bottom ?? 0
  if (clientY < top - AWAY_PX || clientY > bottom + AWAY_PX) return null
  const at = document.elementFromPoint(clientX, bottom - 6)?.closest<HTMLElement>('th[data-column]')
  return at && heads?.contains(at) ? (at.dataset['column'] ?? null) : null
}

export type ColumnDrag = { readonly propsOf: (name: string) => object }

/** A head dragged onto another one takes its place. With a finger the table scrolls; the menu of columns moves them too. */
export const useColumnDrag = (onPlace: (name: string, target: string) => void): ColumnDrag => {
  const press = useRef<Press | null>(null)
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const end = (): void => {
    press.current = null
    setDragged(null)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const held = press.current
    if (held === null) return
    // It was let go outside.
    if (event.buttons === 0) {
      end()
      return
    }
    if (!held.moving && Math.abs(event.clientX - held.x) < SLOP_PX) return
    if (!held.moving) {
      // The pointer stays with the heads from now on, so that no button is pressed at the end.
      event.currentTarget.setPointerCapture(event.pointerId)
      press.current = { ...held, moving: true }
    }
    setDragged({ name: held.name, over: headAt(event.currentTarget, event) })
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const held = press.current
    end()
    const target = held?.moving ? headAt(event.currentTarget, event) : null
    if (held && target !== null && target !== held.name) onPlace(held.name, target)
  }
  return {
    propsOf: (name) => ({
      'data-column': name,
      'data-dragged': dragged?.name === name || undefined,
      'data-drop': (dragged?.over === name && dragged.name !== name) || undefined,
      onPointerDown: ({ button, pointerType, clientX }: PointerEvent<HTMLElement>) => {
        if (button === 0 && pointerType !== 'touch') press.current = { name, x: clientX, moving: false }
      },
      onPointerMove,
      onPointerUp,
      onPointerCancel: end,
    }),
  }
}
