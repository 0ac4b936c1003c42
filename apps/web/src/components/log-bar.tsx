import type { ReactNode } from 'react'

/** What filters a log, and at its end the choice of columns. */
export const LogBar = ({ tools, children }: { readonly tools: ReactNode; readonly children: ReactNode }): ReactNode => (
  <div className="list-bar">
    {tools}
    <span className="end">{children}</span>
  </div>
)
