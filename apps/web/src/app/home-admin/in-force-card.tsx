import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAllGames } from '../../api/shared-queries.ts'
import { formatShort } from '../../lib/time.ts'
import { homeAdminText as words } from '../../text/zh-CN/rooms/home-admin.ts'
import css from './home-admin.module.css'
import type { Home } from './needs-model.ts'

const MAINTENANCE = '/admin/game/maintenance'
const NOTICES = '/admin/notice/index'

type Window = NonNullable<Home['windows']>[number]

const WindowLine = ({ window, minutes }: { readonly window: Window; readonly minutes: number }): ReactNode => {
  const games = useAllGames().data ?? []
  const what =
    window.gameId === null ? words.platform : (games.find(({ id }) => id === window.gameId)?.gameName ?? window.gameId)
  const until = window.until === null ? words.byHand : formatShort(window.until)
  return (
    <li>
      <p>
        <span className={window.hasBegun ? 'tag tag-bad' : 'tag tag-warn'}>
          {window.hasBegun ? words.begun : words.planned}
        </span>{' '}
        <b>{what}</b> {window.from === null ? '' : formatShort(window.from)} – {until}
      </p>
      <p>
        <span>{window.message === '' ? words.told(minutes) : window.message}</span>
        <Link to={MAINTENANCE}>{words.change} ›</Link>
      </p>
    </li>
  )
}

const NoticeLine = ({ notice }: { readonly notice: NonNullable<Home['notices']>[number] }): ReactNode => (
  <li>
    <p className={css.noticeText}>
      <span className={notice.isWarning ? 'tag tag-warn' : `tag ${css.on}`}>{words.notice}</span> {notice.content}
    </p>
    <p>
      <span>
        {notice.until === null ? '' : `${words.until(formatShort(notice.until))} · `}
        {words.readers(notice.readers)}
      </span>
      <Link to={NOTICES}>{words.show} ›</Link>
    </p>
  </li>
)

/** Maintenance that is planned or runs, and notices in force. */
export const InForceCard = ({ home }: { readonly home: Home }): ReactNode => {
  const windows = home.windows ?? []
  const notices = home.notices ?? []
  return (
    <section className={`card ${css.card}`} aria-label={words.notices} data-card="in-force">
      <header className={css.cardHead}>
        <h2>{words.notices}</h2>
        <Link className={css.headLink} to={home.notices === null ? MAINTENANCE : NOTICES}>
          {home.notices === null ? words.toMaintenance : words.toNotices}
        </Link>
      </header>
      {windows.length + notices.length === 0 ? <p className="message-line">{words.noNotices}</p> : null}
      <ul className={css.inForce}>
        {windows.map((window) => (
          <WindowLine key={window.gameId ?? 0} window={window} minutes={home.noticeMinutes} />
        ))}
        {notices.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} />
        ))}
      </ul>
      {home.moreNotices > 0 ? (
        <p className={css.more}>
          <Link to={NOTICES}>{words.moreNotices(home.moreNotices)} ›</Link>
        </p>
      ) : null}
    </section>
  )
}
