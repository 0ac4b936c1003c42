/**
 * Days and instants of the business. An instant is epoch milliseconds; a day is 'YYYY-MM-DD'. The zone is
 * Asia/Shanghai. It has had no daylight saving since 1991, so a fixed offset of eight hours is used and not the
 * runtime's calendar.
 */

import { OFFSET_MS } from './wall-clock.ts'

/** A calendar or business day, 'YYYY-MM-DD'. Sorts as text. */
export type Day = string & { readonly day: unique symbol }

export interface DayRange {
  readonly from: Day
  /** Inclusive. */
  readonly to: Day
}

export const DAY_MS = 86_400_000

const dayAt = (utcMs: number): Day => {
  if (!Number.isFinite(utcMs)) throw new RangeError(`not an instant: ${utcMs}`)
  return new Date(utcMs).toISOString().slice(0, 10) as Day
}

/** Parses 'YYYY-MM-DD'. Null when no such day exists ('2026-02-30'). */
export const parseDay = (text: string): Day | null => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || dayAt(at) !== text ? null : (text as Day)
}

/** Midnight of the day, counted in days since 1970-01-01. */
const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

export const addDays = (day: Day, count: number): Day => dayAt((dayNumber(day) + count) * DAY_MS)
/** Days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = ({ from, to }: DayRange): number => dayNumber(to) - dayNumber(from)
export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01` as Day

/** The calendar day in Shanghai at an instant. */
export const calendarDay = (at: number): Day => dayAt(at + OFFSET_MS)

/** The instant of a wall-clock time in Shanghai; `timeMs` since midnight. */
export const instantOf = (day: Day, timeMs: number): number => dayNumber(day) * DAY_MS - OFFSET_MS + timeMs

/** All days of a range. Throws RangeError when there are more than `limit`; the caller must check the length first. */
export const daysOf = (range: DayRange, limit = 400): Day[] => {
  const count = daysBetween(range) + 1
  if (count > limit) throw new RangeError(`${count} days`)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => addDays(range.from, index))
}

export type DateShortcut = 'today' | 'yesterday' | 'last7' | 'thisMonth' | 'lastMonth'

/** The days of a shortcut on a business day. The current month ends today. */
export const shortcutRange = (shortcut: DateShortcut, today: Day): DayRange => {
  const month = firstOfMonth(today)
  switch (shortcut) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'last7':
      return { from: addDays(today, -6), to: today }
    case 'thisMonth':
      return { from: month, to: today }
    case 'lastMonth':
      return { from: firstOfMonth(addDays(month, -1)), to: addDays(month, -1) }
  }
}
