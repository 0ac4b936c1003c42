import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { createPool, isConnectionLost, row, runTx, siblingPool } from '../../apps/server/src/platform/db.ts'
import { Jobs } from '../../apps/server/src/platform/jobs.ts'
import { LiveHub } from '../../apps/server/src/platform/live.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { createTestDatabase } from '../../apps/server/src/platform/testing/test-database.ts'
import { startWire, type Wire } from './wire.ts'

const { pool, raw, url } = await createTestDatabase()
const log = createLog('silent')
const wires: Wire[] = []
afterAll(() => Promise.all(wires.map((wire) => wire.close())))

async function wired(): Promise<{ wire: Wire; through: string }> {
  const wire = await startWire()
  wires.push(wire)
  return { wire, through: wire.url(url) }
}

test('a process that loses its network within a turn gives its loop to another one, and works again afterwards', async () => {
  const { wire, through } = await wired()
  const own = createPool({ url: through, max: 2, answerMs: 1_000 })
  const lost = new Jobs({ log, pool: own, url: through, silenceMs: 1_000 })
  const other = new Jobs({ log, pool, url })
  const [turns, isLate] = [{ lost: 0, other: 0 }, { now: false }]
  lost.every('shared', 20, async () => {
    turns.lost += 1
    // The turn does not end: the process has the lock.
    while (isLate.now) await sleep(20)
  })
  other.every('shared', 20, async () => {
    turns.other += 1
  })
  await lost.start()
  await vi.waitFor(() => expect(turns.lost).toBeGreaterThan(0), 5_000)
  isLate.now = true
  await sleep(100)
  await other.start()
  await sleep(500)
  expect(turns.other).toBe(0)
  wire.silence()
  await vi.waitFor(() => expect(turns.other).toBeGreaterThan(3), 8_000)
  isLate.now = false
  wire.heal()
  await other.stop()
  const before = turns.lost
  await vi.waitFor(() => expect(turns.lost).toBeGreaterThan(before + 3), 8_000)
  await lost.stop()
  await own.end()
})

test('a connection that falls silent fails its transaction in time, and the pool makes a new one', async () => {
  const { wire, through } = await wired()
  const base = createPool({ url: through, max: 1, answerMs: 500 })
  const limited = siblingPool(base, { max: 1, pipeline: true, settings: {}, timeoutMs: 50 })
  const ask = () => base.query('select 1')
  const bet = () => runTx(limited, { timeoutMs: 50 }, (tx) => row(tx, 'select 1 as one'))
  await Promise.all([ask(), bet()])
  wire.silence()
  const [asked, taken] = await Promise.allSettled([ask(), bet()])
  expect([asked.status, taken.status]).toEqual(['rejected', 'rejected'])
  for (const answer of [asked, taken]) expect(isConnectionLost((answer as PromiseRejectedResult).reason)).toBe(true)
  wire.heal()
  await Promise.all([ask(), bet()])
  await Promise.all([limited.end(), base.end()])
})

test('a long transaction waits longer than the connection would, and its silence is short', async () => {
  const short = createPool({ url, max: 1, answerMs: 100 })
  const slow = await runTx(short, { timeoutMs: 60_000 }, (tx) =>
    row(tx, `select current_setting('idle_in_transaction_session_timeout') as silence from pg_sleep(0.3)`),
  )
  expect(slow).toEqual({ silence: '10s' })
  await expect(short.query('select pg_sleep(0.5)')).rejects.toThrow('Query read timeout')
  await short.end()
})

test('a hub that could not hear the others says so when it hears again', async () => {
  const hub = new LiveHub(log)
  const gaps = vi.fn()
  hub.onGap(gaps)
  await hub.fanOut(pool, url)
  expect(gaps).not.toHaveBeenCalled()
  await raw.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'strata-live' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(gaps).toHaveBeenCalledTimes(1), 5_000)
  await hub.stop()
})
