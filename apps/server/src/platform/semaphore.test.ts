import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

test('runs at most `limit` at a time, in order of arrival, and a failure frees its slot', async () => {
  const turns = new Semaphore(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) => async (): Promise<number> => {
    begun.push(n)
    await new Promise<void>((resolve) => ends.push(resolve))
    if (n === 1) throw new Error('as asked')
    return n
  }
  const tasks = [1, 2, 3, 4].map((n) => turns.take(work(n)))
  const settled = Promise.allSettled(tasks)
  expect([begun, turns.waiting]).toEqual([[1, 2], 2])
  ends.shift()?.()
  await expect(tasks[0]).rejects.toThrow('as asked')
  expect([begun, turns.waiting]).toEqual([[1, 2, 3], 1])
  const late = turns.take(work(5))
  for (let n = 0; n < 4; n++) {
    while (ends.length === 0) await Promise.resolve()
    ends.shift()?.()
  }
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(await late).toBe(5)
  expect([begun, turns.waiting]).toEqual([[1, 2, 3, 4, 5], 0])
})
