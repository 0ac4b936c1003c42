import { type RefObject, useEffect, useRef } from 'react'
import { stepAmong } from './step-among.ts'

/** What may hold the row's one Tab stop: no field, for which arrows mean something else, and nothing that is opened. */
const CONTROLS = 'a[href], button:not(:disabled), [role=separator], thead input[type=checkbox]'
const OPENED = '[role=dialog], [role=menu], dialog, [popover]'

const controlsOf = (row: HTMLElement): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) => one.closest(OPENED) === null && one.checkVisibility(),
  )

/** The control that Tab reaches: the one with the focus, else that of the open page, the one used last, the first. */
const heldOf = (controls: readonly HTMLElement[], last: HTMLElement | null): HTMLElement | undefined =>
  controls.find((one) => one === document.activeElement) ??
  controls.find((one) => one.ariaCurrent === 'page') ??
  controls.find((one) => one === last) ??
  controls[0]

const startRoving = (row: HTMLElement): (() => void) => {
  let last: HTMLElement | null = null
  const arrange = (): void => {
    const controls = controlsOf(row)
    const stop = heldOf(controls, last)
    for (const one of controls) one.tabIndex = one === stop ? 0 : -1
  }
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || !controlsOf(row).includes(target)) return
    last = target
    arrange()
  }
  // What left the row by itself: the focus is elsewhere once the event is over.
  const onLeave = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && row.contains(relatedTarget))) queueMicrotask(arrange)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const controls = controlsOf(row)
    const next = stepAmong(
      event.key,
      event.target instanceof HTMLElement ? controls.indexOf(event.target) : -1,
      controls.length,
    )
    if (next === null) return
    event.preventDefault()
    controls[next]?.focus()
  }
  const observer = new MutationObserver(arrange)
  observer.observe(row, { childList: true, subtree: true, attributeFilter: ['disabled', 'href', 'aria-current'] })
  row.addEventListener('focusin', onFocus)
  row.addEventListener('focusout', onLeave)
  row.addEventListener('keydown', onKey)
  arrange()
  return () => {
    observer.disconnect()
    row.removeEventListener('focusin', onFocus)
    row.removeEventListener('focusout', onLeave)
    row.removeEventListener('keydown', onKey)
  }
}

/**
 * Makes a row of buttons and links one Tab stop: the left and right arrow, Home and End move in it. The stops are set
 * on the elements, so that a row may be put together from any parts.
 */
export const useRoving = <E extends HTMLElement>(): RefObject<E | null> => {
  const row = useRef<E>(null)
  useEffect(() => (row.current === null ? undefined : startRoving(row.current)), [])
  return row
}
