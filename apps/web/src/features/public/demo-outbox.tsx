import * as passwordsCalls from '@strata/contract/calls/passwords'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import { isDemo } from '../../api/seal.ts'
import { formatInstant } from '../../lib/instant.ts'
import { publicText } from '../../text/zh-CN/entry/public.ts'
import css from './public.module.css'

const words = publicText.outbox

type Message = { readonly id: number; readonly at: number; readonly accountName: string; readonly content: string }

/** Messages that the demo did not really send, so that its users can read the codes. */
export const DemoOutbox = (): ReactNode => {
  const [demo, setDemo] = useState(false)
  const [messages, setMessages] = useState<readonly Message[] | null>(null)
  useEffect(() => {
    isDemo().then(setDemo, () => {})
  }, [])
  if (!demo) return null
  const read = (): void =>
    void api.call(passwordsCalls.demoOutbox, {}, { automatic: true }).then(
      (all) => setMessages(all.slice(0, 5)),
      () => {},
    )
  return (
    <div className={css.outbox}>
      <button type="button" className="link-button" onClick={read}>
        {messages === null ? words.show : words.again}
      </button>
      {messages === null ? null : messages.length === 0 ? (
        <p className="entry-note">{words.empty}</p>
      ) : (
        <ul aria-label={words.label}>
          {messages.map(({ id, at, accountName, content }) => (
            <li key={id}>
              <b>{accountName}</b> <small>{formatInstant(at)}</small>
              <br />
              {content}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
