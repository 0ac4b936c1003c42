import { MerchantId } from '@strata/domain/ids'
import { expect, test, vi } from 'vitest'
import { type LiveEvent, LiveHub } from './live.ts'
import { createLog } from './log.ts'

const board = (merchantId: MerchantId, key: string, version = 1): LiveEvent => ({
  type: 'board',
  merchantId,
  key,
  data: { version },
})

function hub() {
  vi.useFakeTimers()
  const live = new LiveHub(createLog('silent'))
  const heard: string[] = []
  live.subscribe((event) => heard.push(`${event.merchantId} ${event.key} ${String(event.data['version'])}`))
  return { live, heard }
}

test('a thousand changes in one second reach the reader at most eleven times, the last one always', () => {
  const { live, heard } = hub()
  for (let n = 1; n <= 1000; n++) {
    live.publish(board(MerchantId(1), 'p', n))
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(200)
  expect(heard.length).toBeLessThanOrEqual(11)
  expect(heard.at(-1)).toBe('1 p 1000')
  vi.useRealTimers()
})

test('paced events reach readers at most four times a second, keys in turn, with everything gathered', () => {
  const { live } = hub()
  const heard: { key: string; at: number; groups: unknown }[] = []
  live.subscribe(({ key, data }) => heard.push({ key, at: Date.now(), groups: data['groupIds'] }))
  const from = Date.now()
  for (let n = 1; n <= 100; n++) {
    for (const key of ['one', 'two'])
      live.publish({ ...board(MerchantId(1), key, n), data: { groupIds: [n] }, pace: 'game path', gathers: 'groupIds' })
    vi.advanceTimersByTime(20)
  }
  vi.advanceTimersByTime(1000)
  const early = heard.filter(({ at }) => at - from <= 2000)
  expect(early.length).toBeLessThanOrEqual(9)
  for (let n = 1; n < heard.length; n++) expect(heard[n]?.at).toBeGreaterThanOrEqual((heard[n - 1]?.at ?? 0) + 250)
  for (const key of ['one', 'two']) {
    const told = heard.filter((event) => event.key === key).flatMap(({ groups }) => groups as number[])
    expect(new Set(told)).toEqual(new Set(Array.from({ length: 100 }, (_, n) => n + 1)))
  }
  vi.useRealTimers()
})

test('an empty list, which means all, stays empty', () => {
  const { live } = hub()
  const heard: unknown[] = []
  live.subscribe(({ data }) => heard.push(data['groupIds']))
  for (const groupIds of [[1], [], [2]])
    live.publish({ ...board(MerchantId(1), 'p'), data: { groupIds }, gathers: 'groupIds' })
  vi.advanceTimersByTime(150)
  expect(heard).toEqual([[]])
  vi.useRealTimers()
})

test('merchants and keys do not replace each other', () => {
  const { live, heard } = hub()
  live.publish(board(MerchantId(1), 'a'))
  live.publish(board(MerchantId(1), 'b'))
  live.publish(board(MerchantId(2), 'a'))
  vi.advanceTimersByTime(150)
  expect(heard).toEqual(['1 a 1', '1 b 1', '2 a 1'])
  vi.useRealTimers()
})

test('a reader catches up from its last event, or learns that it cannot', () => {
  const { live } = hub()
  const ids: string[] = []
  live.subscribe((event) => ids.push(event.id))
  for (let n = 0; n < 5; n++) {
    live.publish(board(MerchantId(1), 'p', n))
    vi.advanceTimersByTime(150)
  }
  expect(live.since(ids[1] as string)?.map((event) => event.data['version'])).toEqual([2, 3, 4])
  expect(live.since(ids[4] as string)).toEqual([])
  expect(live.since('17')).toBeUndefined()
  expect(live.since('other')).toBeUndefined()
  for (let n = 0; n < 2100; n++) {
    live.publish(board(MerchantId(1), 'p', n))
    vi.advanceTimersByTime(150)
  }
  expect(live.since(ids[0] as string)).toBeUndefined()
  vi.useRealTimers()
})
