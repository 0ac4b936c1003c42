// expect: no-skip-if
import { expect, test } from 'vitest'

test.skipIf(process.platform === 'linux')('elsewhere', () => {
  expect(1 + 1).toBe(2)
})
