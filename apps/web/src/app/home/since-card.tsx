import * as downlinesCalls from '@strata/contract/calls/downlines'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { ListState } from '../../components/list-state.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { formatShort } from '../../lib/time.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { homeText } from '../../text/zh-CN/app/home.ts'
import css from './home.module.css'

const ONLINE_MS = 30_000

const useSince = (since: number) =>
  useQuery({
    ...queryOf(downlinesCalls.changesSince, { since }, { automatic: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })

type Changes = Answer<'access.changesSince'>

const ChangeList = ({ counts, items, more }: Changes): ReactNode => (
  <>
    <p className={css.sinceCounts}>
      {counts.map(({ action, count }) => (
        <span key={action} className="tag">
          {action} {count}
        </span>
      ))}
      {more ? <small>{homeText.sinceMore}</small> : null}
    </p>
    <ul className={css.sinceList}>
      {items.map(({ at, operatorName, targetName, action }) => (
        <li key={`${at}-${targetName}-${action}`}>
          <b>{targetName}</b> {action}
          <small>
            {operatorName} · <TimeAgo at={at} />
          </small>
        </li>
      ))}
    </ul>
  </>
)

/** What others have changed at one's own path and below since the last visit; nothing at the first visit. */
export const SinceCard = (): ReactNode => {
  const since = useSession((session) => session.account?.lastLoginAt ?? null)
  return since === null ? null : <Since since={since} />
}

const Since = ({ since }: { readonly since: number }): ReactNode => {
  const changes = useSince(since)
  return (
    <section className={`card ${css.homeCard}`} data-card="since">
      <h2>
        {homeText.since}
        <small>{formatShort(changes.data?.since ?? since)}</small>
      </h2>
      <ListState query={changes} isEmpty={({ items }) => items.length === 0} empty={homeText.noneSince}>
        {(data) => <ChangeList {...data} />}
      </ListState>
    </section>
  )
}

/** Who of the downline is signed in at this moment. */
export const OnlineCard = (): ReactNode => {
  const online = useQuery({
    ...queryOf(downlinesCalls.downlinesOnline, {}, { automatic: true }),
    refetchInterval: ONLINE_MS,
  })
  return (
    <section className={`card ${css.homeCard}`} data-card="online">
      <h2>
        {homeText.online}
        <small>{online.data ? homeText.onlineCount(online.data.total) : ''}</small>
      </h2>
      <ListState query={online} isEmpty={({ items }) => items.length === 0} empty={homeText.noneOnline}>
        {({ items }) => (
          <ul className={css.sinceList}>
            {items.map((row) => (
              <li key={row.accountName}>
                <Link to={`/agent/accounts/index?q=${encodeURIComponent(row.mainName || row.accountName)}`}>
                  {row.accountName}
                </Link>{' '}
                {row.nickname}
                <small>
                  {appText.roles[row.roleId]} · <TimeAgo at={row.seenAt} />
                </small>
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </section>
  )
}
