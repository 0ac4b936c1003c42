/**
 * When business days begin. Operators may change the time, so it is a list: every caller passes the one it knows, and none
 * can leave it out.
 */
import { addDays, calendarDay, DAY_MS, type Day, type DayRange, instantOf } from './calendar.ts'

/** From `firstDay` on, business days begin `startMs` after midnight in Shanghai. */
export interface DayStart {
  readonly firstDay: Day
  /** 0 to 24 hours, without the last. */
  readonly startMs: number
}

/** In the order of their first days. The oldest holds for all days before it too. */
export type DayStarts = readonly [DayStart, ...DayStart[]]

/** The list of these entries in any order. Throws on an empty one, on a day given twice and on a time that no day has. */
export const dayStartsOf = (entries: readonly DayStart[]): DayStarts => {
  const [oldest, ...others] = entries.toSorted((a, b) => (a.firstDay < b.firstDay ? -1 : 1))
  if (!oldest) throw new RangeError('business days never begin')
  if (new Set(entries.map(({ firstDay }) => firstDay)).size < entries.length)
    throw new RangeError('two starts of one day')
  for (const { firstDay, startMs } of entries) {
    if (!Number.isInteger(startMs) || startMs < 0 || startMs >= DAY_MS)
      throw new RangeError(`a day that begins ${startMs} after midnight: ${firstDay}`)
  }
  return [oldest, ...others]
}

/** Of an installation whose operators never changed it: 06:00. */
export const FIRST_DAY_STARTS = dayStartsOf([{ firstDay: '1970-01-01' as Day, startMs: 6 * 3_600_000 }])

/** How long after midnight a business day begins. */
export const startMsOf = (day: Day, starts: DayStarts): number =>
  (starts.findLast(({ firstDay }) => firstDay <= day) ?? starts[0]).startMs

/** The first instant of a business day. */
const startOf = (day: Day, starts: DayStarts): number => instantOf(day, startMsOf(day, starts))

/** The business day of an instant. An instant before the start of its calendar day belongs to the day before. */
export const businessDay = (at: number, starts: DayStarts): Day => {
  const day = calendarDay(at)
  return at < startOf(day, starts) ? addDays(day, -1) : day
}

/**
 * First instant of a business day, and the first instant after it. A day ends where the next one begins: the one before
 * a change is shorter or longer than 24 hours.
 */
export const businessDayBounds = (
  day: Day,
  starts: DayStarts,
): { readonly startAt: number; readonly endAt: number } => ({
  startAt: startOf(day, starts),
  endAt: startOf(addDays(day, 1), starts),
})

/** A range that ends today (or later) also shows open orders of later days. */
export const includesLaterOpen = (range: DayRange, now: number, starts: DayStarts): boolean =>
  range.to >= businessDay(now, starts)
