// expect: no-disabled-tests
import { expect, test } from 'vitest'

test.skip('none', () => {
  expect(1 + 1).toBe(2)
})
