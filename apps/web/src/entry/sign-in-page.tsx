import type { ReactNode } from 'react'
import { PORTAL } from '#portal'
import { Frame, type Go, go } from '../components/public-frame/public-frame.tsx'
import { entryText } from '../text/zh-CN/entry/entry.ts'
import { SignInForm } from './sign-in-form.tsx'

type Props = { readonly onFirstKey: () => void; readonly onGo: Go; readonly onSignedIn: () => void }

export const SignInPage = ({ onFirstKey, onGo, onSignedIn }: Props): ReactNode => (
  <Frame title={PORTAL.title}>
    <SignInForm onFirstKey={onFirstKey} onSignedIn={onSignedIn} />
    <nav className="entry-links">
      <a href="/forgot" onClick={go(onGo, '/forgot')}>
        {entryText.forgot}
      </a>
      <a href="/tutorial" onClick={go(onGo, '/tutorial')}>
        {entryText.tutorial}
      </a>
    </nav>
  </Frame>
)
