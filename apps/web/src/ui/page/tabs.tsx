import './tabs.css'
import type { ReactNode } from 'react'
import { useRoving } from '../hooks/use-roving.ts'

export type TabItem<V extends string> = {
  readonly value: V
  readonly label: string
  /** How many rows it has; absent: not known. */
  readonly count?: number | undefined
}

type Props<V extends string> = {
  readonly label: string
  readonly items: readonly TabItem<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
}

/** Parts of one page, one shown at a time; the chosen one is in the address. */
export const Tabs = <V extends string>({ label, items, value, onChange }: Props<V>): ReactNode => (
  <nav className="tabs" aria-label={label} ref={useRoving()}>
    {items.map((item) => (
      <button
        type="button"
        key={item.value}
        className={item.value === value ? 'tab tab-on' : 'tab'}
        aria-current={item.value === value ? 'page' : undefined}
        onClick={() => onChange(item.value)}
      >
        {item.label}
        {item.count === undefined ? null : <span className="tab-count">{item.count}</span>}
      </button>
    ))}
  </nav>
)
