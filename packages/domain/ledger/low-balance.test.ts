import { expect, test } from 'vitest'
import { isLowBalance } from './low-balance.ts'

test.each([
  [9_999n, 100_000n, 10, true],
  [10_000n, 100_000n, 10, false],
  [0n, 100_000n, 10, true],
  [-5n, 100_000n, 10, true],
  [0n, 0n, 10, false],
  [0n, 100_000n, 0, false],
])('%d of %d at %d%%', (balance, measure, percent, low) => {
  expect(isLowBalance({ balance, measure }, percent)).toBe(low)
})
