import type { ReactNode } from 'react'
import type { Go, PublicPath } from '../../components/public-frame/public-frame.tsx'
import { fieldText } from '../../text/zh-CN/entry/field.ts'
import { watchCapsLock } from '../../ui/fields/caps-lock.ts'
import { ForgotPage } from './forgot-page.tsx'
import { ResetPage } from './reset-page.tsx'
import { TutorialPage } from './tutorial-page.tsx'

watchCapsLock(fieldText.capsLock)

/** The public pages besides the sign-in. */
export const OpenPage = ({ page, onGo }: { readonly page: PublicPath; readonly onGo: Go }): ReactNode => {
  if (page === '/forgot') return <ForgotPage onGo={onGo} />
  if (page === '/resetpwd') return <ResetPage onGo={onGo} />
  return <TutorialPage />
}
