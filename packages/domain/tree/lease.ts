import { type Day, daysBetween } from '../calendar/calendar.ts'

/** Business days, both included; null: no bound. */
export interface Lease {
  readonly from: Day | null
  readonly until: Day | null
}

/** Outside its lease a merchant takes no bets and sends no replenishment; everything stays readable. */
export const isLeased = ({ from, until }: Lease, day: Day): boolean =>
  (from === null || day >= from) && (until === null || day <= until)

const TOLD_BEFORE = [1, 7, 14] as const
/** So long after the end it is still told that it is over. */
export const TOLD_AFTER_DAYS = 7

/** From so many days before its end a lease stands on every page of its people and of operators. */
export const LEASE_SHOWN_DAYS = 14

export type LeaseState = {
  readonly state: 'notBegun' | 'ending' | 'over'
  /** The first day of one that has not begun, else the last one. */
  readonly day: Day
  /** Days until then; negative when it is over. */
  readonly left: number
}

/** What there is to say of a lease on a day: nothing while it runs and does not end soon. */
export const leaseState = ({ from, until }: Lease, today: Day): LeaseState | null => {
  const left = until === null ? null : daysBetween({ from: today, to: until })
  if (until !== null && left !== null && left < 0) return { state: 'over', day: until, left }
  if (from !== null && today < from)
    return { state: 'notBegun', day: from, left: daysBetween({ from: today, to: from }) }
  return until !== null && left !== null && left <= LEASE_SHOWN_DAYS ? { state: 'ending', day: until, left } : null
}

/**
 * Which of the announcements 14, 7 and 1 days before the end, or after it (0), is due, with the days left; null: none. It
 * stays due until the next one, so that a day on which no job ran loses none.
 */
export const leaseNotice = (
  { until }: Lease,
  day: Day,
): { readonly before: (typeof TOLD_BEFORE)[number] | 0; readonly left: number } | null => {
  if (until === null) return null
  const left = daysBetween({ from: day, to: until })
  if (left < 0) return left >= -TOLD_AFTER_DAYS ? { before: 0, left } : null
  const before = TOLD_BEFORE.find((days) => left <= days)
  return before === undefined ? null : { before, left }
}
