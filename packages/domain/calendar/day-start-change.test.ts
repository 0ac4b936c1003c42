import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessDay, businessDayBounds, dayStartsOf, FIRST_DAY_STARTS, startMsOf } from './business-day.ts'
import { addDays, calendarDay, DAY_MS, type Day } from './calendar.ts'
import { dayStartText, parseDayStart, planDayStart, scheduledStart } from './day-start-change.ts'

const SEED = 20_260_105
const HOUR = 3_600_000
const at = (text: string) => Date.parse(`${text}+08:00`)
const day = (text: string) => text as Day
const NOW = at('2026-03-01T10:00:00')
const none = { now: NOW, periods: [] }

describe('a time of day', () => {
  it.each([
    ['00:00', 0],
    ['06:00', 6 * HOUR],
    ['07:30', 7.5 * HOUR],
    ['12:00', 12 * HOUR],
    ['12:30', null],
    ['24:00', null],
    ['07:15', null],
    ['7:30', null],
    ['07:30 ', null],
    ['', null],
    ['-1:00', null],
  ])('%j is %j', (text, ms) => expect(parseDayStart(text)).toBe(ms))
  it('is written as it is read', () => expect(dayStartText(7.5 * HOUR)).toBe('07:30'))
})

describe('a change of when days begin', () => {
  it.each([
    // now, to, first day: two whole days before the first moment that changes its day
    ['2026-03-01T10:00:00', '07:00', '2026-03-04'],
    ['2026-03-01T10:00:00', '12:00', '2026-03-04'],
    ['2026-03-01T05:59:00', '07:00', '2026-03-03'],
    ['2026-03-01T06:00:00', '07:00', '2026-03-03'],
    ['2026-03-01T06:00:00.001', '07:00', '2026-03-04'],
    ['2026-03-01T01:00:00', '00:00', '2026-03-04'],
    ['2026-03-01T00:00:00', '00:00', '2026-03-03'],
  ] as const)('at %s to %s begins with %s', (now, to, first) =>
    expect(planDayStart(to, FIRST_DAY_STARTS, { now: at(now), periods: [] })).toEqual({
      firstDay: first,
      startMs: parseDayStart(to),
    }),
  )
  const waiting = dayStartsOf([...FIRST_DAY_STARTS, { firstDay: day('2026-03-04'), startMs: 7 * HOUR }])
  const onDay = (text: string) => ({ day: businessDay(at(text), FIRST_DAY_STARTS), drawAt: at(text) })
  it.each([
    ['no time', '6', FIRST_DAY_STARTS, none, 'badTime'],
    ['no half hour', '06:10', FIRST_DAY_STARTS, none, 'badTime'],
    ['as it is', '06:00', FIRST_DAY_STARTS, none, 'same'],
    ['as it is, before what waits', '06:00', waiting, none, 'same'],
    ['what waits', '08:00', waiting, none, 'scheduled'],
    ['what waits, again', '07:00', waiting, none, 'scheduled'],
    ['a draw between', '07:00', FIRST_DAY_STARTS, { now: NOW, periods: [onDay('2026-03-04T06:30:00')] }, 'moves'],
    ['a draw far ahead', '07:00', FIRST_DAY_STARTS, { now: NOW, periods: [onDay('2026-04-29T06:59:59')] }, 'moves'],
    [
      'a draw between, earlier',
      '05:00',
      FIRST_DAY_STARTS,
      { now: NOW, periods: [onDay('2026-03-04T05:00:00')] },
      'moves',
    ],
  ] as const)('is refused: %s', (_, to, starts, rest, refusal) =>
    expect(planDayStart(to, starts, rest)).toMatchObject({ refusal }),
  )
  it.each([
    ['a draw before it takes effect', '2026-03-03T06:30:00'],
    ['a draw at the new start', '2026-03-04T07:00:00'],
    ['a draw just before the old start', '2026-03-04T05:59:59'],
    ['a draw of the evening', '2026-03-20T21:30:00'],
  ])('is not in the way of %s', (_, draw) =>
    expect(planDayStart('07:00', FIRST_DAY_STARTS, { now: NOW, periods: [onDay(draw)] })).toMatchObject({
      firstDay: '2026-03-04',
    }),
  )
  it.each([
    ['before it takes effect', '2026-03-01', '2026-03-02T06:30:00', 'firstDay'],
    ['to a moment that it does not concern', '2026-03-03', '2026-03-04T07:30:00', 'firstDay'],
    ['to a moment that belongs to its day then', '2026-03-03', '2026-03-04T06:30:00', 'firstDay'],
    ['to a moment that it concerns', '2026-03-02', '2026-03-04T06:30:00', 'refusal'],
  ] as const)('is asked about a draw postponed %s', (_, label, draw, found) =>
    expect(
      planDayStart('07:00', FIRST_DAY_STARTS, { now: NOW, periods: [{ day: label, drawAt: at(draw) }] }),
    ).toHaveProperty(found),
  )
  it('is over when its first day has begun', () => {
    expect(scheduledStart(waiting, at('2026-03-04T06:59:59'))).toMatchObject({ firstDay: '2026-03-04' })
    expect(scheduledStart(waiting, at('2026-03-04T07:00:00'))).toBeNull()
    expect(scheduledStart(FIRST_DAY_STARTS, NOW)).toBeNull()
  })
  it('concerns nothing for two days, and no period that it was told of', () =>
    fc.assert(
      fc.property(
        fc.nat(24).map((halves) => dayStartText((halves * HOUR) / 2)),
        fc.integer({ min: NOW, max: NOW + 5 * DAY_MS }),
        fc.array(fc.integer({ min: 0, max: 60 * DAY_MS }), { maxLength: 5 }),
        fc.nat(60 * DAY_MS),
        (to, now, draws, later) => {
          const periods = draws.map((after) => {
            const drawAt = now + after
            return { day: businessDay(drawAt, FIRST_DAY_STARTS), drawAt }
          })
          const planned = planDayStart(to, FIRST_DAY_STARTS, { now, periods })
          if ('refusal' in planned) return
          const after = dayStartsOf([...FIRST_DAY_STARTS, planned])
          for (const { day: label, drawAt } of periods) expect(businessDay(drawAt, after)).toBe(label)
          const changed = businessDay(now + later, after) !== businessDay(now + later, FIRST_DAY_STARTS)
          if (changed) expect(later).toBeGreaterThanOrEqual(2 * DAY_MS)
          // And no later than needed.
          expect(planned.firstDay <= addDays(calendarDay(now), 3)).toBe(true)
          expect(startMsOf(planned.firstDay, after)).toBe(planned.startMs)
          expect(businessDayBounds(planned.firstDay, after).startAt).toBeGreaterThan(now + 2 * DAY_MS - 1)
        },
      ),
      { seed: SEED },
    ))
})
