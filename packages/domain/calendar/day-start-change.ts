/** A change of when business days begin, by an operator. */
import { businessDay, type DayStart, type DayStarts, dayStartsOf, startMsOf } from './business-day.ts'
import { addDays, calendarDay, DAY_MS, type Day, instantOf } from './calendar.ts'

const LATEST_HOUR = 12
/**
 * From the change to the first moment that it concerns. A process reads the list every minute, and a page at its sign-in,
 * which holds 24 hours at most.
 */
const CHANGE_AHEAD_MS = 2 * DAY_MS

/** The time of a text like "07:30", in milliseconds after midnight: on the half hour, from 00:00 to 12:00. Else null. */
export const parseDayStart = (text: string): number | null => {
  const found = /^(\d\d):(00|30)$/.exec(text)
  if (!found) return null
  const minutes = Number(found[1]) * 60 + Number(found[2])
  return minutes <= LATEST_HOUR * 60 ? minutes * 60_000 : null
}

/** "07:30". */
export const dayStartText = (startMs: number): string => new Date(startMs).toISOString().slice(11, 16)

/** The entry that has not taken effect at `now`. */
export const scheduledStart = (starts: DayStarts, now: number): DayStart | null => {
  const last = starts.at(-1) ?? starts[0]
  return last.firstDay > businessDay(now, starts) ? last : null
}

/** A period that exists, with the day that it and its orders carry. */
export interface DatedPeriod {
  readonly day: string
  readonly drawAt: number
}

export type DayStartRefusal<P extends DatedPeriod> =
  | { readonly refusal: 'badTime' }
  | { readonly refusal: 'same' }
  | { readonly refusal: 'scheduled'; readonly entry: DayStart }
  | { readonly refusal: 'moves'; readonly period: P }

/** The first day that a change may concern. */
const firstDayOf = (startMs: number, starts: DayStarts, now: number): Day => {
  const earliest = now + CHANGE_AHEAD_MS
  const day = calendarDay(earliest)
  // Where the day began before and where it will begin: what lies between changes its day.
  return instantOf(day, Math.min(startMs, startMsOf(day, starts))) < earliest ? addDays(day, 1) : day
}

/**
 * The entry that a change adds. Refused in this order: badTime, same (as it is now), scheduled (an earlier change has not
 * taken effect), moves (a period that exists would get another day by its draw: orders carry the day of their period).
 * A draw that was postponed beyond the end of its day keeps that day, and is in the way only if the change concerns it.
 * `periods`: all that draw later than now, of whatever state.
 */
export const planDayStart = <P extends DatedPeriod>(
  text: string,
  starts: DayStarts,
  { now, periods }: { readonly now: number; readonly periods: readonly P[] },
): DayStart | DayStartRefusal<P> => {
  const startMs = parseDayStart(text)
  if (startMs === null) return { refusal: 'badTime' }
  if (startMs === startMsOf(businessDay(now, starts), starts)) return { refusal: 'same' }
  const waiting = scheduledStart(starts, now)
  if (waiting) return { refusal: 'scheduled', entry: waiting }
  const entry = { firstDay: firstDayOf(startMs, starts, now), startMs }
  const after = dayStartsOf([...starts, entry])
  const period = periods.find(({ day, drawAt }) => {
    const byChange = businessDay(drawAt, after)
    return byChange !== businessDay(drawAt, starts) && byChange !== day
  })
  return period ? { refusal: 'moves', period } : entry
}
