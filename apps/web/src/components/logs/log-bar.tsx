import type { ReactNode } from 'react'
import css from '../exports/exports.module.css'

/** What filters a log, and at its end what is done with the whole of it. */
export const LogBar = ({ tools, children }: { readonly tools: ReactNode; readonly children: ReactNode }): ReactNode => (
  <div className="list-bar">
    {tools}
    <span className={`end ${css.barButtons}`}>{children}</span>
  </div>
)
