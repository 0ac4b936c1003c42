import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  businessDay,
  businessDayBounds,
  type DayStarts,
  dayStartsOf,
  FIRST_DAY_STARTS,
  includesLaterOpen,
  startMsOf,
} from './business-day.ts'
import { addDays, DAY_MS, type Day, daysBetween, shortcutRange } from './calendar.ts'

const SEED = 20_260_105
const HOUR = 3_600_000
const at = (text: string) => Date.parse(`${text}+08:00`)
const day = (text: string) => text as Day

/** 06:00, from 2026-03-10 on 09:30, from 2026-03-20 on midnight. */
const changed = dayStartsOf([
  ...FIRST_DAY_STARTS,
  { firstDay: day('2026-03-10'), startMs: 9.5 * HOUR },
  { firstDay: day('2026-03-20'), startMs: 0 },
])

describe('business days', () => {
  it.each([
    ['2026-03-01T05:59:59.999', '2026-02-28'],
    ['2026-03-01T06:00:00', '2026-03-01'],
    ['2026-03-02T00:00:00', '2026-03-01'],
    ['2028-02-29T06:00:00', '2028-02-29'],
    ['2027-01-01T00:30:00', '2026-12-31'],
    ['1991-07-01T06:00:00', '1991-07-01'],
  ])('%s belongs to %s when days begin at 06:00', (text, label) =>
    expect(businessDay(at(text), FIRST_DAY_STARTS)).toBe(label),
  )
  it.each([
    ['2026-03-09T06:00:00', '2026-03-09'],
    ['2026-03-10T06:00:00', '2026-03-09'],
    ['2026-03-10T09:29:59.999', '2026-03-09'],
    ['2026-03-10T09:30:00', '2026-03-10'],
    ['2026-03-19T23:59:59.999', '2026-03-19'],
    ['2026-03-20T00:00:00', '2026-03-20'],
    ['2026-03-21T05:00:00', '2026-03-21'],
  ])('%s belongs to %s after changes', (text, label) => expect(businessDay(at(text), changed)).toBe(label))
  it.each([
    ['2026-03-08', 24],
    ['2026-03-09', 27.5],
    ['2026-03-10', 24],
    ['2026-03-19', 14.5],
    ['2026-03-20', 24],
  ])('%s lasts %d hours', (label, hours) => {
    const { startAt, endAt } = businessDayBounds(day(label), changed)
    expect((endAt - startAt) / HOUR).toBe(hours)
  })
  it('knows the time that holds on a day', () => {
    expect(startMsOf(day('1990-01-01'), changed)).toBe(6 * HOUR)
    expect(startMsOf(day('2026-03-10'), changed)).toBe(9.5 * HOUR)
    expect(startMsOf(day('2030-01-01'), changed)).toBe(0)
  })
  it('a range that ends today shows later open orders', () => {
    const now = at('2026-03-01T05:00:00')
    const today = businessDay(now, FIRST_DAY_STARTS)
    expect(includesLaterOpen(shortcutRange('today', today), now, FIRST_DAY_STARTS)).toBe(true)
    expect(includesLaterOpen(shortcutRange('yesterday', today), now, FIRST_DAY_STARTS)).toBe(false)
  })
})

describe('a list of starts', () => {
  it('is in the order of its days', () =>
    expect(dayStartsOf(changed.toReversed()).map(({ firstDay }) => firstDay)).toEqual(
      changed.map(({ firstDay }) => firstDay),
    ))
  it.each([
    ['none', []],
    ['a day twice', [...FIRST_DAY_STARTS, ...FIRST_DAY_STARTS]],
    ['24 hours', [{ firstDay: day('2026-01-01'), startMs: DAY_MS }]],
    ['before midnight', [{ firstDay: day('2026-01-01'), startMs: -1 }]],
    ['no whole number', [{ firstDay: day('2026-01-01'), startMs: 0.5 }]],
  ] as const)('refuses %s', (_, entries) => expect(() => dayStartsOf(entries)).toThrow(RangeError))
})

describe('for every list of starts', () => {
  const FIRST = day('2026-01-01')
  const entry = fc.record({
    firstDay: fc.nat(60).map((count) => addDays(FIRST, count)),
    startMs: fc.nat(47).map((halves) => (halves * HOUR) / 2),
  })
  const lists = fc
    .uniqueArray(entry, { minLength: 1, maxLength: 5, selector: ({ firstDay }) => firstDay })
    .map((entries): DayStarts => dayStartsOf(entries))
  const days = fc.integer({ min: -5, max: 70 }).map((count) => addDays(FIRST, count))
  const instants = fc.integer({ min: at('2025-12-25T00:00:00'), max: at('2026-03-15T00:00:00') })

  it('days tile the time', () =>
    fc.assert(
      fc.property(lists, days, (starts, one) => {
        const { startAt, endAt } = businessDayBounds(one, starts)
        expect(startAt).toBeLessThan(endAt)
        expect(endAt).toBe(businessDayBounds(addDays(one, 1), starts).startAt)
      }),
      { seed: SEED },
    ))
  it('an instant lies within the bounds of its own day, and of no other', () =>
    fc.assert(
      fc.property(lists, days, instants, (starts, other, now) => {
        const label = businessDay(now, starts)
        const isWithin = (one: Day): boolean => {
          const { startAt, endAt } = businessDayBounds(one, starts)
          return startAt <= now && now < endAt
        }
        expect(isWithin(label)).toBe(true)
        expect(isWithin(other)).toBe(other === label)
      }),
      { seed: SEED },
    ))
  it('a later instant has no earlier day', () =>
    fc.assert(
      fc.property(lists, instants, fc.nat(3 * DAY_MS), (starts, now, later) => {
        const range = { from: businessDay(now, starts), to: businessDay(now + later, starts) }
        expect(daysBetween(range)).toBeGreaterThanOrEqual(0)
      }),
      { seed: SEED },
    ))
  it('a change moves no label before its first day', () =>
    fc.assert(
      fc.property(lists, fc.nat(47), instants, (starts, halves, now) => {
        const firstDay = addDays(starts.at(-1)?.firstDay ?? FIRST, 1)
        const startMs = (halves * HOUR) / 2
        const after = dayStartsOf([...starts, { firstDay, startMs }])
        const before = businessDay(now, starts)
        // The last day before it may last longer.
        if (before < firstDay && businessDay(now, after) !== before) throw new Error(`${before} moved`)
        if (before < addDays(firstDay, -1))
          expect(businessDayBounds(before, after)).toEqual(businessDayBounds(before, starts))
      }),
      { seed: SEED },
    ))
})
