import { addDays, type DateShortcut, type Day, parseDay, shortcutRange as rangeOf } from '@strata/domain/calendar'
import { formatDate, formatInstant, toEpochMs, two } from './instant.ts'

/** "11-20 09:12": for places where the year is obvious. */
export const formatShort = (instant: number): string => formatInstant(instant).slice(5, 16)

/** "11-20 09:12:05" in the year of `now`, else with its year: for columns of times. */
export const formatMoment = (instant: number, now: number): string => {
  const [whole, today] = [formatInstant(instant), formatInstant(now)]
  return whole.slice(0, 5) === today.slice(0, 5) ? whole.slice(5) : whole
}

/** "03:21:44", never negative; from one day on with days in front ("2:03:21:44"). */
export const formatCountdown = (leftMs: number): string => {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const days = Math.floor(seconds / 86_400)
  const clock = `${two(Math.floor((seconds % 86_400) / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return days > 0 ? `${days}:${clock}` : clock
}

/** The age as a unit and a count; the text file has the words. */
export type Ago =
  | { readonly kind: 'now' }
  | { readonly kind: 'minutes' | 'hours'; readonly count: number }
  | { readonly kind: 'day' }
  | { readonly kind: 'date'; readonly date: string }

/** Under 30 seconds "now"; under an hour minutes; under a day hours; under two days one day; else the date. */
export const ago = (instant: number, now: number): Ago => {
  const seconds = Math.floor((now - toEpochMs(instant)) / 1000)
  if (seconds < 30) return { kind: 'now' }
  if (seconds < 3600) return { kind: 'minutes', count: Math.max(1, Math.floor(seconds / 60)) }
  if (seconds < 86_400) return { kind: 'hours', count: Math.floor(seconds / 3600) }
  if (seconds < 172_800) return { kind: 'day' }
  return { kind: 'date', date: formatDate(instant) }
}

export const isDay = (text: string | null): text is Day => text !== null && parseDay(text) !== null

// Screens use days as plain texts, like the address and the pickers; they were checked when they were read.

/** The day `days` after (or, negative, before) a day. */
export const shiftDay = (day: string, days: number): string => addDays(day as Day, days)

export type DayRange = { readonly from: string; readonly to: string }
export type RangeShortcut = DateShortcut

/** The range of a date picker's shortcut, in business days, ending at `today` at the latest. */
export const shortcutRange = (shortcut: RangeShortcut, today: string): DayRange => rangeOf(shortcut, today as Day)
