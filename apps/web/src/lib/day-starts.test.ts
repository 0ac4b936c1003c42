import { afterAll, expect, test } from 'vitest'
import { businessDay, dayBegins, dayStartTime, showDayStarts } from './day-starts.ts'

const at = (text: string): number => Date.parse(`${text}+08:00`)
afterAll(() => showDayStarts(null))

test('a session that is older than the setting counts from 06:00', () => {
  showDayStarts(null)
  expect(businessDay(at('2026-11-20T05:59:59'))).toBe('2026-11-19')
  expect(businessDay(at('2026-11-20T06:00:00'))).toBe('2026-11-20')
})

test('days begin as the sign-in told, each at its own time', () => {
  showDayStarts([
    { firstDay: '1970-01-01', startMinutes: 360 },
    { firstDay: '2026-11-20', startMinutes: 450 },
  ])
  expect(businessDay(at('2026-11-20T07:29:59'))).toBe('2026-11-19')
  expect(businessDay(at('2026-11-20T07:30:00'))).toBe('2026-11-20')
  expect([dayStartTime('2026-11-19'), dayBegins('2026-11-20')]).toEqual(['06:00', '2026-11-20 07:30'])
})
