import { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { beforeAll, expect, test } from 'vitest'
import { lockMerchantPeriod } from '../../book/open-games.ts'
import { type Queryable, rows, runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { lastOrderDay } from '../../tree/terms/store-terms.ts'
import { settledWorld } from '../testing/settled-world.ts'
import { DAY, type OrderSketch, putResult } from '../testing/small-period.ts'
import { foldPeriod } from './store-fold.ts'

/** Orders are kept for years. What a statement plans and locks may not grow with the days that are stored. */
const { pool, raw } = await createTestDatabase()
const { place } = settledWorld({ pool, raw })
const PERIOD = PeriodId(1)
const OF_DAY = 'orders_20260302'

beforeAll(async () => {
  await raw.query(
    `select add_order_partition(day::date) from generate_series($1::date - 40, $1::date + 2, interval '1 day') day`,
    [DAY],
  )
})

/** The days whose orders the transaction has locked, by reading or by planning. */
const lockedDays = async (on: Queryable): Promise<string[]> => {
  const found = await rows<{ name: string }>(
    on,
    `select distinct c.relname as name from pg_locks l
       join pg_inherits i on i.inhrelid = l.relation and i.inhparent = 'orders'::regclass
       join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() order by 1`,
  )
  return found.map(({ name }) => name)
}

const bet: OrderSketch = {
  kind: 'member',
  bettor: 0,
  play: 'TMA',
  item: '07',
  stake: 100_000n,
  shares: [1000, 1000, 1000],
  rates: [100, 90, 80, 70],
}

test('a settlement and a correction touch the orders of their own day alone, with a shared plan too', async () => {
  const period = { id: PERIOD, gameId: GameId(3) }
  // A plan is shared from the sixth time on at the latest.
  const merchants = Array.from({ length: 8 }, (_, index) => MerchantId(index + 1))
  await putResult(raw, period, [8, 25, 12, 34, 5, 6, 7])
  for (const merchantId of merchants) await place(merchantId, PERIOD, [bet])
  const fold = (merchantId: MerchantId, revision: number) =>
    runTx(pool, {}, async (tx) => {
      const part = must(await lockMerchantPeriod(tx, merchantId, PERIOD), 'the part of the merchant')
      await foldPeriod(tx, part, revision, { orders: 1, inParallel: false })
      await tx.query(
        'update merchant_periods set settled_version = $3, revision = $4 where merchant_id = $1 and period_id = $2',
        [merchantId, PERIOD, part.resultVersion, revision],
      )
      return lockedDays(tx)
    })
  for (const merchantId of merchants) expect(await fold(merchantId, 1)).toEqual([OF_DAY])
  await putResult(raw, period, [30, 2, 3, 1, 45, 13, 8])
  for (const merchantId of merchants) expect(await fold(merchantId, 2)).toEqual([OF_DAY])
})

test('the day from which terms can change is looked for from today on', async () => {
  const last = (path: number, from: string) =>
    runTx(pool, {}, async (tx) => ({
      day: await lastOrderDay(tx, MerchantId(1), [PathId(path)], from),
      locked: await lockedDays(tx),
    }))
  const bettor = await last(100, DAY)
  expect(bettor.day).toBe(DAY)
  expect(bettor.locked).toEqual([OF_DAY, 'orders_20260303', 'orders_20260304'])
  expect((await last(30, DAY)).day).toBe(DAY)
  expect((await last(31, DAY)).day).toBeNull()
  expect((await last(100, '2026-03-03')).day).toBeNull()
})
