import { type ReactNode, useState } from 'react'
import { useNotices } from '../../api/shared-queries.ts'
import { TimeAgo } from '../../components/time-ago.tsx'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './notice-line.module.css'

/** All notices joined into one scrolling line; still under the pointer, and for whoever asks for no motion. */
export const NoticeLine = (): ReactNode => {
  const { data: notices = [], isPending } = useNotices()
  const [paused, setPaused] = useState(false)
  const [open, setOpen] = useState(false)
  // Keeps its place until it is known: nothing below moves when it comes.
  if (isPending) return <div className={css.notice} />
  if (notices.length === 0) return null
  const text = notices.map((notice) => notice.content).join('　')
  // About nine characters a second, whatever the length.
  const seconds = Math.max(20, Math.round(text.length / 9) + 12)
  return (
    <section className={css.notice} aria-label={appText.notices} data-paused={paused || undefined}>
      <button
        type="button"
        className={css.noticeText}
        data-part="notice-text"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
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
