import './menu-button.css'
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { placeBeside } from './beside.ts'

export type MenuItem<K extends string> = {
  readonly key: K
  readonly label: string
  /** Why it cannot be chosen now; null or absent: it can. */
  readonly why?: string | null
}

type Props<K extends string> = {
  readonly label: ReactNode
  /** Of the menu. */
  readonly name: string
  readonly items: readonly MenuItem<K>[]
  readonly onChoose: (key: K) => void
  readonly busy?: boolean
  readonly className?: string | undefined
  /** With which side of the button the menu is flush. */
  readonly side?: 'left' | 'right'
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/**
 * A button that opens a short menu: arrows walk it, Escape and a press elsewhere close it. The menu is a popover of the
 * browser's own, so that no scrolling table cuts it off.
 */
export const MenuButton = <K extends string>({
  label,
  name,
  items,
  onChoose,
  busy = false,
  className = 'ghost-button',
  side = 'right',
}: Props<K>): ReactNode => {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = list.current
    if (!open || !menu || !button.current) return
    placeBeside(menu, button.current, side)
    menu.querySelector('button')?.focus()
    // A menu that stayed where it was while its button scrolls away would belong to nothing.
    const close = (event: Event): void => {
      if (event.target instanceof Node && event.target.contains(button.current)) menu.hidePopover()
    }
    document.addEventListener('scroll', close, { capture: true, passive: true })
    return () => {
      document.removeEventListener('scroll', close, { capture: true })
      menu.style.visibility = ''
    }
  }, [open, side])
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Tab') list.current?.hidePopover()
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const entries = [...event.currentTarget.querySelectorAll('button')]
    entries[step(entries.indexOf(document.activeElement as HTMLButtonElement), entries.length)]?.focus()
  }
  return (
    <>
      <button
        type="button"
        className={className}
        ref={button}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={busy}
        disabled={busy}
      >
        {label}
      </button>
      <div
        id={id}
        ref={list}
        popover="auto"
        className="menu-list"
        role="menu"
        tabIndex={-1}
        aria-label={name}
        onToggle={(event: ToggleEvent) => setOpen(event.newState === 'open')}
        onKeyDown={walk}
      >
        {open
          ? items.map((item) => (
              <button
                key={item.key}
                type="button"
                role="menuitem"
                tabIndex={-1}
                aria-disabled={item.why ? true : undefined}
                onClick={() => {
                  if (item.why) return
                  list.current?.hidePopover()
                  onChoose(item.key)
                }}
              >
                {item.label}
                {item.why ? <small>{item.why}</small> : null}
              </button>
            ))
          : null}
      </div>
    </>
  )
}
