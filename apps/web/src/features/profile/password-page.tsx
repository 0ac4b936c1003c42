import '../../ui/page/list-page.css'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { PasswordForm } from '../../components/forms/password-form.tsx'
import { profileText } from '../../text/zh-CN/rooms/profile.ts'
import { Devices } from './devices.tsx'
import css from './profile.module.css'
import { SecondFactor } from './second-factor.tsx'

const words = profileText.password

/** Both passwords, the second factor, and the user's sessions. */
export const PasswordPage = (): ReactNode => {
  const account = useSession((session) => session.account)
  const first = account?.needSetPassword ?? false
  return (
    <div className="list-page">
      <div className={css.profileGrid}>
        <div>
          <section className="card panel">
            <header>
              <h2>{words.login}</h2>
              <span>{words.noteLogin}</span>
            </header>
            <div className="panel-body">
              <PasswordForm kind="login" button={words.change} onDone={() => {}} />
            </div>
          </section>
          <section className="card panel">
            <header>
              <h2>{words.transfer}</h2>
              <span>{first ? words.unset : words.noteTransfer}</span>
            </header>
            <div className="panel-body">
              <PasswordForm
                key={String(first)}
                kind="transfer"
                first={first}
                button={first ? words.set : words.change}
                onDone={() =>
                  useSession.setState((held) =>
                    held.account ? { account: { ...held.account, needSetPassword: false } } : {},
                  )
                }
              />
            </div>
          </section>
        </div>
        <div>
          <SecondFactor />
          <Devices />
        </div>
      </div>
    </div>
  )
}
