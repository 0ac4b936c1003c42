import type { Day } from '@strata/domain/calendar'
import {
  type DayStarts,
  businessDay as dayOf,
  dayStartsOf,
  FIRST_DAY_STARTS,
  startMsOf,
} from '@strata/domain/calendar/business-day'
import { toEpochMs } from './instant.ts'

/** When business days begin, as this page knows it. There is no default: a page with another list shows wrong days. */
let known: DayStarts | undefined

type Told = { readonly firstDay: string; readonly startMinutes: number }

/**
 * Takes the list of a sign-in. null: the session is older than the setting. It ends before the first change takes effect,
 * so it may count as it always did.
 */
export const showDayStarts = (told: readonly Told[] | null): void => {
  known = told
    ? dayStartsOf(
        told.map(({ firstDay, startMinutes }) => ({ firstDay: firstDay as Day, startMs: startMinutes * 60_000 })),
      )
    : FIRST_DAY_STARTS
}

const dayStarts = (): DayStarts => {
  if (known === undefined) throw new Error('when business days begin was never set')
  return known
}

/** The business day that an instant belongs to. */
export const businessDay = (instant: number): Day => dayOf(toEpochMs(instant), dayStarts())

/** "06:00": when a business day begins. */
export const dayStartTime = (day: string): string =>
  new Date(startMsOf(day as Day, dayStarts())).toISOString().slice(11, 16)

/** "2026-11-20 06:00": the first moment of a business day. */
export const dayBegins = (day: string): string => `${day} ${dayStartTime(day)}`
