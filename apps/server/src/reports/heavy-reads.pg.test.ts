import { getPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { AccountId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { reportsPool, row } from '../platform/db.ts'
import { refuse } from '../platform/refusal.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { HeavyReads } from './heavy-reads.ts'

const { url } = await createTestDatabase()

const asked = (id: number, raw = { destroyed: false }) => ({
  caller: { account: { id: AccountId(id) } },
  reply: { raw },
})

/** Reads that end when the test releases them. */
function gate() {
  const waiting: (() => void)[] = []
  let begun = 0
  const read = async (): Promise<number> => {
    begun += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
    return begun
  }
  return { read, begun: () => begun, open: () => void waiting.splice(0).map((go) => go()) }
}

test('an account reads two at once; the third waits, the eleventh is refused, another account is not delayed', async () => {
  const heavy = new HeavyReads()
  const { read, begun, open } = gate()
  const first = Array.from({ length: 10 }, () => heavy.run(asked(1), read))
  await sleep(0)
  expect(begun()).toBe(2)
  expect(await heavy.run(asked(1), read)).toEqual(refuse('tooManyRequests'))
  expect(await heavy.run(asked(2), async () => 'other')).toBe('other')
  while (begun() < 10) {
    open()
    await sleep(0)
  }
  open()
  expect(await Promise.all(first)).toHaveLength(10)
  expect(heavy.size).toBe(0)
})

test('a caller who disconnects while waiting is skipped, and an error frees its slot', async () => {
  const heavy = new HeavyReads()
  const { read, begun, open } = gate()
  const two = [heavy.run(asked(1), read), heavy.run(asked(1), read)]
  const raw = { destroyed: false }
  const third = heavy.run(asked(1, raw), read)
  raw.destroyed = true
  await sleep(0)
  open()
  await Promise.all([...two, third])
  expect(begun()).toBe(2)
  await expect(heavy.run(asked(1), () => Promise.reject(new Error('fault')))).rejects.toThrow('fault')
  expect(heavy.size).toBe(0)
})

test('a read over the statement timeout of reports is refused and not an internal error', async () => {
  const pool = reportsPool({ url, timeoutMs: 50, ownDatabase: false })
  try {
    expect(await new HeavyReads().run(asked(1), () => pool.query('select pg_sleep(5)'))).toEqual(refuse('overloaded'))
    expect(pool.options.max).toBe(4)
  } finally {
    await pool.end()
  }
})

test.runIf(process.platform === 'linux').each([
  { ownDatabase: true, priority: 10, helpers: '0' },
  { ownDatabase: false, priority: 0, helpers: '2' },
])('reports give way to boards and bets where the database is our own: $ownDatabase', async (given) => {
  const pool = reportsPool({ url, ownDatabase: given.ownDatabase })
  try {
    const backend = await row<{ pid: number; helpers: string }>(
      pool,
      `select pg_backend_pid() as pid, current_setting('max_parallel_workers_per_gather') as helpers`,
    )
    expect(backend.helpers).toBe(given.helpers)
    expect(getPriority(backend.pid)).toBe(given.priority)
  } finally {
    await pool.end()
  }
})
