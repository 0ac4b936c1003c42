import './save-bar.css'
import type { ReactNode } from 'react'

type Props = {
  /** What a save will touch: changes first, then what must be put right. */
  readonly status: ReactNode
  readonly children: ReactNode
}

/** The bar at the foot of an edit page: says what a save will do, and does it. */
export const SaveBar = ({ status, children }: Props): ReactNode => (
  <footer className="save-bar">
    <p role="status">{status}</p>
    <div>{children}</div>
  </footer>
)
