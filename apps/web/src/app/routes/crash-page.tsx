import type { ReactNode } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import { CRASH_PART } from './lost-parts.ts'
import css from './message-page.module.css'

export const CrashPage = (): ReactNode => (
  <div className={css.messagePage} role="alert" data-part={CRASH_PART}>
    <h1>{appText.crashed.title}</h1>
    <p>{appText.crashed.text}</p>
    <button type="button" className="plain-button" onClick={() => window.location.reload()}>
      {appText.crashed.reload}
    </button>
  </div>
)
