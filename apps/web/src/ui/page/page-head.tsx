import './page-head.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

type Props = {
  readonly back: string
  readonly title: string
  readonly facts?: readonly string[]
  readonly onBack: () => void
  readonly children?: ReactNode
}

/** What was pressed on the way here is gone with its page: the keyboard goes on from the heading. */
const useHeading = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  // After a reload it begins at the top, as everywhere.
  const led = useNavigationType() !== 'POP'
  useEffect(() => {
    if (led && document.activeElement?.matches('body, main') === true) heading.current?.focus({ preventScroll: true })
  }, [led])
  return heading
}

/** The top of an edit page: back, the subject, and its current facts. */
export const PageHead = ({ back, title, facts = [], onBack, children }: Props): ReactNode => {
  const heading = useHeading()
  return (
    <header className="page-head">
      <button type="button" className="ghost-button" onClick={onBack}>
        ‹ {back}
      </button>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {children === undefined ? null : <div className="page-head-end">{children}</div>}
    </header>
  )
}
