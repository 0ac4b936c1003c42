import * as accessCalls from '@strata/contract/calls/access'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api/api.ts'
import { clearSession, type SessionAccount, useSession } from '../../api/session.ts'
import { noteTypedPassword, typedPassword } from '../../api/typed-password.ts'
import { PasswordForm } from '../../components/forms/password-form.tsx'
import cardCss from '../../components/public-frame/card.module.css'
import { Frame } from '../../components/public-frame/public-frame.tsx'
import { publicText } from '../../text/zh-CN/entry/public.ts'
import css from './public.module.css'

const words = publicText.first

const settle = (done: Partial<SessionAccount>): void => {
  useSession.setState(({ account }) => (account ? { account: { ...account, ...done } } : {}))
}

const leave = async (): Promise<void> => {
  await api.call(accessCalls.logout, {}, { automatic: true }).catch(() => {})
  clearSession()
  window.location.assign('/login')
}

/** The first sign-in: the user chooses a login password, then the transfer password. */
export const SetPasswordPage = (): ReactNode => {
  const account = useSession((session) => session.account)
  const navigate = useNavigate()
  const login = account?.mustChangePassword ?? false
  const transfer = account?.needSetPassword ?? false
  // Typed at the sign-in, then chosen in the first step; a reload forgets it, and then it is asked for.
  const [present, setPresent] = useState(typedPassword)
  const choose = (password: string | null): void => {
    noteTypedPassword(password)
    setPresent(password)
  }
  return (
    <Frame title={words.title}>
      <div className={`${cardCss.card} ${css.publicCard}`}>
        {login ? (
          <>
            <p className="entry-note">
              <b>{words.login}</b>
              <br />
              {words.loginNote}
            </p>
            <PasswordForm
              key="login"
              kind="login"
              known={present}
              button={transfer ? words.next : words.done}
              onDone={(password) => {
                choose(transfer ? password : null)
                settle({ mustChangePassword: false })
              }}
            />
          </>
        ) : transfer ? (
          <>
            <p className="entry-note">
              <b>{words.transfer}</b>
              <br />
              {words.transferNote}
            </p>
            <PasswordForm
              key="transfer"
              kind="transfer"
              first
              known={present}
              button={words.done}
              onDone={() => {
                choose(null)
                settle({ needSetPassword: false })
              }}
            />
          </>
        ) : (
          <>
            <p className="entry-note" role="status">
              {words.finished}
            </p>
            <p className={css.maintenanceUntil}>
              <button type="button" className="plain-button" onClick={() => void navigate('/')}>
                {words.home}
              </button>
            </p>
          </>
        )}
        <p className="entry-links">
          <button type="button" className="link-button" onClick={() => void leave()}>
            {words.signOut}
          </button>
        </p>
      </div>
    </Frame>
  )
}
