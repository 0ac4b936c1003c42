import { type RefObject, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { placeBeside } from './beside.ts'

type Popover = {
  readonly id: string
  readonly open: boolean
  readonly button: RefObject<HTMLButtonElement | null>
  readonly popover: RefObject<HTMLDivElement | null>
  readonly onToggle: (event: ToggleEvent) => void
  readonly close: () => void
}

/**
 * A browser popover beside its button: its place when it opens, and its end when its button scrolls away, because it
 * would stay where it is. `first` selects what takes the focus.
 */
export const usePopover = (side: 'left' | 'right', first: string | null = null): Popover => {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = popover.current
    if (!open || !shown || !button.current) return
    placeBeside(shown, button.current, side)
    if (first !== null) shown.querySelector<HTMLElement>(first)?.focus()
    const close = (event: Event): void => {
      if (event.target instanceof Node && event.target.contains(button.current)) shown.hidePopover()
    }
    document.addEventListener('scroll', close, { capture: true, passive: true })
    return () => {
      document.removeEventListener('scroll', close, { capture: true })
      shown.style.visibility = ''
    }
  }, [open, side, first])
  return {
    id,
    open,
    button,
    popover,
    onToggle: (event) => setOpen(event.newState === 'open'),
    close: () => popover.current?.hidePopover(),
  }
}
