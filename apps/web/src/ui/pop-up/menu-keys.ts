import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (Math.max(at, 0) - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** The keys of an open menu: arrows, Home and End move in it, Tab leaves it. */
export const walkMenu = (event: KeyboardEvent<HTMLDivElement>): void => {
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const entries = [...event.currentTarget.querySelectorAll('button')]
  entries[step(entries.indexOf(document.activeElement as HTMLButtonElement), entries.length)]?.focus()
}
