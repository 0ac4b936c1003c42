import './checklist.css'
import type { ReactNode } from 'react'

export type CheckItem = { readonly text: string; readonly ok: boolean }

/** Rules for the text being typed, each marked as soon as it is met, with a sign and not only a colour. */
export const Checklist = ({
  label,
  items,
}: {
  readonly label: string
  readonly items: readonly CheckItem[]
}): ReactNode => (
  <ul className="checklist" aria-label={label}>
    {items.map(({ text, ok }) => (
      <li key={text} data-ok={ok || undefined}>
        <span aria-hidden="true">{ok ? '✓' : '○'}</span>
        {text}
      </li>
    ))}
  </ul>
)
