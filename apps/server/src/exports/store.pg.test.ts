import { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { runTx } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { MAX_BYTES } from './context.ts'
import { findExports, insertExport } from './store.ts'

const { pool, raw } = await createTestDatabase()
const NOW = Date.UTC(2026, 10, 20, 4)
const DAY_MS = 86_400_000

const wish = (accountId: AccountId, at: number) => ({
  merchantId: MerchantId(1),
  accountId,
  pathId: PathId(11),
  roleType: 2 as const,
  list: 'reports.orderQuery',
  input: {},
  fileName: 'x.csv',
  format: 'csv' as const,
  total: null,
  createdAt: at,
  expiresAt: at + DAY_MS,
})

async function made(accountId: AccountId, bytes: number): Promise<number> {
  const found = await runTx(pool, {}, (tx) =>
    insertExport(tx, wish(accountId, NOW), { unfinished: 2, bytes: MAX_BYTES }),
  )
  if (!found) throw new Error('refused')
  await raw.query(`update exports set state = 'ready', bytes = $2 where id = $1`, [found.id, bytes])
  return found.id
}

const kept = async (accountId: AccountId): Promise<number[]> => {
  const page = { ascending: true, limit: 100, offset: 0, now: NOW }
  return (await findExports(pool, { merchantId: MerchantId(1), accountId, pathId: PathId(11) }, page)).items.map(
    ({ id }) => id,
  )
}

test('an account has a limit of file bytes: its own oldest files are removed, nobody else’s', async () => {
  const other = await made(AccountId(2), MAX_BYTES)
  const half = MAX_BYTES / 2
  const [first, second, third] = [
    await made(AccountId(1), half),
    await made(AccountId(1), half),
    await made(AccountId(1), 1),
  ]
  expect(await kept(AccountId(1))).toEqual([first, second, third])
  const fourth = await made(AccountId(1), 1)
  expect(await kept(AccountId(1))).toEqual([second, third, fourth])
  expect(await kept(AccountId(2))).toEqual([other])
})

test('the number of unfinished exports is limited', async () => {
  const begin = () =>
    runTx(pool, {}, (tx) => insertExport(tx, wish(AccountId(3), NOW), { unfinished: 2, bytes: MAX_BYTES }))
  const [one, two, three] = [await begin(), await begin(), await begin()]
  expect([one?.state, two?.state, three]).toEqual(['waiting', 'waiting', undefined])
})
