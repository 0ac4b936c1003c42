import * as signInCalls from '@strata/contract/calls/sign-in'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { queryOf } from '../../api/queries.ts'
import cardCss from '../../components/public-frame/card.module.css'
import { Frame } from '../../components/public-frame/public-frame.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { safeRedirect } from '../../lib/safe-redirect.ts'
import { publicText } from '../../text/zh-CN/entry/public.ts'
import { useSecond } from '../../ui/hooks/use-second.ts'
import css from './public.module.css'

const words = publicText.maintenance
const RETRY_MS = 15_000

/** What is being done and until when; asks by itself and goes back to where the person was once it is over. */
export const MaintenancePage = (): ReactNode => {
  const [search] = useSearchParams()
  const back = safeRedirect(search.get('from'))
  const status = useQuery({
    ...queryOf(signInCalls.platformStatus, {}, { automatic: true }),
    refetchInterval: RETRY_MS,
    staleTime: 0,
    retry: false,
  })
  useSecond()
  const over = status.data !== undefined && (status.data.maintenanceState !== 2 || status.data.reading)
  // Loaded again: what failed meanwhile is asked again, and a newer version of the page comes along.
  useEffect(() => {
    if (over) window.location.replace(back)
  }, [over, back])
  const asked = Math.max(status.dataUpdatedAt, status.errorUpdatedAt)
  const left = Math.max(0, Math.ceil((asked + RETRY_MS - Date.now()) / 1000))
  const until = status.data?.until ?? null
  return (
    <Frame title={words.title}>
      <div className={`${cardCss.card} ${css.publicCard}`}>
        <p className="entry-note">{status.data?.message ? status.data.message : words.text}</p>
        <p className={css.maintenanceUntil}>{until === null ? words.unknown : words.until(formatInstant(until))}</p>
        <p className={css.publicLine} role="status">
          {over ? words.over : status.isError ? words.failed : words.checking(left)}
        </p>
        <button
          type="button"
          className="plain-button"
          disabled={status.isFetching}
          onClick={() => void status.refetch()}
        >
          {words.now}
        </button>
      </div>
    </Frame>
  )
}
