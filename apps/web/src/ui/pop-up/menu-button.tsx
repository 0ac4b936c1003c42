import './menu-button.css'
import type { ReactNode } from 'react'
import { walkMenu } from './menu-keys.ts'
import { usePopover } from './use-popover.ts'

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
  const { id, open, button, popover, onToggle, close } = usePopover(side, 'button')
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
        ref={popover}
        popover="auto"
        className="pop-box menu-list"
        role="menu"
        tabIndex={-1}
        aria-label={name}
        onToggle={onToggle}
        onKeyDown={walkMenu}
      >
        {open ? <Entries items={items} onChoose={onChoose} onClose={close} /> : null}
      </div>
    </>
  )
}
