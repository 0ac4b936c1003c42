import { beforeEach, expect, test } from 'vitest'
import { Metrics } from '../platform/metrics.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { accessJobs } from './jobs.ts'
import { logRefused } from './sign-in/store-sign-ins.ts'

const { pool, raw } = await createTestDatabase()
const DAY_MS = 86_400_000
// The function of the log goes by the clock of the database: nobody's own clock makes it forget.
const now = Date.now()

let sweep: () => Promise<void>
beforeEach(() => {
  const jobs = {
    every: (_name: string, _everyMs: number, work: () => Promise<void>) => {
      sweep = work
    },
  }
  accessJobs({ jobs: jobs as Parameters<typeof accessJobs>[0]['jobs'], pool, clock: () => now, metrics: new Metrics() })
})

const logged = async (): Promise<{ lines: number; times: number }> =>
  (
    await raw.query<{ lines: number; times: number }>(
      'select count(*)::integer as lines, coalesce(sum(times), 0)::integer as times from login_log',
    )
  ).rows[0] ?? { lines: 0, times: 0 }

test('the log of sign-ins forgets what is older than 180 days, so many lines at a time, and keeps the sums of the rest', async () => {
  await raw.query(
    `insert into login_log (account_name, at, ip, device, result, times)
     select 'agent001', $1::bigint - n, '192.0.2.1', 'test', 'wrongCredentials', 1 from generate_series(1, 10050) n`,
    [now - 180 * DAY_MS],
  )
  const waited = { accountName: 'agent001', ip: '192.0.2.1', device: 'test' }
  await logRefused(pool, [{ ...waited, times: 500 }], now - 179 * DAY_MS)
  await logRefused(pool, [{ ...waited, times: 70 }], now)
  await sweep()
  expect(await logged()).toEqual({ lines: 52, times: 620 })
  await sweep()
  expect(await logged()).toEqual({ lines: 2, times: 570 })
  await sweep()
  expect(await logged()).toEqual({ lines: 2, times: 570 })
})

test('counts of wrong passwords are swept a day after their wait, and never more than half a million stay', async () => {
  await raw.query(
    `insert into sign_in_waits (key, failures, wait_until) values ('old', 3, $1), ('fresh', 3, $2), ('waiting', 9, $3)`,
    [now - DAY_MS - 1, now - DAY_MS + 60_000, now + 60_000],
  )
  await sweep()
  const keys = async (): Promise<string[]> =>
    (await raw.query<{ key: string }>('select key from sign_in_waits order by key')).rows.map(({ key }) => key)
  expect(await keys()).toEqual(['fresh', 'waiting'])
  await raw.query(
    `insert into sign_in_waits (key, failures, wait_until)
     select 'name ' || n, 1, $1::bigint from generate_series(1, 500000) n`,
    [now],
  )
  await sweep()
  const left = await raw.query<{ n: number; waiting: boolean; fresh: boolean }>(
    `select count(*)::integer as n, bool_or(key = 'waiting') as waiting, bool_or(key = 'fresh') as fresh from sign_in_waits`,
  )
  expect(left.rows).toEqual([{ n: 500_000, waiting: true, fresh: false }])
})
