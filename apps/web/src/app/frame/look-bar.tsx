import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { formatInstant } from '../../lib/instant.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './four-eyes-bar.module.css'
import { signOut } from './sign-out.ts'

/** Says on every page that an operator looks into this account and can change nothing. */
export const LookBar = (): ReactNode => {
  const account = useSession((session) => session.account)
  if (account?.lookUntil === undefined) return null
  return (
    <p className={css.fourEyes} data-part="looking" role="status">
      {appText.looking(account.accountName, formatInstant(account.lookUntil).slice(11, 16))}{' '}
      <button type="button" className="link-button" onClick={() => void signOut()}>
        {appText.endLooking}
      </button>
    </p>
  )
}
