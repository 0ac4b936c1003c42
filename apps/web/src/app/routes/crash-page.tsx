import type { ReactNode } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'

export const CrashPage = (): ReactNode => (
  <div className="message-page" role="alert">
    <h1>{appText.crashed.title}</h1>
    <p>{appText.crashed.text}</p>
    <button type="button" className="plain-button" onClick={() => window.location.reload()}>
      {appText.crashed.reload}
    </button>
  </div>
)
