import type { ReactNode } from 'react'
import { helpText } from '../text/zh-CN/help.ts'
import { Frame, type Go, go, type PublicPath } from './frame.tsx'

type Props = { readonly page: PublicPath; readonly onGo: Go }

/** What a person who cannot sign in may read. */
export const HelpPage = ({ page, onGo }: Props): ReactNode => (
  <Frame title={page === '/tutorial' ? helpText.tutorial : helpText.forgot}>
    <p className="entry-note">{page === '/tutorial' ? helpText.tutorialHelp : helpText.forgotHelp}</p>
    <nav className="entry-links">
      <a href="/login" onClick={go(onGo, '/login')}>
        {helpText.back}
      </a>
    </nav>
  </Frame>
)
