import * as noticesCalls from '@strata/contract/calls/notices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { LATEST_ALERTS, useAlerts } from '../../api/shared-queries.ts'
import { ListFoot } from '../../components/data-table/list-foot.tsx'
import { type OwnPage, useOwnPage } from '../../components/data-table/use-own-page.ts'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { ListState } from '../../components/list-state.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { homeText } from '../../text/zh-CN/app/home.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import css from './home.module.css'
import { useAcknowledge } from './use-home.ts'

const SHOWN = [
  { value: 'all', label: homeText.everyAlert },
  { value: 'unread', label: homeText.unreadAlerts },
] as const
type Shown = (typeof SHOWN)[number]['value']
type Alert = Answer<'notices.alertQuery'>['items'][number]

/** The latest alerts, or an older page of them. */
const useAlertPage = (shown: Shown, { pageIndex, pageSize }: OwnPage) => {
  const latest = useAlerts()
  const isLatest = shown === 'all' && pageIndex === 1 && pageSize === LATEST_ALERTS
  const asked = { pageSize, pageIndex, ...(shown === 'unread' ? { state: shown } : {}) } as const
  const page = useQuery({
    ...queryOf(noticesCalls.alertQuery, asked),
    enabled: !isLatest,
    placeholderData: keepPreviousData,
  })
  return { latest, page: isLatest ? latest : page }
}

/** What needs attention, newest first, down to the oldest; each is acknowledged by somebody. */
export const AlertsCard = (): ReactNode => {
  const [shown, setShown] = useState<Shown>('all')
  const own = useOwnPage(LATEST_ALERTS)
  const { latest, page } = useAlertPage(shown, own)
  const acknowledge = useAcknowledge()
  const unread = latest.data?.unread ?? 0
  const newest = latest.data?.items[0]?.id
  return (
    <section className={`card ${css.homeCard}`} data-card="alerts">
      <h2>
        {homeText.alerts}
        {unread === 0 || newest === undefined ? (
          <small>{homeText.allRead}</small>
        ) : (
          <button
            type="button"
            className="link-button"
            disabled={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ upTo: newest })}
          >
            {homeText.readAll(unread)}
          </button>
        )}
        <ToggleGroup
          name="alerts-shown"
          label={homeText.alerts}
          options={SHOWN}
          value={shown}
          onChange={(next) => {
            setShown(next)
            own.onPage(1)
          }}
        />
        {latest.data && latest.data.items.length > 0 ? (
          <ExportButton call={noticesCalls.alertQuery} input={{}} />
        ) : null}
      </h2>
      <ListState query={page} isEmpty={({ items }) => items.length === 0} empty={homeText.noAlerts}>
        {({ items, total }) => (
          <>
            <ul className={css.homeAlerts}>
              {items.map((alert) => (
                <AlertLine
                  key={alert.id}
                  alert={alert}
                  busy={acknowledge.isPending}
                  onRead={() => acknowledge.mutate({ ids: [alert.id] })}
                />
              ))}
            </ul>
            {total > LATEST_ALERTS ? <ListFoot {...own} total={total} more={false} /> : null}
          </>
        )}
      </ListState>
    </section>
  )
}

type LineProps = { readonly alert: Alert; readonly busy: boolean; readonly onRead: () => void }

const AlertLine = ({ alert, busy, onRead }: LineProps): ReactNode => {
  const { content, link, at, readAt, readBy } = alert
  return (
    <li className={readAt === null ? css.homeUnread : ''}>
      <p>{link.startsWith('/') ? <Link to={link}>{content}</Link> : content}</p>
      <p>
        <TimeAgo at={at} />
        {readAt === null ? (
          <button type="button" className="link-button" disabled={busy} onClick={onRead}>
            {homeText.read}
          </button>
        ) : (
          <small>
            {homeText.readBy(readBy)} <TimeAgo at={readAt} />
          </small>
        )}
      </p>
    </li>
  )
}
