import './save-bar.css'
import type { ReactNode } from 'react'

type Props = {
  /** What a save will change, then the problems. */
  readonly status: ReactNode
  readonly children: ReactNode
}

/** The bar at the bottom of an edit page: says what a save will do, and its buttons. */
export const SaveBar = ({ status, children }: Props): ReactNode => (
  <footer className="save-bar">
    <p role="status">{status}</p>
    <div>{children}</div>
  </footer>
)
