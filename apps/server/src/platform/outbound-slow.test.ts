import { afterEach, expect, it, vi } from 'vitest'
import { postOutbound } from './outbound.ts'

/** A name server that never answers. */
vi.mock('node:dns/promises', () => ({ lookup: () => new Promise(() => {}) }))

afterEach(() => vi.useRealTimers())

it('a name look-up without an answer ends with a time-out', async () => {
  vi.useFakeTimers()
  const answer = postOutbound({ url: new URL('https://book.example/orders'), body: {}, allow: [] })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await answer).toEqual({ problem: 'timeout' })
})
