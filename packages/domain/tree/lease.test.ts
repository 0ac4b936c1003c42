import { describe, expect, it } from 'vitest'
import { addDays, type Day } from '../calendar/calendar.ts'
import { isLeased, leaseNotice } from './lease.ts'

const day = '2026-05-20' as Day
const NONE = { from: null, until: null }

describe('a lease', () => {
  it.each([
    [NONE, true],
    [{ from: day, until: day }, true],
    [{ from: null, until: addDays(day, -1) }, false],
    [{ from: addDays(day, 1), until: null }, false],
    [{ from: addDays(day, -9), until: addDays(day, 9) }, true],
  ])('%j includes the day: %s', (lease, expected) => expect(isLeased(lease, day)).toBe(expected))

  it.each([
    [15, null],
    [14, 14],
    [8, 14],
    [7, 7],
    [2, 7],
    [1, 1],
    [0, 1],
    [-1, 0],
    [-7, 0],
    [-8, null],
  ])('is announced with %i days left as that of %s days', (left, before) =>
    expect(leaseNotice({ from: null, until: addDays(day, left) }, day)).toEqual(
      before === null ? null : { before, left },
    ),
  )
  it('without an end is never announced', () => expect(leaseNotice(NONE, day)).toBeNull())
})
