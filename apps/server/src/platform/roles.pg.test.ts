import type { Day } from '@strata/domain/calendar'
import { afterAll, expect, test } from 'vitest'
import { ensurePartitions } from '../games/periods/order-partitions.ts'
import { createPool, sqlState } from './db.ts'
import { addJob } from './jobs.ts'
import { APPEND_ONLY, limitApplication, roleOf } from './roles.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { raw, url } = await createTestDatabase()
// Not recorded: these statements are refused, or read one row.
const pool = createPool({ url, max: 2 })
afterAll(() => pool.end())
const DENIED = '42501'

const stateOf = (text: string): Promise<string | undefined> =>
  pool.query(text).then(
    () => 'done',
    (error: unknown) => sqlState(error),
  )

test('the role of the application has no power over the cluster', async () => {
  const { rows } = await pool.query(
    `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user`,
  )
  expect(rows).toEqual([
    { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
  ])
})

test.each(APPEND_ONLY)('%s: the application may read, and neither update, delete nor truncate', async (table) => {
  expect(await stateOf(`select from ${table}`)).toBe('done')
  const column = { login_log: 'result', day_starts: 'first_day' }[table as string] ?? 'merchant_id'
  expect(await stateOf(`update ${table} set ${column} = ${column} where ${column} is null`)).toBe(DENIED)
  expect(await stateOf(`delete from ${table} where ${column} is null`)).toBe(DENIED)
  expect(await stateOf(`truncate ${table}`)).toBe(DENIED)
})

test('a partition of orders can be reached only through orders', async () => {
  await ensurePartitions(pool, '2026-05-20' as Day, '2026-05-21' as Day)
  expect(await stateOf('update orders_20260520 set stake = 1')).toBe(DENIED)
  expect(await stateOf('delete from orders_20260520')).toBe(DENIED)
  // The next start revokes what an older version granted.
  await raw.query(`grant all on orders_20260521 to ${roleOf(url)}`)
  expect(await limitApplication(raw, roleOf(url))).toBe(true)
  expect(await stateOf('delete from orders_20260521')).toBe(DENIED)
})

test.each([
  'create table another (id integer)',
  'alter table accounts add column another integer',
  'drop table change_log',
  'create policy open on graphile_worker._private_jobs using (true)',
  'alter role current_user superuser',
  `update schema_migrations set digest = ''`,
])('no DDL and no change of migrations is allowed: %s', async (text) => {
  expect(['42501', '42704']).toContain(await stateOf(text))
})

test('the application can add a job, and see and update it', async () => {
  await addJob(pool, 'nobody:here', { a: 1 })
  const { rows } = await pool.query(
    `update graphile_worker._private_jobs set attempts = attempts where payload::text like '%"a"%' returning payload`,
  )
  expect(rows).toEqual([{ payload: { a: 1 } }])
})

test('the sweep of sign-ins deletes only old ones', async () => {
  await raw.query(
    `insert into login_log (account_name, at, ip, device, result)
     select 'x', (extract(epoch from now()) * 1000)::bigint - days * 86400000::bigint, '', '', 'ok' from unnest(array[1, 179, 181, 400]) days`,
  )
  const swept = await pool.query('select sweep_login_log(1) as n')
  expect(swept.rows).toEqual([{ n: 1n }])
  expect((await pool.query('select sweep_login_log(1000000) as n')).rows).toEqual([{ n: 1n }])
  expect((await raw.query('select count(*)::integer as n from login_log')).rows).toEqual([{ n: 2 }])
})

test('the role of the owner is not limited', async () => {
  const { rows } = await raw.query<{ owner: string }>('select current_user as owner')
  expect(await limitApplication(raw, rows[0]?.owner ?? '')).toBe(false)
})
