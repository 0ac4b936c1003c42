import type { Day } from '@strata/domain/calendar'
import { businessDay, businessDayBounds, FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'

/** The business day of an instant in a world whose operators changed nothing. */
export const businessDayAt = (instant: number): Day => businessDay(instant, FIRST_DAY_STARTS)
export const businessToday = (): Day => businessDayAt(Date.now())
/** The first instant after a business day of such a world. */
export const endOfBusinessDay = (day: Day): number => businessDayBounds(day, FIRST_DAY_STARTS).endAt
