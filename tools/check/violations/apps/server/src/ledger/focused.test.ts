// expect: no-focused-tests
import { expect, test } from 'vitest'

test.only('one', () => {
  expect(1 + 1).toBe(2)
})
