import { afterEach, expect, it, vi } from 'vitest'
import { postOutbound } from './outbound.ts'

/** A name server that never answers. */
vi.mock('node:dns/promises', () => ({ lookup: () => new Promise(() => {}) }))

afterEach(() => vi.useRealTimers())

it('a name that nobody resolves ends like any answer that does not come', async () => {
  vi.useFakeTimers()
  const answer = postOutbound({ url: new URL('https://book.example/orders'), body: {}, allow: [] })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await answer).toEqual({ problem: 'timeout' })
})
