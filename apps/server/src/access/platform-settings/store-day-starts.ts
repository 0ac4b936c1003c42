import type { Day } from '@strata/domain/calendar'
import { type DayStart, type DayStarts, dayStartsOf } from '@strata/domain/calendar/business-day'
import { type Queryable, row, rows } from '../../platform/db.ts'

const MINUTE_MS = 60_000

/** When business days begin, as stored. */
export async function readDayStarts(on: Queryable): Promise<DayStarts> {
  const found = await rows<{ first_day: string; start_minutes: number }>(
    on,
    'select first_day, start_minutes from day_starts',
  )
  return dayStartsOf(
    found.map(
      ({ first_day, start_minutes }): DayStart => ({
        firstDay: first_day as Day,
        startMs: start_minutes * MINUTE_MS,
      }),
    ),
  )
}

/** When the newest entry was added by an operator; null: never. */
export async function lastChangeOfDayStart(on: Queryable): Promise<number | null> {
  const found = await row<{ at: bigint | null }>(on, 'select max(at) as at from day_starts')
  return found.at === null ? null : Number(found.at)
}

export async function insertDayStart(
  on: Queryable,
  { firstDay, startMs }: DayStart,
  by: { readonly operator: string; readonly at: number },
): Promise<void> {
  await on.query('insert into day_starts (first_day, start_minutes, operator, at) values ($1, $2, $3, $4)', [
    firstDay,
    startMs / MINUTE_MS,
    by.operator,
    by.at,
  ])
}

/** The business day of an instant (an expression of epoch milliseconds) by the stored list. */
export const businessDaySql = (instant: string): string => `(
  select c.day - case when c.ms < s.start_minutes * 60000 then 1 else 0 end
    from (select date '1970-01-01' + ((${instant} + 28800000) / 86400000)::integer as day,
                 (${instant} + 28800000) % 86400000 as ms) c
   cross join lateral (select start_minutes from day_starts where first_day <= c.day order by first_day desc limit 1) s)`
