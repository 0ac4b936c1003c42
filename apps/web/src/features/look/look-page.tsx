import * as calls from '@strata/contract/calls/look'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import { beginSession } from '../../api/begin-session.ts'
import { Frame } from '../../components/public-frame/public-frame.tsx'
import { lookText as words } from '../../text/zh-CN/entry/look.ts'

/** /look#ticket: begins a session in which an operator sees a merchant's pages, reading only. */
export const LookPage = (): ReactNode => {
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const ticket = window.location.hash.slice(1)
    // A ticket works once: it need not stay in the history.
    window.history.replaceState(null, '', '/look')
    if (ticket === '') return
    api.call(calls.lookEnter, { ticket }, { automatic: true }).then(
      (answer) => {
        beginSession(answer)
        window.location.replace('/')
      },
      () => setFailed(true),
    )
  }, [])
  return (
    <Frame title={words.title}>
      <p role="status">{failed ? words.failed : words.opening}</p>
    </Frame>
  )
}
