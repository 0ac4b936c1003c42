import { describe, expect, it } from 'vitest'
import { businessDay, FIRST_DAY_STARTS } from './business-day.ts'
import { addDays, calendarDay, type Day, daysBetween, daysOf, instantOf, parseDay, shortcutRange } from './calendar.ts'
import { wallClock } from './wall-clock.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)
const day = (text: string) => text as Day

describe('calendar days', () => {
  it.each([
    ['2026-03-01T05:59:59.999', '2026-03-01'],
    ['2026-03-02T00:00:00', '2026-03-02'],
    ['2027-01-01T00:30:00', '2027-01-01'],
  ])('%s belongs to %s', (text, calendar) => expect(calendarDay(at(text))).toBe(calendar))
  it('has wall-clock times', () => {
    expect(instantOf(day('2026-03-01'), 3_600_000)).toBe(at('2026-03-01T01:00:00'))
    expect(wallClock(at('2026-03-01T01:02:03'))).toBe('2026-03-01 01:02:03')
  })
})

describe('days and ranges', () => {
  it.each([['2026-02-29'], ['2026-13-01'], ['2026-1-1'], ['20260101'], ['2026-01-01 '], ['']])(
    '%s is not a day',
    (text) => expect(parseDay(text)).toBeNull(),
  )
  it('counts across months and leap years', () => {
    expect(addDays(day('2028-02-28'), 2)).toBe('2028-03-01')
    expect(daysBetween({ from: day('2025-12-31'), to: day('2026-01-02') })).toBe(2)
    expect(daysOf({ from: day('2026-01-31'), to: day('2026-02-01') })).toEqual(['2026-01-31', '2026-02-01'])
  })
})

describe('shortcuts', () => {
  // A Sunday before 06:00: business today is still Saturday the 28th.
  const now = at('2026-03-01T05:00:00')
  it.each([
    ['today', '2026-02-28', '2026-02-28'],
    ['yesterday', '2026-02-27', '2026-02-27'],
    ['last7', '2026-02-22', '2026-02-28'],
    ['thisMonth', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-01', '2026-01-31'],
  ] as const)('%s', (shortcut, from, to) =>
    expect(shortcutRange(shortcut, businessDay(now, FIRST_DAY_STARTS))).toEqual({ from, to }),
  )
  it('on the first of a month', () => {
    expect(shortcutRange('thisMonth', day('2026-03-01'))).toEqual({ from: '2026-03-01', to: '2026-03-01' })
    expect(shortcutRange('lastMonth', day('2026-03-01'))).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  })
})
