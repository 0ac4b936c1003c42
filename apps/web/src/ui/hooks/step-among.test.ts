import { expect, test } from 'vitest'
import { stepAmong } from './step-among.ts'

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowDown', 0, null],
  ['Enter', 1, null],
])('%s at %i of three controls leads to %s', (key, at, next) => {
  expect(stepAmong(key, at, 3)).toBe(next)
})

test('a key elsewhere and a row without controls lead nowhere', () => {
  expect(stepAmong('ArrowRight', -1, 3)).toBeNull()
  expect(stepAmong('Home', 0, 0)).toBeNull()
})
