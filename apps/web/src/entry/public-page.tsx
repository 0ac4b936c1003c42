import type { MouseEvent, ReactNode } from 'react'
import { commonText } from '../text/zh-CN/common.ts'
import { entryText } from '../text/zh-CN/entry.ts'
import type { OPEN_PATHS } from './open-paths.ts'
import { SignInForm } from './sign-in-form.tsx'

export type PublicPath = (typeof OPEN_PATHS)[number]

type Props = {
  readonly page: PublicPath
  readonly onFirstKey: () => void
  readonly onGo: (path: PublicPath) => void
  readonly onSignedIn: () => void
}

/** The public pages, in the entry's own small frame. */
export const PublicPage = ({ page, onFirstKey, onGo, onSignedIn }: Props): ReactNode => {
  const link = (path: PublicPath, text: string): ReactNode => (
    <a
      href={path}
      onClick={(event: MouseEvent) => {
        event.preventDefault()
        onGo(path)
      }}
    >
      {text}
    </a>
  )
  return (
    <main className="entry">
      <div className="entry-card">
        <div className="entry-brand">
          <img src="/mark.svg" alt="" width="28" height="28" />
          <span>{commonText.product}</span>
        </div>
        {page === '/login' ? (
          <>
            <h1>{entryText.title}</h1>
            <SignInForm onFirstKey={onFirstKey} onSignedIn={onSignedIn} />
            <nav className="entry-links">
              {link('/forgot', entryText.forgot)}
              {link('/tutorial', entryText.tutorial)}
            </nav>
          </>
        ) : (
          <>
            <h1>{page === '/tutorial' ? entryText.tutorial : entryText.forgot}</h1>
            <p className="entry-note">{page === '/tutorial' ? entryText.tutorialHelp : entryText.forgotHelp}</p>
            <nav className="entry-links">{link('/login', entryText.back)}</nav>
          </>
        )}
      </div>
    </main>
  )
}
