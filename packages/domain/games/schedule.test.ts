import { describe, expect, it } from 'vitest'
import { beijingDate, everySeconds, type Period, periodAt, periodsAfter, type Schedule } from './schedule.ts'
import { demoSchedule, SCHEDULES } from './schedules.ts'

const at = (text: string): number => Date.parse(`${text}+08:00`)
const time = (instant: number): string => new Date(instant + 8 * 3_600_000).toISOString().slice(5, 19).replace('T', ' ')
const schedule = (id: string): Schedule => {
  const found = SCHEDULES.find((each) => each.id === id)
  if (!found) throw new Error(id)
  return found
}
const periodsBetween = (schedule: Schedule, from: number, to: number, limit: number): readonly Period[] =>
  periodsAfter(schedule, from - 1, limit).filter((period) => period.drawAt < to)
const show = (period: Period): string => `${period.periodNo} ${time(period.openAt)} ${time(period.drawAt)}`

describe('public schedules', () => {
  it('runs 重庆时时彩 120 times a day; the last draw is at midnight and belongs to the day before', () => {
    const day = periodsBetween(schedule('cqssc'), at('2026-03-01T00:00:01'), at('2026-03-02T00:00:01'), 500)
    expect(day.length).toBe(120)
    expect(day.map(show).filter((_, i) => [0, 22, 23, 95, 119].includes(i))).toEqual([
      '20260301001 03-01 00:00:00 03-01 00:05:00',
      '20260301023 03-01 01:50:00 03-01 01:55:00',
      '20260301024 03-01 09:50:00 03-01 10:00:00',
      '20260301096 03-01 21:50:00 03-01 22:00:00',
      '20260301120 03-01 23:55:00 03-02 00:00:00',
    ])
    expect(day.at(-1)?.drawDate).toBe('2026-03-02')
  })

  it('runs 幸运飞艇 past midnight, numbered by the day it began', () => {
    expect(show(periodAt(schedule('xyft'), at('2026-03-02T04:00:00')))).toBe(
      '20260301180 03-02 03:59:00 03-02 04:04:00',
    )
    expect(show(periodAt(schedule('xyft'), at('2026-03-02T04:04:00')))).toBe(
      '20260302001 03-02 13:04:00 03-02 13:09:00',
    )
  })

  it('continues the numbers of running games', () => {
    const day = periodsBetween(schedule('bjpk10'), at('2026-01-02T00:00:00'), at('2026-01-03T00:00:00'), 500)
    expect([day.length, day[0]?.periodNo, day.at(-1)?.periodNo]).toEqual([179, '180', '358'])
    expect([time(day[0]?.drawAt ?? 0), time(day.at(-1)?.drawAt ?? 0)]).toEqual(['01-02 09:07:00', '01-02 23:57:00'])
  })

  it('proposes 六合彩 on its weekdays, numbered by year', () => {
    const draws = periodsAfter(schedule('marksix'), at('2025-12-28T00:00:00'), 4)
    expect(draws.map(show)).toEqual([
      '25/156 12-30 17:00:00 12-30 21:30:00',
      '26/001 01-01 17:00:00 01-01 21:30:00',
      '26/002 01-03 17:00:00 01-03 21:30:00',
      '26/003 01-06 17:00:00 01-06 21:30:00',
    ])
  })

  it('closes for bettors, then for agents, then draws', () => {
    for (const each of [...SCHEDULES, demoSchedule('5M', 5), demoSchedule('6HC', 60), demoSchedule('PC', 3600)])
      for (const period of periodsAfter(each, at('2026-02-28T12:00:00'), 300)) {
        expect(period.openAt).toBeLessThan(period.closeAt)
        expect(period.closeAt).toBeLessThan(period.hedgeCloseAt)
        expect(period.hedgeCloseAt).toBeLessThan(period.drawAt)
      }
  })
})

describe('round the clock', () => {
  it.each([5, 7, 60, 75, 90, 3600, 86_400])('every %i seconds: no gap, no overlap, every number once', (seconds) => {
    const periods = periodsAfter(everySeconds('PK', '极速', seconds), at('2026-02-27T23:00:00'), 2500)
    expect(periods.length).toBe(2500)
    expect(new Set(periods.map((period) => period.periodNo)).size).toBe(2500)
    for (const [index, period] of periods.entries())
      if (index > 0) expect(period.openAt).toBe(periods[index - 1]?.drawAt)
  })

  it('finds the same period from any instant within it', () => {
    const demo = demoSchedule('5M', 60)
    const first = periodAt(demo, at('2026-03-01T00:00:00'))
    expect(show(first)).toBe('202603010001 03-01 00:00:00 03-01 00:01:00')
    expect(periodAt(demo, at('2026-03-01T00:00:59.999'))).toEqual(first)
    expect(periodAt(demo, at('2026-03-01T00:01:00')).periodNo).toBe('202603010002')
    expect(demoSchedule('5M', 75).days).toMatchObject({ segments: [{ count: 1151 }, { count: 1 }] })
  })

  it('refuses invalid lengths', () => {
    expect(() => demoSchedule('5M', 4)).toThrow()
    expect(() => demoSchedule('5M', 1.5)).toThrow()
  })

  it('gives the Beijing date of any instant', () => {
    for (let year = 1976; year < 2061; year += 1)
      for (const day of ['01-01', '02-28', '03-01', '12-31'])
        expect(beijingDate(at(`${year}-${day}T00:00:00`))).toBe(`${year}-${day}`)
    expect(beijingDate(at('2028-02-29T23:59:59'))).toBe('2028-02-29')
  })
})
