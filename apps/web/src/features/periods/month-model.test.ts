import { describe, expect, it } from 'vitest'
import { clockSeconds, clockText, type Month, monthOf, shiftMonth, singleDays } from './month-model.ts'
import { daysOf, draftOf, lastOf, linesOf, problemOf } from './schedule-model.ts'

describe('a month', () => {
  it.each([
    ['2026-02', 6, 28],
    ['2026-06', 0, 30],
    ['2028-02', 1, 29],
  ])('%s has %i blank cells and %i days', (month, blanks, count) => {
    const found = monthOf(month)
    expect([found.blanks, found.days.length]).toEqual([blanks, count])
  })
  it('turns over the year', () => {
    expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  })
  it('a single day is left out, added, or as the template has it', () => {
    const month = { leftOut: ['a'], added: ['b'] } as unknown as Month
    expect(singleDays(month, 'b', 'out')).toEqual({ leftOut: ['a', 'b'], added: [] })
    expect(singleDays(month, 'a', 'in')).toEqual({ leftOut: [], added: ['b', 'a'] })
    expect(singleDays(month, 'a', 'template')).toEqual({ leftOut: [], added: ['b'] })
  })
})

describe('a schedule as a form', () => {
  it.each([
    ['00:05', 300],
    ['21:30', 77_400],
    ['25:04:30', 90_270],
  ])('%s is %i seconds', (text, seconds) => {
    expect([clockSeconds(text), clockText(seconds)]).toEqual([seconds, text])
  })
  it.each(['', '9', '10:60', 'x'])('%j is no time', (text) => expect(clockSeconds(text)).toBeNull())
  it('reads what it shows', () => {
    const days = {
      kind: 'daily' as const,
      continuous: true,
      segments: [{ firstDraw: 300, everySeconds: 600, count: 60 }],
    }
    const draft = draftOf(days, '2026-06-01')
    expect(daysOf(draft)).toEqual(days)
    expect(linesOf(days)).toEqual(['00:05 起每 600 秒一期，共 60 期，末期 09:55'])
    expect(daysOf({ ...draft, segments: [{ first: '10:00', every: '', count: '1' }] })).toBeNull()
    const long = { ...draft, segments: [{ first: '10:00', every: '600', count: '100' }] }
    expect([lastOf(long.segments[0] as never), problemOf(long)]).toEqual(['次日 02:30', null])
    const over = { ...draft, segments: [{ first: '10:00', every: '600', count: '241' }] }
    expect(lastOf(over.segments[0] as never)).toBe('2天后 02:00')
    expect(problemOf(over)).toBe('第 1 个时段的末期不早于次日首期（10:00），请减少期数或缩短每期秒数')
    const weekly = { kind: 'weekly' as const, weekdays: [2], openAt: 61_200, drawAt: 77_400 }
    expect(daysOf(draftOf(weekly, '2026-06-01'))).toEqual(weekly)
    expect(daysOf({ ...draftOf(weekly, ''), weekdays: [] })).toBeNull()
  })
})
