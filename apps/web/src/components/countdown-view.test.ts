import { expect, test } from 'vitest'
import { countdownOf } from './countdown-view.ts'

const period = { periodNo: '1', state: 'open', openAt: 0, closeAt: 100_000, hedgeCloseAt: 105_000, drawAt: 120_000 }

test.each([
  ['41 seconds before the close', 59_000, false],
  ['just above ten seconds', 89_999, false],
  ['ten seconds before the close', 90_000, true],
  ['after the close, 20 seconds before the draw', 100_000, false],
  ['after the close, 10 seconds before the draw', 110_000, true],
])('%s', (_, now, urgent) => {
  expect(countdownOf(period, now).urgent).toBe(urgent)
})

test('nothing is urgent before the opening, after the draw and without a period', () => {
  expect(countdownOf({ ...period, openAt: 200, closeAt: 300 }, 100).urgent).toBe(false)
  expect(countdownOf({ ...period, state: 'settled' }, 99_999).urgent).toBe(false)
  expect(countdownOf(null, 0).urgent).toBe(false)
})
