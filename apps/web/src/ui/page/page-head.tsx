import './page-head.css'
import type { ReactNode } from 'react'

type Props = {
  readonly back: string
  readonly title: string
  readonly facts?: readonly string[]
  readonly onBack: () => void
  readonly children?: ReactNode
}

/** The top of an edit page: back, the subject, and its current facts. */
export const PageHead = ({ back, title, facts = [], onBack, children }: Props): ReactNode => (
  <header className="page-head">
    <button type="button" className="ghost-button" onClick={onBack}>
      ‹ {back}
    </button>
    <h2>{title}</h2>
    <p>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
    {children === undefined ? null : <div className="page-head-end">{children}</div>}
  </header>
)
