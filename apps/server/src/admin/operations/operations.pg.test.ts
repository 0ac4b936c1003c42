import { taskWord } from '@strata/contract/words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PeopleServer, peopleServer } from '../../access/testing/people-server.ts'
import type { Person } from '../../access/testing/person.ts'
import { row } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { tellBackup } from './backup.ts'
import { saveReport, saveSize } from './store-processes.ts'
import { runVerify } from './verify-runs.ts'

const { pool, raw, url } = await createTestDatabase()
let server: PeopleServer
let operator: Person
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  operator = await server.as(server.tree.head, server.tree.head.pathId, 1)
})
afterAll(() => server.close())
const call = (path: string, input: Record<string, unknown> = {}) => server.post(operator, `/api/admin/${path}`, input)
const lastLog = () =>
  row<{ action: string; target_name: string }>(
    raw,
    'select action, target_name from change_log order by id desc limit 1',
  )

interface Job {
  readonly id: string
  readonly state: string
  readonly attempts: number
  readonly error: string
}
interface Jobs {
  readonly counts: Readonly<Record<string, number>>
  readonly items: readonly Job[]
  readonly loops: readonly { name: string; lastAt: number; nextAt: number; error: string }[]
}
const jobs = async (input = {}): Promise<Jobs> => (await call('job/query', input)).data as Jobs

describe('jobs', () => {
  const addJob = async (about: string, change = ''): Promise<string> => {
    const { id } = await row<{ id: bigint }>(raw, `select id from graphile_worker.add_job('exports:write', $1::json)`, [
      JSON.stringify({ about }),
    ])
    if (change !== '') await raw.query(`update graphile_worker._private_jobs set ${change} where id = $1`, [String(id)])
    return String(id)
  }

  it('are listed by state, with attempts, error and the next try', async () => {
    const failed = await addJob('a', `attempts = max_attempts, last_error = E'disk full\\n at line 7'`)
    const retrying = await addJob('b', `attempts = 2, last_error = 'busy', run_at = now() + interval '1 hour'`)
    const running = await addJob('c', `locked_at = now(), locked_by = 'w1'`)
    const waiting = await addJob('d')
    const { counts, items } = await jobs()
    expect(counts).toEqual({ failed: 1, retrying: 1, running: 1, waiting: 1 })
    expect(items.map(({ id, state, error }) => [id, state, error])).toEqual([
      [failed, 'failed', 'disk full'],
      [retrying, 'retrying', 'busy'],
      [running, 'running', ''],
      [waiting, 'waiting', ''],
    ])
    expect((await jobs({ state: 'failed' })).items.map(({ id }) => id)).toEqual([failed])
    const { queues } = (await call('health/query')).data as { queues: object[] }
    expect(queues).toEqual([{ name: 'exports:write', waiting: 3, failed: 1, oldestAt: expect.any(Number) }])
  })

  it('that failed are tried again at once; one that runs is not', async () => {
    const [failed, , running] = (await jobs()).items
    const wish = { jobId: failed?.id, requestId: 'retry-1' }
    expect((await call('job/retry', wish)).code).toBe(200)
    expect((await call('job/retry', wish)).code).toBe(200)
    expect((await jobs()).items.find(({ id }) => id === failed?.id)).toMatchObject({ state: 'retrying', attempts: 0 })
    expect(await lastLog()).toEqual({ action: 'jobRetry', target_name: `${taskWord('exports:write')} ${failed?.id}` })
    expect((await call('job/retry', { jobId: running?.id })).message).toBe('该任务正在执行')
    expect((await call('job/retry', { jobId: '999999' })).code).toBe(40401)
    await raw.query('delete from graphile_worker._private_jobs')
  })

  it('of the clock come from what the processes report: the latest turn of each', async () => {
    const turn = { name: 'games:plan', everyMs: 1000, tookMs: 5, error: '' }
    const report = { role: 'all', version: '1', host: 'h', load: 3, memory: 5, loopDelay: 1.5, streams: 2 } as const
    const at = server.now
    const old = {
      ...report,
      id: 'a',
      startedAt: at - 9,
      seenAt: at - 60_000,
      loops: [{ ...turn, beganAt: at - 60_000 }],
    }
    const fresh = { ...report, id: 'b', startedAt: at, seenAt: at, loops: [{ ...turn, beganAt: at, error: 'no' }] }
    await saveReport(pool, old, 0)
    await saveReport(pool, fresh, 0)
    expect((await jobs()).loops).toEqual([
      { name: 'games:plan', everyMs: 1000, lastAt: at, tookMs: 5, nextAt: at + 1005, error: 'no' },
    ])
    const { processes } = (await call('health/query')).data as { processes: { id: string; alive: boolean }[] }
    expect(processes.map(({ id, alive }) => [id, alive])).toEqual([
      ['a', false],
      ['b', true],
    ])
    // A report forgets those without news.
    await saveReport(pool, fresh, at - 1)
    expect(((await call('health/query')).data as { processes: object[] }).processes).toHaveLength(1)
  })
})

