import * as noticesCalls from '@strata/contract/calls/notices'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { useNotices } from '../../api/shared-queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { TimeAgo } from '../../components/time-ago.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './notice-line.module.css'
import { useTyping } from './use-typing.ts'

/** Tells the operators who has read what; when it fails the notices stay unread, and the next opening says it again. */
const markRead = async (ids: number[], client: QueryClient): Promise<void> => {
  try {
    await api.call(noticesCalls.noticeRead, { ids, requestId: newRequestId() }, { automatic: true })
    await refreshAfter(client, noticesCalls.noticeRead)
  } catch {
    // The list itself is what the person asked for.
  }
}

/**
 * All notices joined into one scrolling line. It stops under the pointer and for users who prefer no motion, and rests while keys
 * are pressed: eyes are elsewhere, and a text that moves costs each key a sixth of its time.
 */
export const NoticeLine = (): ReactNode => {
  const { data: notices = [], isPending } = useNotices()
  const [paused, setPaused] = useState(false)
  const [open, setOpen] = useState(false)
  const typing = useTyping()
  const client = useQueryClient()
  // Reserves its space until loaded, so that nothing below moves.
  if (isPending) return <div className={css.notice} />
  if (notices.length === 0) return null
  const toggle = (): void => {
    setOpen(!open)
    const unread = notices.filter(({ read }) => !read).map(({ id }) => id)
    if (!open && unread.length > 0) void markRead(unread, client)
  }
  const text = notices.map((notice) => notice.content).join('　')
  // About nine characters a second for any length.
  const seconds = Math.max(20, Math.round(text.length / 9) + 12)
  return (
    <section className={css.notice} aria-label={appText.notices} data-paused={paused || typing || undefined}>
      <button type="button" className={css.noticeText} data-part="notice-text" aria-expanded={open} onClick={toggle}>
        <span style={{ animationDuration: `${seconds}s` }}>{text}</span>
      </button>
      <button type="button" className={css.noticePause} onClick={() => setPaused(!paused)} aria-pressed={paused}>
        {paused ? appText.resumeNotices : appText.pauseNotices}
      </button>
      {open ? (
        <ul className={css.noticeList}>
          {notices.map((notice) => (
            <li key={notice.id} data-level={notice.level}>
              {notice.content}{' '}
              <small>
                <TimeAgo at={notice.at} />
              </small>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
