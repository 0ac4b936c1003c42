import { expect, test } from 'vitest'
import { mayTakeMs } from './postmaster.ts'

test.each([
  ['starting', 60],
  ['standby', 60],
  ['', 2],
  ['stopping', 2],
])('a postmaster that says "%s" may take %i minutes until it is ready', (word, minutes) => {
  expect(mayTakeMs(word)).toBe(minutes * 60_000)
})