describe('verify', () => {
  interface Runs {
    readonly items: readonly { runId: string; state: string; done: number; merchants: number; findings: object[] }[]
    readonly lastClean: number | null
  }
  const runs = async (): Promise<Runs> => (await call('verify/query')).data as Runs
  const start = async (input = {}) => call('verify/start', input)
  const run = async (data: unknown): Promise<void> =>
    runVerify({ pool, clock: () => server.now }, BigInt((data as { runId: string }).runId))

  it('of all merchants is a job; a clean one is the last clean', async () => {
    const started = await start({ requestId: 'verify-1' })
    expect((await runs()).items).toMatchObject([{ state: 'waiting', done: 0, merchants: 2 }])
    expect((await jobs()).items).toMatchObject([{ name: 'admin:verify', state: 'waiting' }])
    expect((await start()).message).toBe('已有一次校验在进行，请等它完成')
    await run(started.data)
    expect(await runs()).toMatchObject({ lastClean: server.now, items: [{ state: 'clean', done: 2, findings: [] }] })
    expect(await lastLog()).toEqual({ action: 'verify', target_name: '全部商户' })
  })

  it('of one merchant finds a wallet that lies, by merchant, rule and row', async () => {
    const { pathId } = server.tree.merchant
    await raw.query('update wallets set balance = balance + 1 where path_id = $1', [pathId])
    server.now += 1000
    const started = await start({ agentPathsId: pathId })
    await run(started.data)
    const { items, lastClean } = await runs()
    expect(items[0]).toMatchObject({ state: 'faulty', done: 1, merchants: 1 })
    expect(items[0]?.findings).toEqual([
      { merchant: 'demo', rule: '钱包余额等于流水合计减去下注', row: expect.stringContaining(`"path_id":${pathId}`) },
    ])
    expect(lastClean).toBe(server.now - 1000)
    expect((await start({ agentPathsId: server.tree.agent.pathId })).code).toBe(40401)
  })

  it('goes on with the next merchant after its process ended, and is not begun twice', async () => {
    const { data } = await start()
    await raw.query(`update verify_runs set state = 'running', done = 1 where state = 'waiting'`)
    await run(data)
    const [first] = (await runs()).items
    // The faulty merchant was done before.
    expect(first).toMatchObject({ state: 'clean', done: 2, merchants: 2 })
    await run(data)
    expect((await runs()).items[0]).toEqual(first)
  })
})

describe('health', () => {
  interface Health {
    readonly database: { bytes: number; growth: number | null; partitionsAhead: number; tables: { name: string }[] }
    readonly backup: object | null
  }
  const health = async (): Promise<Health> => (await call('health/query')).data as Health

  it('has the size of the database, its growth by day and its tables', async () => {
    const before = await health()
    expect(before.database.growth).toBeNull()
    expect(before.database.bytes).toBeGreaterThan(1_000_000)
    expect(before.database.partitionsAhead).toBe(14)
    expect(before.database.tables).toHaveLength(8)
    await saveSize(pool, server.now)
    await raw.query(`insert into database_sizes select day - 4, bytes - 4000 from database_sizes`)
    expect((await health()).database.growth).toBe(1000)
  })

  it('names the backup that was told last', async () => {
    expect((await health()).backup).toBeNull()
    await tellBackup(pool, { at: 5, bytes: 7, note: 'nightly' })
    expect((await health()).backup).toEqual({ at: 5, bytes: 7, note: 'nightly' })
  })

  it('is closed to an agent', async () => {
    const { agent } = server.tree
    const person = await server.as(agent, agent.pathId)
    for (const path of ['health/query', 'job/query', 'verify/query'])
      expect((await server.post(person, `/api/admin/${path}`)).code).toBe(40301)
  })
})
