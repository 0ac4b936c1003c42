import { execFile } from 'node:child_process'
import { getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ThreadPool, type ThreadPoolOptions, ThreadsBusy } from './threads.ts'

const script = new URL('./testing/echo-thread.ts', import.meta.url)
const pools: { close: () => Promise<void> }[] = []
const poolOf = (over: Partial<ThreadPoolOptions> = {}) => {
  const pool = new ThreadPool<number | string, number>({ script, size: 1, maxWaiting: 3, timeLimitMs: 60_000, ...over })
  pools.push(pool)
  return pool
}
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

test('threads run TypeScript and answer each task with its own result', async () => {
  const pool = poolOf({ size: 2, maxWaiting: 20 })
  expect(await Promise.all([1, 2, 3, 4, 5].map((n) => pool.run(n)))).toEqual([2, 4, 6, 8, 10])
})

test('a task that fails or kills its thread does not affect others', async () => {
  const pool = poolOf()
  const asked = [pool.run('fail'), pool.run('die'), pool.run(21)]
  await expect(asked[0]).rejects.toThrow('as asked')
  await expect(asked[1]).rejects.toThrow('dead')
  expect(await asked[2]).toBe(42)
})

test('a task beyond its time ends with its thread; the next gets a new one', async () => {
  const pool = poolOf({ timeLimitMs: 300 })
  await expect(pool.run('hang')).rejects.toBeInstanceOf(ThreadsBusy)
  const patient = poolOf()
  expect(await patient.run(4)).toBe(8)
})

test('tasks beyond the limit are refused at once, and closing refuses waiting tasks', async () => {
  const pool = poolOf({ maxWaiting: 2 })
  const running = pool.run('hang')
  expect(pool.isFull).toBe(false)
  const waiting = [pool.run(1), pool.run(2)]
  expect(pool.isFull).toBe(true)
  await expect(pool.run(3)).rejects.toBeInstanceOf(ThreadsBusy)
  const refused = Promise.allSettled([running, ...waiting])
  await pool.close()
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(pool.run(4)).rejects.toBeInstanceOf(ThreadsBusy)
})

test('one caller can use only a few places, so that others get some too', async () => {
  const pool = poolOf({ maxWaiting: 20, maxOfOne: 2 })
  const own = [pool.run('hang', 7), pool.run(1, 7)]
  await expect(pool.run(2, 7)).rejects.toBeInstanceOf(ThreadsBusy)
  const others = [pool.run(3, 8), pool.run(4)]
  const refused = Promise.allSettled([...own, ...others])
  await pool.close()
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  const next = poolOf({ maxWaiting: 20, maxOfOne: 2 })
  expect([await next.run(1, 7), await next.run(2, 7), await next.run(3, 7)]).toEqual([2, 4, 6])
})

test('a process waits for the answer of a thread, and ends by itself when its threads are idle', async () => {
  const program = fileURLToPath(new URL('./testing/one-answer.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 50_000 })
  expect(stdout).toBe('42')
})

test.runIf(process.platform === 'linux')('stepBack lowers the priority of the calling thread only', async () => {
  const before = getPriority()
  const [stepped, other] = [poolOf(), poolOf()]
  expect(await stepped.run('step back')).toBe(7)
  expect(await other.run(1)).toBe(2)
  expect(getPriority()).toBe(before)
})

test('a late background task starts again at normal priority, and so do the tasks that wait behind it', async () => {
  const pool = poolOf({ background: { lateMs: 300, equalMs: 3_600_000 }, maxWaiting: 3 })
  expect(await Promise.all([pool.run('crawl'), pool.run('crawl'), pool.run(3)])).toEqual([1, 1, 6])
  // The pool has one thread, which still has normal priority.
  expect(await pool.run('crawl')).toBe(1)
})

test('a task at normal priority has its time limit', async () => {
  const pool = poolOf({ background: { lateMs: 100, equalMs: 3_600_000 }, timeLimitMs: 3_000 })
  await expect(pool.run('hang')).rejects.toBeInstanceOf(ThreadsBusy)
  expect(await pool.run(2)).toBe(4)
})

test.runIf(process.platform === 'linux')(
  'background threads use idle processor time, and return to it after a time at normal priority',
  async () => {
    const pool = poolOf({ background: { lateMs: 2_000, equalMs: 10_000 } })
    expect(await pool.run('crawl')).toBe(1)
    expect(await pool.run('policy')).toBe(0)
    const [now, later] = [performance.now(), vi.spyOn(performance, 'now')]
    onTestFinished(() => later.mockRestore())
    const patient = poolOf({ background: { lateMs: 60_000, equalMs: 10_000 } })
    let times = 0
    // On a busy machine a background task may be late again, and the pool goes on at normal priority for its time.
    await expect
      .poll(
        () => {
          times += 1
          later.mockReturnValue(now + times * 10_001)
          return Promise.all([pool.run('policy'), patient.run('policy'), poolOf().run('policy')])
        },
        { timeout: 50_000 },
      )
      .toEqual([5, 5, 0])
  },
)
