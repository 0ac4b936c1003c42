import { expect, test } from 'vitest'
import { dropResetToken, heldResetToken, holdResetToken, RESET_TOKEN_MS, resendIn } from './reset-flow.ts'

test('a token lives ten minutes and is used once', () => {
  expect(heldResetToken(0)).toBeNull()
  holdResetToken('t', 1_000)
  expect(heldResetToken(1_000)?.token).toBe('t')
  expect(heldResetToken(1_000 + RESET_TOKEN_MS)).toBeNull()
  dropResetToken()
  expect(heldResetToken(1_000)).toBeNull()
})

test.each([
  [0, 60],
  [1, 60],
  [59_500, 1],
  [60_000, 0],
  [90_000, 0],
])('%i ms after a code the next may be sent in %i s', (now, seconds) => expect(resendIn(0, now)).toBe(seconds))
