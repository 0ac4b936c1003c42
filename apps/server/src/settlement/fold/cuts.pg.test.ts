import { MerchantId, PeriodId } from '@strata/domain/ids'
import { expect, it } from 'vitest'
import { rows } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { cutPages } from './store-cuts.ts'

const { pool, raw } = await createTestDatabase()
await raw.query('create table orders_test partition of orders default')
const DAY = '2026-03-02'
const M = MerchantId(1)

/** Writes orders in the order of their numbers. `period`: the period of order `i`, in SQL. */
async function write(first: number, count: number, period: string): Promise<void> {
  await raw.query(
    `insert into orders (merchant_id, period_id, id, day, game_id, kind, bettor, m, play, item, pankou, pay_kind, odds, stake,
                         s_h, s_m, s_g, s_a, r_m, r_g, r_a, r_b, lu_m, lu_g, lu_a, lu_b, ps_m, ps_g, ps_a, hc_h, hc_m, hc_g, hc_a,
                         batch, at)
     select $1::integer, ${period}, i, '${DAY}', 2, 0, 100, 10, 'R1', (1 + i % 2)::text, 'A', 0, 19800, 10000,
            10000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0
       from generate_series($2::integer, $3::integer) i`,
    [M, first, first + count - 1],
  )
}

/** Which part of a period's orders lies before the first cut, between the cuts, and behind the second. */
async function parts(periodId: number): Promise<number[]> {
  const [one = 0, two = 0] = await cutPages(pool, { merchantId: M, periodId: PeriodId(periodId), day: DAY })
  const found = await rows<{ part: number; share: number }>(
    raw,
    `select width_bucket((o.ctid::text::point)[0]::integer, $2::integer[]) as part,
            (count(*) / sum(count(*)) over ())::float8 as share
       from orders o where o.period_id = $1 group by 1 order by 1`,
    [periodId, [one, two]],
  )
  return found.map(({ share }) => share)
}

const expectEven = (shares: readonly number[]): void => {
  expect(shares).toHaveLength(3)
  for (const share of shares) expect(Math.abs(share - 1 / 3)).toBeLessThan(0.1)
}

it('the orders of a large period are cut into three even parts, though each item has thousands of orders', async () => {
  await write(1, 12_000, '1')
  expectEven(await parts(1))
})

it('parts are even where the orders of other periods lie between, many at first and few at last', async () => {
  await write(20_001, 12_000, 'case when i % 8 = 0 then 2 else 3 end')
  await write(40_001, 6_000, '2')
  expectEven(await parts(2))
})

it('a period without orders, or with orders on one page, is not cut', async () => {
  expect(await cutPages(pool, { merchantId: M, periodId: PeriodId(9), day: DAY })).toEqual([0, 0])
  await write(60_001, 3, '10')
  expect(await cutPages(pool, { merchantId: M, periodId: PeriodId(10), day: DAY })).toEqual([0, 0])
})
