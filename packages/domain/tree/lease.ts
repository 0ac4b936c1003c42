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

/**
 * Which of the announcements 14, 7 and 1 days before the end is due, with the days left; null: none. It stays due until
 * the next one, so that a day on which no job ran loses none.
 */
export const leaseNotice = (
  { until }: Lease,
  day: Day,
): { readonly before: (typeof TOLD_BEFORE)[number]; readonly left: number } | null => {
  if (until === null) return null
  const left = daysBetween({ from: day, to: until })
  const before = left < 0 ? undefined : TOLD_BEFORE.find((days) => left <= days)
  return before === undefined ? null : { before, left }
}
