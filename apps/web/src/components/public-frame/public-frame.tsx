import type { MouseEvent, ReactNode } from 'react'
import type { OPEN_PATHS } from './open-paths.ts'
import { usePlatformName } from './platform-name.ts'

export type PublicPath = (typeof OPEN_PATHS)[number]
export type Go = (path: PublicPath) => void

/** A link between public pages that does not reload the page. */
export const go =
  (onGo: Go, path: PublicPath) =>
  (event: MouseEvent): void => {
    event.preventDefault()
    onGo(path)
  }

/** The frame of the public pages. */
export const Frame = ({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode => (
  <main className="entry">
    <div className="entry-card">
      <div className="entry-brand">
        <img src={`/logo${location.search}`} alt="" height="28" />
        <span>{usePlatformName(title)}</span>
      </div>
      <h1>{title}</h1>
      {children}
    </div>
  </main>
)
