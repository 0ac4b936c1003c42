import { setTimeout as sleep } from 'node:timers/promises'
import { MerchantId } from '@strata/domain/ids'
import { expect, test, vi } from 'vitest'
import { createPool, runTx } from './db.ts'
import { addJob, Jobs } from './jobs.ts'
import { LiveHub } from './live.ts'
import { createLog } from './log.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
const log = createLog('silent')

test('a job runs only if its transaction commits; the jobs of a dead worker run too', async () => {
  const jobs = new Jobs({ log, pool, url })
  const done: unknown[] = []
  jobs.task('note', async (payload) => void done.push(payload))
  const ticks = vi.fn(async () => undefined)
  jobs.every('tick', 10, ticks)
  await runTx(pool, {}, (tx) => addJob(tx, 'note', { n: 1 }))
  await runTx(pool, {}, async (tx) => {
    await addJob(tx, 'note', { n: 2 })
    throw new Error('rolled back')
  }).catch(() => undefined)
  await addJob(pool, 'note', { n: 3 })
  await raw.query(
    `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '1 minute'
      where (payload->>'n')::int = 3`,
  )
  await jobs.start()
  expect(jobs.isRunning).toBe(true)
  await vi.waitFor(() => expect(done).toHaveLength(2), 5000)
  expect(done).toEqual(expect.arrayContaining([{ n: 1 }, { n: 3 }]))
  await vi.waitFor(() => expect(ticks.mock.calls.length).toBeGreaterThan(1), 5000)
  await jobs.stop()
})

test('loops that all begin at once leave connections for their own work and for everybody else', async () => {
  const small = createPool({ url, max: 2 })
  const jobs = new Jobs({ log, pool: small, url })
  const done = new Set<string>()
  for (const name of ['one', 'two', 'three', 'four'])
    jobs.every(name, 60_000, async () => {
      await small.query('select 1')
      done.add(name)
    })
  await jobs.start()
  await vi.waitFor(() => expect(done.size).toBe(4), 3000)
  expect(jobs.turns.map(({ error }) => error)).toEqual(['', '', '', ''])
  await jobs.stop()
  await small.end()
})

test('of two processes one at a time does the work of a loop', async () => {
  let [running, most, turns] = [0, 0, 0]
  const work = async (): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    await sleep(20)
    running -= 1
    turns += 1
  }
  const both = [new Jobs({ log, pool, url }), new Jobs({ log, pool, url })]
  for (const jobs of both) jobs.every('shared', 5, work)
  await Promise.all(both.map((jobs) => jobs.start()))
  await vi.waitFor(() => expect(turns).toBeGreaterThan(10), 5000)
  expect(most).toBe(1)
  await Promise.all(both.map((jobs) => jobs.stop()))
})

test('events of one process reach another', async () => {
  const [here, there] = [new LiveHub(log), new LiveHub(log)]
  await here.fanOut(pool, url)
  await there.fanOut(pool, url)
  const heard: string[] = []
  there.subscribe((event) => heard.push(event.key))
  for (let n = 0; n < 200; n++)
    here.publish({
      type: 'order',
      merchantId: MerchantId(1),
      key: `order number ${n}`,
      data: { id: `${n}`.repeat(20) },
    })
  await vi.waitFor(() => expect(heard).toHaveLength(200), 5000)
  await sleep(50)
  expect(heard).toHaveLength(200)
  // A process whose listening connection is gone knows that it may miss something, until it has told its readers.
  const gaps: boolean[] = []
  there.onGap(() => gaps.push(there.hearsAll))
  expect([here.hearsAll, there.hearsAll]).toEqual([true, true])
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'strata-live' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(there.hearsAll).toBe(false), 5000)
  await vi.waitFor(() => expect(gaps).toEqual([true]), 5000)
  expect(there.hearsAll).toBe(true)
  await Promise.all([here.stop(), there.stop()])
})
