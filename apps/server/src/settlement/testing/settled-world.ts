import { GameId, type MerchantId, type PeriodId } from '@strata/domain/ids'
import fc from 'fast-check'
import { expect } from 'vitest'
import { verifyLedger } from '../../ledger/verify.ts'
import type { Pool } from '../../platform/db.ts'
import { verifySettlement } from '../verify/verify.ts'
import { createMerchant, type MadeOrder, makeOrder, type OrderSketch, placeOrders } from './small-period.ts'

/** An instant of the day on which the orders are drawn. */
export const AT = 1_772_420_000_000

/** Singles, refunds on 49, tiers, hits and legs: every way an item pays. */
const ITEMS = [
  ['TMA', '07'],
  ['TMA', '49'],
  ['TM_LM', 'DA'],
  ['TM_LM', 'DAN'],
  ['ZM1', 'DA'],
  ['LM_3Z2', '01+02+03'],
  ['LM_2ZT', '02+07'],
  ['ZX', 'MA'],
  ['GG', 'ZM1:DA+ZM4:RED'],
  ['GG', 'ZM1:XIAO+ZM2:DAN+ZM3:RED'],
] as const
export const DRAWS = [
  [30, 2, 3, 1, 45, 13, 7],
  [8, 25, 12, 34, 5, 6, 49],
  [1, 2, 3, 4, 5, 6, 7],
  [11, 21, 31, 41, 10, 20, 30],
]

const percent = fc.integer({ min: 0, max: 3333 })
const rateOf = fc.integer({ min: 0, max: 4500 })
export const sketches: fc.Arbitrary<OrderSketch> = fc
  .record({
    kind: fc.constantFrom('member', 'member', 'member', 'replenishment', 'flyout'),
    bettor: fc.nat(9),
    item: fc.constantFrom(...ITEMS),
    stake: fc.oneof(
      fc.bigInt({ min: 1n, max: 500n }).map((x) => x * 10_000n),
      fc.bigInt({ min: 100n, max: 10n ** 11n }),
    ),
    shares: fc.tuple(percent, percent, percent),
    rates: fc.tuple(rateOf, rateOf, rateOf, rateOf),
  })
  .map(({ item: [play, item], ...rest }) => ({ ...rest, play, item }))

/** Helpers for settlement tests: new merchants and periods, and checks that the books balance. */
export function settledWorld({ pool, raw }: { readonly pool: Pool; readonly raw: Pool }) {
  let next = 1
  return {
    deps: { pool, clock: () => AT },
    /** An id that no other test uses. */
    fresh: (): number => next++,
    /** Places orders in the period for a new merchant, with new ids. */
    place: async (merchantId: MerchantId, periodId: PeriodId, orders: readonly OrderSketch[]): Promise<MadeOrder[]> => {
      await createMerchant(raw, merchantId)
      const made = orders.map((sketch) => makeOrder('6HC', periodId, sketch))
      await placeOrders(raw, merchantId, GameId(3), made)
      return made
    },
    expectSound: async (merchantId: MerchantId): Promise<void> => {
      expect(await verifySettlement(pool, merchantId)).toBeNull()
      expect(await verifyLedger(pool, merchantId)).toBeNull()
    },
  }
}
