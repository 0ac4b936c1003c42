import { type ReactNode, useSyncExternalStore } from 'react'
import { isTabLocked, onTabLock } from '../../api/other-tabs.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './lock-notice.module.css'

/** Covers a tab whose account has been replaced by another sign-in in the same browser. */
export const LockNotice = (): ReactNode => {
  const locked = useSyncExternalStore(onTabLock, isTabLocked)
  if (!locked) return null
  return (
    <div className={css.lock} role="alertdialog" aria-modal="true" aria-labelledby="lock-title">
      <div className={css.lockCard}>
        <h2 id="lock-title">{appText.locked.title}</h2>
        <p>{appText.locked.text}</p>
        <button type="button" className="plain-button" onClick={() => window.location.assign('/')}>
          {appText.locked.reload}
        </button>
      </div>
    </div>
  )
}
