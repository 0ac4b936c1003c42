import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOfDate, periodsAfterBy, periodsOfDay, type Schedule } from './schedule.ts'
import { drawsOfScheduleDay, previewChange, scheduleBy } from './schedule-changes.ts'
import { SCHEDULES } from './schedules.ts'

const at = (text: string): number => Date.parse(`${text}+08:00`)
const time = (instant: number): string => new Date(instant + 8 * 3_600_000).toISOString().slice(5, 16).replace('T', ' ')
const schedule = (id: string): Schedule => {
  const found = SCHEDULES.find((each) => each.id === id)
  if (!found) throw new Error(id)
  return found
}
const clock = (hours: number, minutes = 0): number => hours * 3600 + minutes * 60
const daily = (firstDraw: number, everySeconds: number, count: number) => ({
  kind: 'daily' as const,
  segments: [{ firstDraw, everySeconds, count }],
  continuous: false,
})

describe('a change from a day on', () => {
  const change = { fromDay: '2026-03-10', days: daily(clock(10, 20), 1200, 40) }
  it('leaves the days before it alone, and continues running numbers', () => {
    const on = scheduleBy(schedule('bjpk10'), [change])
    const before = periodsOfDay(on, dayOfDate('2026-03-09'))
    const after = periodsOfDay(on, dayOfDate('2026-03-10'))
    expect([before.length, after.length]).toEqual([179, 40])
    expect(time(after[0]?.drawAt ?? 0)).toBe('03-10 10:20')
    expect(Number(after[0]?.periodNo)).toBe(Number(before.at(-1)?.periodNo) + 1)
    expect(Number(periodsOfDay(on, dayOfDate('2026-03-11'))[0]?.periodNo)).toBe(Number(after.at(-1)?.periodNo) + 1)
  })
  it('counts weekdays in running numbers too', () => {
    const days = { kind: 'weekly' as const, weekdays: [1, 3], openAt: clock(10), drawAt: clock(20) }
    const on = scheduleBy(schedule('bjpk10'), [
      { fromDay: '2026-03-10', days },
      change,
      { fromDay: '2026-04-01', days },
    ])
    const numbers = periodsAfterBy(on, at('2026-03-31T23:00:00'), 8).map(({ periodNo }) => Number(periodNo))
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
  })
  it('shows the day: how many, the first and the last', () => {
    const preview = previewChange(scheduleBy(schedule('cqssc'), [change]), '2026-03-10')
    expect(preview).toMatchObject({ day: '2026-03-10', count: 40, clashes: [] })
    expect(preview.first.map(({ drawAt }) => time(drawAt))[4]).toBe('03-10 11:40')
    expect(preview.last.map(({ periodNo }) => periodNo)).toEqual([36, 37, 38, 39, 40].map((no) => `202603100${no}`))
  })
  it('shows the first day with a draw', () => {
    const days = { kind: 'weekly' as const, weekdays: [5], openAt: clock(10), drawAt: clock(20) }
    expect(previewChange(scheduleBy(schedule('cqssc'), [{ fromDay: '2026-03-10', days }]), '2026-03-10')).toMatchObject(
      {
        day: '2026-03-13',
        count: 1,
        last: [],
      },
    )
  })
  it.each([
    [
      'segments that overlap',
      {
        kind: 'daily',
        continuous: false,
        segments: [
          { firstDraw: 36_000, everySeconds: 600, count: 10 },
          { firstDraw: 36_300, everySeconds: 600, count: 2 },
        ],
      },
      'overlap',
    ],
    ['a day longer than a day', daily(clock(0, 10), 600, 150), 'overlap'],
    ['before the day before is over', daily(0, 3600, 10), 'overlap'],
    ['periods shorter than their close', daily(clock(10), 60, 10), 'short'],
  ] as const)('%s', (_name, days, kind) => {
    const on = scheduleBy(schedule('cqssc'), [{ fromDay: '2026-03-10', days }])
    expect(previewChange(on, '2026-03-10').clashes.map((clash) => clash.kind)).toContain(kind)
  })
  it('a day’s draws span from its first to its last', () => {
    const span = drawsOfScheduleDay(scheduleBy(schedule('xyft'), []), '2026-03-01')
    expect([time(span?.from ?? 0), time(span?.until ?? 0)]).toEqual(['03-01 13:09', '03-02 04:04'])
  })
  it('whatever is saved without a clash: no two periods overlap and every number comes once', () => {
    const segment = fc.record({
      firstDraw: fc.integer({ min: 0, max: 90_000 }),
      everySeconds: fc.integer({ min: 30, max: 7200 }),
      count: fc.integer({ min: 1, max: 60 }),
    })
    const days = fc.record({ segments: fc.array(segment, { minLength: 1, maxLength: 3 }), continuous: fc.boolean() })
    fc.assert(
      fc.property(days, fc.constantFrom('cqssc', 'bjpk10', 'xyft'), (changed, id) => {
        const on = scheduleBy(schedule(id), [{ fromDay: '2026-03-10', days: { kind: 'daily', ...changed } }])
        if (previewChange(on, '2026-03-10').clashes.length > 0) return
        const periods = periodsAfterBy(on, at('2026-03-09T20:00:00'), 400)
        for (const [index, period] of periods.entries())
          if (index > 0) expect(period.openAt).toBeGreaterThanOrEqual(periods[index - 1]?.drawAt ?? 0)
        expect(new Set(periods.map(({ periodNo }) => periodNo)).size).toBe(periods.length)
      }),
      { seed: 20_260_105, numRuns: 300 },
    )
  })
})
