import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { ForgotPage } from '../../features/public/forgot-page.tsx'
import { ResetPage } from '../../features/public/reset-page.tsx'

/** The pages of a forgotten password for a signed-in user, possibly of another account. */
export const SignedInForgotPage = (): ReactNode => {
  const navigate = useNavigate()
  return <ForgotPage onGo={(path) => void navigate(path)} />
}

export const SignedInResetPage = (): ReactNode => {
  const navigate = useNavigate()
  return <ResetPage onGo={(path) => void navigate(path)} />
}
