import type { ReactNode } from 'react'
import { serverNow } from '../api/clock.ts'
import { formatInstant, toEpochMs } from '../lib/instant.ts'
import { ago } from '../lib/time.ts'
import { peopleText } from '../text/zh-CN/shared/people.ts'

/** A relative time with the exact one as a title; a dash for null. */
export const TimeAgo = ({ at }: { readonly at: number | null }): ReactNode => {
  if (at === null) return <span>{peopleText.none}</span>
  const past = ago(at, serverNow())
  const words = {
    now: () => peopleText.justNow,
    minutes: () => peopleText.minutesAgo('count' in past ? past.count : 0),
    hours: () => peopleText.hoursAgo('count' in past ? past.count : 0),
    day: () => peopleText.dayAgo,
    date: () => ('date' in past ? past.date : ''),
  }[past.kind]()
  return (
    <time dateTime={new Date(toEpochMs(at)).toISOString()} title={formatInstant(at)}>
      {words}
    </time>
  )
}
