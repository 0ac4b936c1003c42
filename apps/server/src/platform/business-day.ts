/**
 * Business days by the list that this process knows. Every process and thread sets it before its first question: one that
 * forgot would book a bet on a day on which no report looks for it, so there is no default.
 */

import type { Day, DayRange } from '@strata/domain/calendar'
import * as rule from '@strata/domain/calendar/business-day'

let known: rule.DayStarts | undefined

export const setDayStarts = (starts: rule.DayStarts): void => {
  known = starts
}

/** The list in force here. Throws when nobody set it. */
export const dayStarts = (): rule.DayStarts => {
  if (known === undefined) throw new Error('when business days begin was never set in this process or thread')
  return known
}

/** The list as sign-ins answer it. */
export const dayStartsOnWire = (): { firstDay: Day; startMinutes: number }[] =>
  dayStarts().map(({ firstDay, startMs }) => ({ firstDay, startMinutes: startMs / 60_000 }))

/** The business day of an instant. */
export const businessDay = (at: number): Day => rule.businessDay(at, dayStarts())

/** First instant of a business day, and the first instant after it. */
export const businessDayBounds = (day: Day): ReturnType<typeof rule.businessDayBounds> =>
  rule.businessDayBounds(day, dayStarts())

/** Whether a range that ends today (or later) shows later open orders too. */
export const includesLaterOpen = (range: DayRange, now: number): boolean =>
  rule.includesLaterOpen(range, now, dayStarts())
