import './skeleton.css'
import type { ReactNode } from 'react'

/** Grey lines in place of rows that are loading. */
export const Skeleton = ({ rows = 8, label }: { readonly rows?: number; readonly label: string }): ReactNode => (
  <div className="skeleton" role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
      <div key={row} className="skeleton-line" />
    ))}
  </div>
)

export const PageSkeleton = (): ReactNode => (
  <div className="skeleton-page" aria-hidden="true">
    <div className="skeleton-side" />
    <div className="skeleton-body">
      <div className="skeleton-line" />
      <div className="skeleton-line" />
      <div className="skeleton-line" />
    </div>
  </div>
)
