import { expect, it } from 'vitest'
import { daysLeft, samplesOf, withSample } from './disk-growth.ts'

const HOUR = 3_600_000
const GB = 1_000_000_000

it('takes a sample an hour and forgets those of the day before yesterday', () => {
  expect(withSample([], { at: 5, free: 1 })).toEqual([{ at: 5, free: 1 }])
  expect(withSample([{ at: 0, free: 1 }], { at: HOUR - 1, free: 1 })).toBeNull()
  const many = Array.from({ length: 40 }, (_, at) => ({ at: at * HOUR, free: 1 }))
  expect(withSample(many, { at: 41 * HOUR, free: 2 })).toHaveLength(30)
  expect(samplesOf('nonsense')).toEqual([])
})

it('tells how long the space lasts at the growth of the last day', () => {
  const samples = [
    { at: 0, free: 500 * GB },
    { at: 30 * HOUR, free: 110 * GB },
    { at: 40 * HOUR, free: 105 * GB },
  ]
  // The first sample is older than a day: 10 GB in 12 hours.
  expect(daysLeft(samples, { at: 42 * HOUR, free: 100 * GB })).toBe(5)
  expect(daysLeft(samples, { at: 42 * HOUR, free: 120 * GB })).toBeNull()
  expect(daysLeft([{ at: 0, free: 2 }], { at: HOUR - 1, free: 1 })).toBeNull()
  expect(daysLeft([], { at: HOUR, free: 1 })).toBeNull()
})
