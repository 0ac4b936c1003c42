import * as noticesCalls from '@strata/contract/calls/notices'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { leaseText } from '../../text/zh-CN/rooms/leases.ts'
import css from './maintenance-bar.module.css'

type Lease = Answer<'notices.leaseNotice'>['items'][number]

const MERCHANTS = '/admin/merchant/index'
const ASKED_AGAIN_MS = 60_000
/** More are counted: the bar stays one line. */
const NAMED = 3

const nameOf = ({ code, name }: Lease): string => (name === '' || name === code ? code : `${code} ${name}`)

/** An operator's bar names the merchants, each with the way to its row; the merchant's own says what it means. */
const LeaseLine = ({ lease }: { readonly lease: Lease }): ReactNode => {
  const { code, day, left, state } = lease
  if (code === '') return <b>{leaseText.own[state](day, left)}</b>
  return <Link to={`${MERCHANTS}?q=${encodeURIComponent(code)}`}>{leaseText.of[state](nameOf(lease), day, left)}</Link>
}

/** Stays on every page while a lease ends soon, is over or has not begun. */
export const LeaseBar = (): ReactNode => {
  const { data } = useQuery({
    ...queryOf(noticesCalls.leaseNotice, {}, { automatic: true }),
    refetchInterval: ASKED_AGAIN_MS,
  })
  const leases = data?.items ?? []
  const [first] = leases
  if (first === undefined) return null
  const keepsOut = first.code === '' && first.state !== 'ending'
  const more = leases.length - NAMED
  return (
    <div className={keepsOut ? `${css.bar} ${css.running}` : css.bar} data-part="lease-bar" role="status">
      {first.code === '' ? null : <b>{leaseText.heading}</b>}
      {leases.slice(0, NAMED).map((lease) => (
        <LeaseLine key={lease.code} lease={lease} />
      ))}
      {more > 0 ? <Link to={MERCHANTS}>{leaseText.more(more)}</Link> : null}
    </div>
  )
}
