import './tool-row.css'
import type { ReactNode } from 'react'
import { useRoving } from '../hooks/use-roving.ts'

type Props = {
  readonly label: string
  readonly children: ReactNode
}

/** The tools of a page or list: one Tab stop, arrows move between them. It takes no place of its own in the layout. */
export const ToolRow = ({ label, children }: Props): ReactNode => (
  <div className="tool-row" role="toolbar" aria-label={label} ref={useRoving<HTMLDivElement>()}>
    {children}
  </div>
)
