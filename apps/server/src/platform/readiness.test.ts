import { expect, test } from 'vitest'
import { readiness } from './readiness.ts'

test('a check that never answers is not ready, and the others are heard', async () => {
  const ask = readiness([
    { name: 'silent', isReady: () => new Promise(() => undefined) },
    { name: 'broken', isReady: () => Promise.reject(new Error('gone')) },
    { name: 'well', isReady: async () => true },
  ])
  expect(await ask()).toEqual([
    ['silent', false],
    ['broken', false],
    ['well', true],
  ])
})

test('within a second the checks are asked once', async () => {
  let asked = 0
  const ask = readiness([{ name: 'counted', isReady: async () => ++asked > 0 }])
  await Promise.all([ask(), ask(), ask()])
  expect(asked).toBe(1)
})
