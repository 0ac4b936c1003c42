import type { ReactNode } from 'react'
import css from '../exports/exports.module.css'

/** The filters of a log, and at the end the tools for the whole list. */
export const LogBar = ({ tools, children }: { readonly tools: ReactNode; readonly children: ReactNode }): ReactNode => (
  <div className="list-bar">
    {tools}
    <span className={`end ${css.barButtons}`}>{children}</span>
  </div>
)
