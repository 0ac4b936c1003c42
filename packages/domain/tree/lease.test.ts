import { describe, expect, it } from 'vitest'
import { addDays, type Day } from '../calendar/calendar.ts'
import { isLeased, leaseNotice, leaseState } from './lease.ts'

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
  it.each([
    [NONE, null],
    [{ from: null, until: addDays(day, 15) }, null],
    [
      { from: day, until: addDays(day, 14) },
      { state: 'ending', day: addDays(day, 14), left: 14 },
    ],
    [
      { from: null, until: day },
      { state: 'ending', day, left: 0 },
    ],
    [
      { from: null, until: addDays(day, -1) },
      { state: 'over', day: addDays(day, -1), left: -1 },
    ],
    // However long ago: bets are refused as long as nobody renews it.
    [
      { from: null, until: addDays(day, -400) },
      { state: 'over', day: addDays(day, -400), left: -400 },
    ],
    [
      { from: addDays(day, 3), until: null },
      { state: 'notBegun', day: addDays(day, 3), left: 3 },
    ],
    [
      { from: addDays(day, 1), until: addDays(day, 2) },
      { state: 'notBegun', day: addDays(day, 1), left: 1 },
    ],
  ])('%j is shown as %j', (lease, expected) => expect(leaseState(lease, day)).toEqual(expected))
  it('says something whenever it keeps bets out', () => {
    for (let from = -20; from <= 20; from += 1)
      for (let until = from; until <= 20; until += 1) {
        const lease = { from: addDays(day, from), until: addDays(day, until) }
        const shown = leaseState(lease, day)
        expect(shown === null || shown.state === 'ending').toBe(isLeased(lease, day))
      }
  })
  it('without an end is never announced', () => expect(leaseNotice(NONE, day)).toBeNull())
})
