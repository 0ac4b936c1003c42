import { type RefObject, useEffect, useRef } from 'react'

const CONTROLS = 'a[href], button, input, select, textarea, summary'

const controlsOf = (row: HTMLTableRowElement): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

/** Whether an arrow means something in a control itself: what is typed in, and what has been opened in a row. */
export const takesArrows = (target: HTMLElement): boolean =>
  target.matches('input:not([type=checkbox]), select, textarea') ||
  target.closest('[role=menu], [role=dialog], dialog, [popover]') !== null

/** The control of another row that stands where this one does; the row itself if it has none. */
export const sameControl = (target: HTMLElement, from: HTMLTableRowElement, to: HTMLTableRowElement): HTMLElement => {
  if (target === from) return to
  const cell = target.closest<HTMLTableCellElement>('th, td')
  const cellOf = (row: HTMLTableRowElement): HTMLTableCellElement | undefined => row.cells[cell?.cellIndex ?? -1]
  const inCell = (row: HTMLTableRowElement): HTMLElement[] => [
    ...(cellOf(row)?.querySelectorAll<HTMLElement>(CONTROLS) ?? []),
  ]
  return inCell(to)[inCell(from).indexOf(target)] ?? to
}

/**
 * Of all rows only the active one has Tab stops in it, so that Tab leads from a row through its own controls and then
 * past the table. Returns the ref of the table's body.
 */
export const useRowStops = (active: number): RefObject<HTMLTableSectionElement | null> => {
  const body = useRef<HTMLTableSectionElement>(null)
  /** What lost its stop here; a part that has none of its own, such as an entry of a menu, is left alone. */
  const resting = useRef(new WeakSet<HTMLElement>())
  useEffect(() => {
    const table = body.current
    if (table === null) return undefined
    const rest = (one: HTMLElement): void => {
      if (one.hasAttribute('tabindex')) return
      one.tabIndex = -1
      resting.current.add(one)
    }
    const wake = (one: HTMLElement): void => {
      if (resting.current.delete(one)) one.removeAttribute('tabindex')
    }
    /** Whether the focus is in a row, or was until the row went. */
    let inRows = table.contains(document.activeElement)
    const onFocus = (): void => {
      inRows = true
    }
    const onLeave = ({ target, relatedTarget }: FocusEvent): void => {
      const goes = (): boolean => !(target instanceof Node && target.isConnected)
      if (relatedTarget !== null) inRows = table.contains(relatedTarget as Node)
      // A row that goes takes the focus with it, and has gone once the event is over.
      else queueMicrotask(() => (inRows = goes() && inRows))
    }
    const arrange = (): void => {
      // Other rows have come, such as those below a downline: the keys go on with them.
      if (inRows && document.activeElement === document.body) table.rows[0]?.focus({ preventScroll: true })
      for (const [at, row] of [...table.rows].entries()) controlsOf(row).forEach(at === active ? wake : rest)
    }
    arrange()
    const observer = new MutationObserver(arrange)
    observer.observe(table, { childList: true, subtree: true })
    table.addEventListener('focusin', onFocus)
    table.addEventListener('focusout', onLeave)
    return () => {
      observer.disconnect()
      table.removeEventListener('focusin', onFocus)
      table.removeEventListener('focusout', onLeave)
    }
  }, [active])
  return body
}
