import { EVENT_LAG_MS, STREAM_BEAT_MS } from '@strata/contract/stream-beat'
import { expect, test } from 'vitest'
import { createConfirmer } from './confirm.ts'
import { pollEveryMs } from './line-keeper.ts'

const read = (dataUpdatedAt: number) =>
  ({ status: 'success', fetchStatus: 'idle', isInvalidated: false, dataUpdatedAt }) as const
const at = (now: number) => ({ isAsked: false, now })

test('a beat confirms what was read before it, up to the changes whose events may still be on their way', () => {
  const confirm = createConfirmer()
  expect(confirm(read(10_000), at(13_000))).toBe(13_000 - EVENT_LAG_MS)
})

test.each([
  ['nothing was read yet', { ...read(10_000), status: 'pending' as const }, at(13_000)],
  ['the last read failed', { ...read(10_000), status: 'error' as const }, at(13_000)],
  ['it is being read', { ...read(10_000), fetchStatus: 'fetching' as const }, at(13_000)],
  ['it is to be read', { ...read(10_000), isInvalidated: true }, at(13_000)],
  ['a change was reported', read(10_000), { isAsked: true, now: 13_000 }],
  ['it is newer', read(12_500), at(13_000)],
  ['there is no such query', undefined, at(13_000)],
])('a beat confirms nothing when %s', (_, shown, moment) => expect(createConfirmer()(shown, moment)).toBeNull())

test('after four beats the page reads, and then beats count again', () => {
  const confirm = createConfirmer()
  let shown = read(0)
  const beat = (now: number): boolean => {
    const until = confirm(shown, at(now))
    if (until !== null) shown = read(until)
    return until !== null
  }
  expect([3, 6, 9, 12, 15, 18].map((second) => beat(second * 1000))).toEqual([true, true, true, true, false, false])
  shown = read(18_500)
  expect(beat(21_000)).toBe(true)
})

test('figures never look stale between beats: the next beat or the next read comes before five seconds', () => {
  expect(pollEveryMs('live')).toBeGreaterThan(STREAM_BEAT_MS)
  expect(pollEveryMs('live') + EVENT_LAG_MS).toBeLessThan(5_000)
})
