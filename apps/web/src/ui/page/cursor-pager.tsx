import './table.css'
import type { ReactNode } from 'react'

type Props = {
  readonly label: string
  readonly total: string
  readonly words: { readonly previous: string; readonly next: string }
  /** null: there is no such page. */
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
}

/** Previous and next, where pages have no numbers. */
export const CursorPager = ({ label, total, words, onPrevious, onNext }: Props): ReactNode => (
  <nav className="pager" aria-label={label}>
    <span className="pager-total">{total}</span>
    <button type="button" disabled={onPrevious === null} onClick={() => onPrevious?.()}>
      {words.previous}
    </button>
    <button type="button" disabled={onNext === null} onClick={() => onNext?.()}>
      {words.next}
    </button>
  </nav>
)
