import { flows, profits } from '@strata/domain/book'
import type { Order } from '@strata/domain/book/order'
import { resultUnder } from '@strata/domain/book/scenario'
import { playOf } from '@strata/domain/games/catalogue'
import { parseDraw } from '@strata/domain/games/draw'
import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { payout } from '@strata/domain/games/payout'
import { prepareDraw } from '@strata/domain/games/settle'
import { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { readExposures } from '../book/exposures/store-exposures.ts'
import { periodItems } from '../book/scenario/scenario.ts'
import { readWays } from '../book/scenario/store-ways.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createMerchant, DAY, type MadeOrder, makeOrder, placeOrders, putPeriod } from './testing/small-period.ts'

/** A scenario must give for a draw exactly what settlement would pay, for every tier, hit and pushed leg. */

const { pool, raw } = await createTestDatabase()
const MERCHANT = MerchantId(7)
const PERIOD = { id: PeriodId(41), gameId: GameId(3) }
const ITEMS: readonly (readonly [string, string])[] = [
  ['TMA', '07'],
  ['TM_LM', 'DA'],
  ['ZX', 'MA'],
  ['ZX', 'SHE'],
  ['LM_3Z2', '01+12+23'],
  ['LM_3Z2', '03+12+40'],
  ['LM_2ZT', '07+12'],
  ['GG', 'ZM1:DA+ZM2:DAN'],
  ['GG', 'ZM1:XIAO+ZM2:DAN+ZM4:RED'],
  ['ZH', 'DAN'],
]
const DRAWS = [
  [1, 12, 23, 34, 40, 43, 7],
  [49, 3, 12, 7, 40, 41, 1],
  [3, 49, 1, 2, 12, 40, 23],
  [30, 49, 5, 1, 6, 12, 49 - 2],
  [2, 14, 26, 38, 3, 15, 49],
  [25, 1, 12, 29, 23, 18, 40],
]
/** Holders by role, with their columns in an order. */
const HOLDERS = [
  [PathId(1), 0],
  [PathId(10), 1],
  [PathId(20), 2],
  [PathId(30), 3],
  [PathId(31), 3],
] as const

const partOf = (order: Order, path: PathId, owed: ReturnType<typeof flows>): bigint => {
  if (order.kind === 'flyout') return order.bettor === path ? -owed.uB : 0n
  if (order.kind === 'replenishment' && order.bettor === path) return -owed.uB
  const part = profits(owed)
  const { chain } = order
  if (order.kind === 'replenishment' && HOLDERS.some(([id, role]) => id === path && role < order.takerRole)) return 0n
  return path === chain.h
    ? part.h
    : path === chain.m
      ? part.m
      : path === chain.g
        ? part.g
        : path === chain.a
          ? part.a
          : 0n
}

const paidOn = ({ order, quote }: MadeOrder, balls: readonly number[]): ReturnType<typeof flows> => {
  const draw = parseDraw('6HC', balls, DAY)
  const play = playOf('6HC', order.item.playCode)
  if (!draw.ok || !play) throw new Error(`draw ${balls.join()}`)
  const outcome = prepareDraw(draw.value, DEFAULT_OPTIONS).outcome(play.code, order.item.itemCode)
  const paid = payout(order.stake, quote, outcome, play.payoutKind, play.payoutCap)
  return outcome.result === 'refund'
    ? flows(order.holding, order.stake, order.stake, false)
    : flows(order.holding, order.stake, paid, true)
}

test('every holder, every draw: the sum over items is the sum over orders', async () => {
  await createMerchant(raw, MERCHANT)
  await putPeriod(raw, PERIOD)
  await raw.query('create table if not exists orders_rest partition of orders default')
  const made = ITEMS.flatMap(([play, item], at) =>
    (['member', 'member', 'replenishment', 'flyout'] as const).map((kind, copy) =>
      makeOrder('6HC', PERIOD.id, {
        kind,
        bettor: PathId(at + copy),
        play,
        item,
        stake: 1_234_567n + BigInt(at * 1000 + copy * 37),
        shares: [2000, 1500, 3100],
        rates: [2500, 2000, 1500, 1000],
      }),
    ),
  )
  await placeOrders(raw, MERCHANT, GameId(PERIOD.gameId), made)
  for (const [holder, role] of HOLDERS) {
    const rows = await readExposures(pool, [MERCHANT], { periodId: PERIOD.id, path: PathId(holder), plays: null })
    const at = { periodId: PERIOD.id, day: DAY, holder, role, through: null }
    const items = periodItems(rows, await readWays(pool, [MERCHANT], at))
    for (const balls of DRAWS) {
      const draw = parseDraw('6HC', balls, DAY)
      if (!draw.ok) throw new Error(balls.join())
      const judged = prepareDraw(draw.value, DEFAULT_OPTIONS)
      const predicted = items.reduce(
        (sum, item) => sum + resultUnder(item, judged.outcome(item.playCode, item.itemCode)),
        0n,
      )
      const due = made.reduce((sum, one) => sum + partOf(one.order, PathId(holder), paidOn(one, balls)), 0n)
      expect([holder, balls, predicted]).toEqual([holder, balls, due])
    }
  }
})
