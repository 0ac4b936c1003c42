import './menu-button.css'
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { placeBeside } from './beside.ts'

export type MenuItem<K extends string> = {
  readonly key: K
  readonly label: string
  /** Why it is disabled; null or absent: it is enabled. */
  readonly why?: string | null
}

type Props<K extends string> = {
  readonly label: ReactNode
  /** Accessible name of the menu. */
  readonly name: string
  readonly items: readonly MenuItem<K>[]
  readonly onChoose: (key: K) => void
  readonly busy?: boolean
  readonly className?: string | undefined
  /** The side of the button with which the menu is aligned. */
  readonly side?: 'left' | 'right'
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** State, place and keys of the menu: opening puts it beside its button and focuses the first entry. */
const useMenu = (side: 'left' | 'right') => {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = list.current
    if (!open || !menu || !button.current) return
    placeBeside(menu, button.current, side)
    menu.querySelector('button')?.focus()
    // When its button scrolls, the menu closes, because it would stay in place.
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
  return { id, open, setOpen, button, list, walk }
}

type ItemsProps<K extends string> = {
  readonly items: readonly MenuItem<K>[]
  readonly onChoose: (key: K) => void
  readonly onClose: () => void
}

const Entries = <K extends string>({ items, onChoose, onClose }: ItemsProps<K>): ReactNode =>
  items.map((item) => (
    <button
      key={item.key}
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={item.why ? true : undefined}
      onClick={() => {
        if (item.why) return
        onClose()
        onChoose(item.key)
      }}
    >
      {item.label}
      {item.why ? <small>{item.why}</small> : null}
    </button>
  ))

/**
 * A button that opens a short menu: arrows move in it, Escape and a press elsewhere close it. The menu is a browser
 * popover, so that no scrolling table clips it.
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
  const { id, open, setOpen, button, list, walk } = useMenu(side)
  return (
    <>
      <button
        type="button"
        className={className}
        ref={button}
        popoverTarget={busy ? undefined : id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={busy}
        // Not disabled: that would throw the focus to the top of the page while it works.
        aria-disabled={busy || undefined}
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
        {open ? <Entries items={items} onChoose={onChoose} onClose={() => list.current?.hidePopover()} /> : null}
      </div>
    </>
  )
}
