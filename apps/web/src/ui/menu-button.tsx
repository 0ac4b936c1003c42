import './menu-button.css'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

type Props<K extends string> = {
  readonly label: ReactNode
  /** Of the menu. */
  readonly name: string
  readonly items: readonly { readonly key: K; readonly label: string }[]
  readonly onChoose: (key: K) => void
  readonly busy?: boolean
  readonly className?: string
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** A button that opens a short menu; arrows walk it, Escape and a press elsewhere close it. */
export const MenuButton = <K extends string>({
  label,
  name,
  items,
  onChoose,
  busy = false,
  className = '',
}: Props<K>): ReactNode => {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const entries = useRef<(HTMLButtonElement | null)[]>([])
  useEffect(() => {
    if (!open) return
    entries.current[0]?.focus()
    const away = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
    }
  }, [open])
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const walk = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
      return
    }
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const at = entries.current.indexOf(document.activeElement as HTMLButtonElement)
    entries.current[step(at, items.length)]?.focus()
  }
  return (
    <span className="menu-button" ref={box}>
      <button
        type="button"
        className={`ghost-button ${className}`}
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={busy}
        disabled={busy}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      {open ? (
        <div className="menu-list" role="menu" tabIndex={-1} aria-label={name} onKeyDown={walk}>
          {items.map((item, at) => (
            <button
              key={item.key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              ref={(entry) => {
                entries.current[at] = entry
              }}
              onClick={() => {
                close()
                onChoose(item.key)
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      ) : null}
    </span>
  )
}
