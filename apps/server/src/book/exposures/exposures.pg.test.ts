import { foldExposures } from '@strata/domain/book/exposure'
import type { Order } from '@strata/domain/book/order'
import { MerchantId, PeriodId } from '@strata/domain/ids'
import { yuan } from '@strata/domain/money'
import { AGENT, autoStake, GENERAL, HEAD, MERCHANT, SmallWorld, slip } from '@strata/domain/replenishment/testing'
import { expect, test } from 'vitest'
import { rows } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { FIGURE_COLUMNS } from './store-columns.ts'
import { rebuildExposures, verifyExposures } from './store-rebuild.ts'
import { BatchWrite, writeBatch } from './store-write.ts'

const { pool, raw } = await createTestDatabase()
const MERCHANT_ID = MerchantId(9)
const DAY = '2026-01-01'
const PERIOD_ID = PeriodId(7)

const MEMBERS = ['mem1', 'mem2', 'mem3', 'mem4', 'mem5']
const ITEMS = ['W a', 'W b', 'W c', 'S x', 'S y']

/** Bets of every shape of chain, on several items and with fractions of yuan; with cascades, limits and both modes. */
function playedWorld(): SmallWorld {
  const world = new SmallWorld({
    [AGENT]: { auto: autoStake(1000, 10), acceptType: 3 },
    [GENERAL]: {
      auto: { ...autoStake(0, 1), mode: 'loss', maxLoss: yuan(700), unit: 10_000n as never },
      acceptType: 3,
      acceptLimit: yuan(500),
      sendLimit: yuan(4000),
    },
    [MERCHANT]: { auto: autoStake(2500, 7), acceptType: 1, acceptLimit: yuan(1000) },
    [HEAD]: { acceptLimit: yuan(3000) },
  })
  let seed = 12345
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let i = 0; i < 400; i++) {
    const stake = `${1 + random(2000)}.${10 + random(90)}`
    const bet = slip(String(i), MEMBERS[random(5)] ?? '', ITEMS[random(5)] ?? '', stake)
    world.take([bet])
  }
  return world
}

async function store(orders: readonly Order[]): Promise<void> {
  const write = new BatchWrite()
  for (const order of orders) {
    const pay = { kind: 0, odds: order.odds[0], tiers: order.odds.length > 1 ? order.odds : null, cap: null }
    write.orders.add({ order, day: DAY, pay, balanceAfter: order.kind === 'member' ? yuan(1) : null })
    if (order.kind !== 'member') continue
    write.addKey({ betNo: order.betNo, hash: 'h', orderId: order.id, day: DAY })
  }
  for (const { path, order, figures } of foldExposures(orders).values()) {
    const { playCode, itemCode } = order.item
    const key = { periodId: PERIOD_ID, path, play: playCode, item: itemCode, pankou: order.pankou }
    write.exposures.add(key, figures)
  }
  await writeBatch(pool, { merchantId: MERCHANT_ID, batch: nextId(), now: 1 }, write)
}

const stored = (): Promise<Record<string, unknown>[]> =>
  rows(
    raw,
    `select path_id, play, item, pankou, ${FIGURE_COLUMNS.map(([name]) => name).join(', ')}
       from exposures where merchant_id = $1 order by 1, 2, 3, 4`,
    [MERCHANT_ID],
  )

const world = playedWorld()

test('exposures added batch by batch equal those folded in SQL and in the domain, to the last unit', async () => {
  await raw.query(`create table orders_test partition of orders for values from ('2026-01-01') to ('2026-01-02')`)
  await raw.query(`insert into merchants values ($1, 'm9', 'm9', 'cash', 1, false, 1)`, [MERCHANT_ID])
  await raw.query(`insert into merchant_periods values ($1, $2, 1, $3)`, [MERCHANT_ID, PERIOD_ID, DAY])
  expect(world.orders.some((order) => order.kind === 'replenishment' && order.takerRole === 0)).toBe(true)
  for (let from = 0; from < world.orders.length; from += 97) await store(world.orders.slice(from, from + 97))
  const before = await stored()
  expect(before.length).toBe(foldExposures(world.orders).size)
  for (const { path, order, figures } of foldExposures(world.orders).values()) {
    const row = before.find(
      (one) =>
        one['path_id'] === path &&
        one['play'] === order.item.playCode &&
        one['item'] === order.item.itemCode &&
        one['pankou'] === order.pankou,
    )
    for (const [name, , figure] of FIGURE_COLUMNS) expect([name, row?.[name]]).toEqual([name, figures[figure]])
  }
  expect(await verifyExposures(pool, MERCHANT_ID)).toBeNull()
  expect(await rebuildExposures(pool, MERCHANT_ID, PERIOD_ID)).toBe(before.length)
  expect(await stored()).toEqual(before)
})

test('verify names the first wrong row and figure, a missing row and an extra row', async () => {
  const key = 'merchant_id = 9 and path_id = 3'
  await raw.query(`update exposures set if_win = if_win + 1 where ${key} and play = 'S' and item = 'y'`)
  expect(await verifyExposures(pool, MERCHANT_ID)).toMatchObject({ pathId: 3, play: 'S', item: 'y', column: 'if_win' })
  await raw.query(`update exposures set if_win = if_win - 1 where ${key} and play = 'S' and item = 'y'`)
  await raw.query(`delete from exposures where ${key} and play = 'W' and item = 'b'`)
  expect(await verifyExposures(pool, MERCHANT_ID)).toMatchObject({ pathId: 3, play: 'W', item: 'b', stored: '0' })
  await rebuildExposures(pool, MERCHANT_ID, PERIOD_ID)
  expect(await verifyExposures(pool, MERCHANT_ID)).toBeNull()
})

test('a voided order is not in the fold', async () => {
  const order = world.orders[0] as Order
  await raw.query(`insert into voids values ($1, $2, $3, 'wrong', 'op', 1)`, [MERCHANT_ID, String(order.id), PERIOD_ID])
  expect(await verifyExposures(pool, MERCHANT_ID)).not.toBeNull()
  await rebuildExposures(pool, MERCHANT_ID, PERIOD_ID)
  expect(await verifyExposures(pool, MERCHANT_ID)).toBeNull()
  expect(await stored()).not.toEqual([])
})
