import { describe, expect, it } from 'vitest'
import { daysLeft, showBytes } from './size.ts'

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1024 * 12.34, '12.3 KB'],
    [1024 ** 2 * 345.6, '346 MB'],
    [1024 ** 3 * 182, '182 GB'],
    [-2048, '-2 KB'],
    [1024 ** 6, '1024 PB'],
  ])('shows %d as %s', (bytes, text) => expect(showBytes(bytes)).toBe(text))

  it.each([
    [100, 7, 14],
    [100, null, null],
    [100, 0, null],
    [100, -5, null],
  ])('%d free and %s a day last %s days', (free, growth, days) => expect(daysLeft(free, growth)).toBe(days))
})
