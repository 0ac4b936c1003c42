import { describe, expect, test } from 'vitest'
import { businessDay } from './day-starts.ts'
import { formatInstant, toEpochMs } from './instant.ts'
import { ago, formatCountdown, formatMoment, shortcutRange } from './time.ts'

const at = (text: string): number => Date.parse(text)

describe('time on screen', () => {
  test('instants are shown in Shanghai time; ten digits are seconds', () => {
    expect(formatInstant(at('2026-11-20T01:41:07Z'))).toBe('2026-11-20 09:41:07')
    expect(formatInstant(1_795_138_867)).toBe(formatInstant(1_795_138_867_000))
    expect(toEpochMs(1_795_138_867_000)).toBe(1_795_138_867_000)
  })

  test('a moment of this year is shown without it', () => {
    const now = at('2026-12-31T20:00:00+08:00')
    expect(formatMoment(at('2026-01-01T00:00:05+08:00'), now)).toBe('01-01 00:00:05')
    expect(formatMoment(at('2025-12-31T23:59:59+08:00'), now)).toBe('2025-12-31 23:59:59')
  })

  test('a business day starts at 06:00', () => {
    expect(businessDay(at('2026-11-20T05:59:59+08:00'))).toBe('2026-11-19')
    expect(businessDay(at('2026-11-20T06:00:00+08:00'))).toBe('2026-11-20')
  })

  test('countdowns', () => {
    expect(formatCountdown(12_104_000)).toBe('03:21:44')
    expect(formatCountdown(400)).toBe('00:00:01')
    expect(formatCountdown(-5)).toBe('00:00:00')
    expect(formatCountdown(90_061_000)).toBe('1:01:01:01')
  })

  test('relative time changes its unit at 30 seconds, an hour, a day and two days', () => {
    const now = at('2026-11-20T12:00:00Z')
    expect(ago(now - 29_000, now)).toEqual({ kind: 'now' })
    expect(ago(now - 30_000, now)).toEqual({ kind: 'minutes', count: 1 })
    expect(ago(now - 3_599_000, now)).toEqual({ kind: 'minutes', count: 59 })
    expect(ago(now - 3_600_000, now)).toEqual({ kind: 'hours', count: 1 })
    expect(ago(now - 86_399_000, now)).toEqual({ kind: 'hours', count: 23 })
    expect(ago(now - 86_400_000, now)).toEqual({ kind: 'day' })
    expect(ago(now - 172_800_000, now)).toEqual({ kind: 'date', date: '2026-11-18' })
  })

  test('shortcuts', () => {
    const today = '2026-03-01'
    expect(shortcutRange('today', today)).toEqual({ from: today, to: today })
    expect(shortcutRange('yesterday', today)).toEqual({ from: '2026-02-28', to: '2026-02-28' })
    expect(shortcutRange('last7', today)).toEqual({ from: '2026-02-23', to: today })
    expect(shortcutRange('thisMonth', today)).toEqual({ from: today, to: today })
    expect(shortcutRange('lastMonth', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  })
})
