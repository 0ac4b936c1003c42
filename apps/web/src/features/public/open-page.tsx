import type { ReactNode } from 'react'
import type { Go, PublicPath } from '../../components/public-frame/public-frame.tsx'
import { ForgotPage } from './forgot-page.tsx'
import { ResetPage } from './reset-page.tsx'
import { TutorialPage } from './tutorial-page.tsx'

/** The public pages besides the sign-in. */
export const OpenPage = ({ page, onGo }: { readonly page: PublicPath; readonly onGo: Go }): ReactNode => {
  if (page === '/forgot') return <ForgotPage onGo={onGo} />
  if (page === '/resetpwd') return <ResetPage onGo={onGo} />
  return <TutorialPage />
}
