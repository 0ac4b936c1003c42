import type { ReactNode } from 'react'

/** What filters a log, and at its end what is done with the whole of it. */
export const LogBar = ({ tools, children }: { readonly tools: ReactNode; readonly children: ReactNode }): ReactNode => (
  <div className="list-bar">
    {tools}
    <span className="end bar-buttons">{children}</span>
  </div>
)
