import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { isConnectionLost, type Queryable, row, rows, runTx, siblingPool, sqlState, withAdvisoryLock } from './db.ts'
import { isMigrated, migrate } from './migrate.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { pool, raw, recorder } = await createTestDatabase()

test('the clone is migrated and migrating again does nothing', async () => {
  expect(await isMigrated(pool)).toBe(true)
  expect(await migrate(raw)).toEqual([])
})

test('int8 is bigint, numeric and date are strings, in arrays too', async () => {
  const values = await row(
    pool,
    `select 9007199254740993::int8 as big, array[1, null, -2]::int8[] as bigs, '{}'::int8[] as none,
            1.50::numeric as exact, date '2026-01-31' as day, array[date '2026-01-31'] as days`,
  )
  expect(values).toEqual({
    big: 9007199254740993n,
    bigs: [1n, null, -2n],
    none: [],
    exact: '1.50',
    day: '2026-01-31',
    days: ['2026-01-31'],
  })
  expect(await row(pool, 'select $1::int8[] as back', [[1n, 9007199254740993n]])).toEqual({
    back: [1n, 9007199254740993n],
  })
})

test('a transaction commits once, and its effects run only after a commit', async () => {
  await raw.query('create table effects (n integer); grant all on effects to public')
  const seen: string[] = []
  await runTx(pool, {}, async (tx) => {
    await tx.query('insert into effects values (1)')
    tx.afterCommit(() => void seen.push('kept'))
  })
  await expect(
    runTx(pool, {}, async (tx) => {
      await tx.query('insert into effects values (2)')
      tx.afterCommit(() => void seen.push('lost'))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await rows(raw, 'select n from effects')).toEqual([{ n: 1 }])
  expect(seen).toEqual(['kept'])
})

test('a serialization failure is tried again', async () => {
  await raw.query('create table counter as select 0 as n; grant all on counter to public')
  const add = () =>
    runTx(pool, { isolation: 'serializable' }, async (tx) => {
      const { n } = await row<{ n: number }>(tx, 'select n from counter')
      await tx.query('update counter set n = $1', [n + 1])
    })
  await Promise.all([add(), add(), add()])
  expect(await row(raw, 'select n from counter')).toEqual({ n: 3 })
})

test('a statement that takes too long is cut off and the connection stays usable', async () => {
  const slow = runTx(pool, { timeoutMs: 50 }, (tx) => tx.query('select pg_sleep(5)'))
  await expect(slow.catch((error: unknown) => sqlState(error))).resolves.toBe('57014')
  expect(await row(pool, 'select 1 as one')).toEqual({ one: 1 })
})

test('a pool with a time limit of its own cuts off the same statements, waits and silences', async () => {
  const limited = siblingPool(pool, { max: 1, pipeline: true, settings: {}, timeoutMs: 50 })
  const limits = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
                         current_setting('idle_in_transaction_session_timeout') as silence`
  const within = (timeoutMs: number) => runTx(limited, { timeoutMs }, (tx) => row(tx, limits))
  expect(await within(50)).toEqual({ statement: '50ms', lock: '50ms', silence: '50ms' })
  expect(await within(70)).toEqual({ statement: '70ms', lock: '70ms', silence: '70ms' })
  const slow = runTx(limited, { timeoutMs: 50 }, (tx) => tx.query('select pg_sleep(5)'))
  await expect(slow.catch((error: unknown) => sqlState(error))).resolves.toBe('57014')
  expect(await within(50)).toEqual({ statement: '50ms', lock: '50ms', silence: '50ms' })
  await limited.end()
})

test('statements sent together leave in one write', async () => {
  const lane = siblingPool(pool, { max: 1, pipeline: true, settings: {} })
  let writes = 0
  await runTx(lane, {}, (tx) => tx.query('select 1'))
  const client = (await lane.connect()) as pg.PoolClient & { connection: { stream: Writable } }
  const { stream } = client.connection
  for (const name of ['_write', '_writev'] as const) {
    const write = stream[name]?.bind(stream) as (...args: unknown[]) => void
    const counted = (...args: unknown[]): void => {
      writes += 1
      write(...args)
    }
    Object.assign(stream, { [name]: counted })
  }
  client.release()
  const numbers = await runTx(lane, {}, async (tx) => {
    const found = await Promise.all([1, 2, 3].map((n) => row<{ n: number }>(tx, 'select $1::integer as n', [n])))
    await tx.finish('select 4')
    return found.map(({ n }) => n)
  })
  expect({ numbers, writes }).toEqual({ numbers: [1, 2, 3], writes: 2 })
  await lane.end()
})

test('an advisory lock has only one holder', async () => {
  const [here, there] = [await pool.connect(), await pool.connect()]
  const inner = await withAdvisoryLock(here, 'a', () => withAdvisoryLock(there, 'a', async () => 'both'))
  expect(inner).toBeUndefined()
  expect(await withAdvisoryLock(there, 'a', async () => 'alone')).toBe('alone')
  here.release()
  there.release()
})

test('a lost connection fails only the work that uses it', async () => {
  const sibling = siblingPool(pool, { max: 2, pipeline: false, settings: {} })
  for (const one of [pool, sibling]) {
    const kill = (pid: number) => raw.query('select pg_terminate_backend($1::integer)', [pid])
    const pidOf = async (on: Queryable) => (await row<{ pid: number }>(on, 'select pg_backend_pid() as pid')).pid
    // No caller listens for its errors. Without the pool's handler an error would end the process.
    const client = await one.connect()
    const ended = new Promise((resolve) => client.once('end', resolve))
    await kill(await pidOf(client))
    await ended
    client.release()
    const held = await one.connect()
    const cut = held.query('select pg_sleep(30)').catch((error: unknown) => error)
    await kill((held as unknown as { processID: number }).processID)
    expect(isConnectionLost(await cut)).toBe(true)
    held.release()
    const failed = await runTx(one, {}, async (tx) => kill(await pidOf(tx))).catch((error: unknown) => error)
    expect(isConnectionLost(failed)).toBe(true)
    expect(await row(one, 'select 1 as one')).toEqual({ one: 1 })
  }
  await sibling.end()
})

test('who waits in vain for a lock, or for another transaction that is silent, may come again', async () => {
  await raw.query('create table held as select 1 as n; grant all on held to public')
  const lock = (lockTimeoutMs: number) =>
    runTx(pool, { lockTimeoutMs }, (tx) => tx.query('select n from held for update'))
  const silent = runTx(pool, { timeoutMs: 300 }, async (tx) => {
    await tx.query('select n from held for update')
    const waited = await lock(50).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 400))
    await tx.query('select 1')
    return waited
  })
  expect(isConnectionLost(await silent.catch((error: unknown) => error))).toBe(true)
  const free = await runTx(pool, {}, async (tx) => {
    await tx.query('select n from held for update')
    return lock(50).catch((error: unknown) => error)
  })
  expect([sqlState(free), isConnectionLost(free)]).toEqual(['55P03', true])
})

test('every statement of a recorded pool is recorded for the check of merchant scope', async () => {
  expect(await row(pool, 'select n from effects where n = $1', [1])).toEqual({ n: 1 })
  expect([...recorder.texts].some((text) => text.includes('from effects'))).toBe(true)
})

test('a migration that waits for a long reader lets others pass, and is applied when the reader has ended', async () => {
  const from = await mkdtemp(join(tmpdir(), 'strata-migrations-'))
  const reader = await raw.connect()
  try {
    await cp(new URL('./migrations', import.meta.url), from, { recursive: true })
    await writeFile(join(from, '9999-wider.sql'), 'alter table effects add column wider text')
    await writeFile(join(from, '9999-wider.check.sql'), 'select 1 where false')
    await reader.query('begin')
    await reader.query('select count(*) from effects')
    await expect(migrate(raw, from, { waitMs: 20, pauseMs: 1, tries: 2 })).rejects.toThrow('9999-wider failed')
    const migrated = migrate(raw, from, { waitMs: 50, pauseMs: 50, tries: 1_000 })
    for (let read = 0; read < 20; read++)
      await runTx(pool, { timeoutMs: 5_000 }, (tx) => tx.query('select count(*) from effects'))
    await reader.query('commit')
    expect(await migrated).toEqual(['9999-wider'])
  } finally {
    reader.release()
    await rm(from, { recursive: true, force: true })
  }
})
