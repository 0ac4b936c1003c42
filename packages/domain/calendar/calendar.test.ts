import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  businessDay,
  businessDayBounds,
  calendarDay,
  DAY_MS,
  type Day,
  daysBetween,
  daysOf,
  includesLaterOpen,
  instantOf,
  parseDay,
  shortcutRange,
} from './calendar.ts'
import { wallClock } from './wall-clock.ts'

const SEED = 20_260_105
const at = (text: string) => Date.parse(`${text}+08:00`)
const day = (text: string) => text as Day

describe('business days', () => {
  it.each([
    ['2026-03-01T05:59:59.999', '2026-02-28', '2026-03-01'],
    ['2026-03-01T06:00:00', '2026-03-01', '2026-03-01'],
    ['2026-03-01T23:59:59', '2026-03-01', '2026-03-01'],
    ['2026-03-02T00:00:00', '2026-03-01', '2026-03-02'],
    ['2028-02-29T06:00:00', '2028-02-29', '2028-02-29'],
    ['2027-01-01T00:30:00', '2026-12-31', '2027-01-01'],
  ])('%s belongs to %s', (text, business, calendar) => {
    expect(businessDay(at(text))).toBe(business)
    expect(calendarDay(at(text))).toBe(calendar)
  })
  it('takes the start hour as a setting', () => {
    expect(businessDay(at('2026-03-01T02:00:00'), 0)).toBe('2026-03-01')
    expect(instantOf(day('2026-03-01'), 3_600_000)).toBe(at('2026-03-01T01:00:00'))
    expect(wallClock(at('2026-03-01T01:02:03'))).toBe('2026-03-01 01:02:03')
  })
  it('every instant lies inside the bounds of its own day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (now) => {
        const { startAt, endAt } = businessDayBounds(businessDay(now))
        expect(startAt <= now && now < endAt && endAt - startAt === DAY_MS).toBe(true)
      }),
      { seed: SEED },
    )
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
  ] as const)('%s', (shortcut, from, to) => expect(shortcutRange(shortcut, businessDay(now))).toEqual({ from, to }))
  it('on the first of a month', () => {
    expect(shortcutRange('thisMonth', day('2026-03-01'))).toEqual({ from: '2026-03-01', to: '2026-03-01' })
    expect(shortcutRange('lastMonth', day('2026-03-01'))).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  })
  it('a range that ends today shows later open orders', () => {
    expect(includesLaterOpen(shortcutRange('today', businessDay(now)), now)).toBe(true)
    expect(includesLaterOpen(shortcutRange('yesterday', businessDay(now)), now)).toBe(false)
  })
})
