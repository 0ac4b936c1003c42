import { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { applyPostings } from '../ledger/posting.ts'
import { dueRuns } from '../ledger/wallets.ts'
import { rows, siblingPool } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { MEASURES } from './fold/measures.ts'
import { voidOrder } from './operator-calls/void-order.ts'
import { foldMerchantPeriod, settlePeriod, settleWholePeriod } from './settle/settle.ts'
import { AT, DRAWS, settledWorld, sketches } from './testing/settled-world.ts'
import { DAY, type MadeOrder, putPeriod, putResult } from './testing/small-period.ts'

/**
 * Any sequence of events of a period, with several workers at once and crashes between any two steps, must end in the
 * same state as one clean settlement of the final facts.
 */

const { pool, raw } = await createTestDatabase()
await raw.query('create table orders_test partition of orders default')
const { deps, fresh, place, expectSound } = settledWorld({ pool, raw })
const SEED = 20_261_121
const RUNS = 12
const MAX_ORDERS = 20

interface Step {
  /** Index of the next result. -1: the period is voided; null: no new result. */
  readonly result: number | null
  /** The order to void in the same step. Null: none. */
  readonly order: number | null
  /** How far the workers get before they stop: nothing, the fold, one wallet, or (with several workers) the end. */
  readonly until: 'nothing' | 'fold' | 'wallet' | 'end'
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    result: fc.option(fc.integer({ min: -1, max: DRAWS.length - 1 })),
    order: fc.option(fc.nat(MAX_ORDERS)),
    until: fc.constantFrom('nothing', 'fold', 'wallet', 'end', 'end'),
  }),
  { minLength: 2, maxLength: 8 },
)

const filled = `(${MEASURES.map((measure) => `${measure} <> 0`).join(' or ')})`
/** Money and folds in a form that does not depend on the order of events. */
async function stateOf(merchantId: MerchantId) {
  const of = (text: string) => rows(raw, text, [merchantId])
  return {
    wallets: await of('select path_id, balance, open_stake from wallets where merchant_id = $1 order by 1'),
    // A correction replaces payout, commission and refund, so only the sum of these kinds is defined.
    settled: await of(
      `select path_id, sum(amount)::bigint as amount from ledger_entries
        where merchant_id = $1 and path_id > 0 and kind in ('payout', 'commission', 'refund', 'correction')
        group by path_id having sum(amount) <> 0 order by 1`,
    ),
    paid: await of(
      `select y.result, count(*)::integer as orders, sum(y.amount)::bigint as amount
         from payouts y
         join merchant_periods mp on mp.merchant_id = y.merchant_id and mp.period_id = y.period_id
                                 and mp.settled_version = y.version
        where y.merchant_id = $1 group by 1 order by 1`,
    ),
    paths: await of(
      `select day, game_id, path_id, as_bettor, kind, taker, parent_id, ${MEASURES.join(', ')} from rollup_paths
        where merchant_id = $1 and ${filled} order by 1, 2, 3, 4, 5, 6`,
    ),
    plays: await of(
      `select day, game_id, play, pankou, path_id, own, kind, taker, ${MEASURES.join(', ')} from rollup_plays
        where merchant_id = $1 and ${filled} order by 1, 2, 3, 4, 5, 6, 7, 8`,
    ),
  }
}

const exposuresOf = (merchantId: MerchantId) =>
  rows(
    raw,
    `select path_id, play, item, pankou, bet_count, bet_amount, held, in_amount, out_amount, through, if_lose, if_win
       from exposures where merchant_id = $1
        and (bet_count <> 0 or in_amount <> 0 or out_amount <> 0 or through <> 0) order by 1, 2, 3, 4`,
    [merchantId],
  )

const CROWDED = { pool: siblingPool(pool, { max: 2, pipeline: false, settings: {} }), freeProcessors: () => 0 }
afterAll(() => CROWDED.pool.end())

/** Workers that stop early, or race to the end. */
async function work(until: Step['until'], merchantId: MerchantId, periodId: PeriodId): Promise<void> {
  if (until === 'nothing') return
  if (until === 'end') {
    await Promise.all([
      settlePeriod(deps, merchantId, periodId),
      settleWholePeriod(deps, periodId),
      settlePeriod({ ...deps, largeFrom: 5 }, merchantId, periodId),
      settlePeriod({ ...deps, largeFrom: 5, background: CROWDED }, merchantId, periodId),
    ])
    return
  }
  await foldMerchantPeriod(deps, merchantId, periodId)
  const [due] = until === 'wallet' ? await dueRuns(pool, merchantId, periodId) : []
  if (due) await applyPostings(pool, { merchantId, periodId, version: due.version }, { at: AT, day: DAY }, 1)
}

test('random sequences of settling, correcting and voiding, with races and crashes, end in the state of one clean settlement', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sketches, { minLength: 1, maxLength: MAX_ORDERS }),
      steps,
      fc.nat(DRAWS.length - 1),
      async (orders, sequence, end) => {
        const [dirty, clean, periodId] = [fresh(), fresh(), fresh()]
        const period = { id: periodId, gameId: GameId(3) }
        await putPeriod(raw, period)
        const made = await place(MerchantId(dirty), PeriodId(periodId), orders)
        const voided = new Set<number>()
        const voidAt = async (merchantId: MerchantId, of: readonly MadeOrder[], index: number): Promise<boolean> => {
          const order = { merchantId, orderId: of[index]?.order.id ?? 0n, reason: 'r', operator: 'o' }
          return 'periodId' in (await voidOrder(deps, order))
        }
        for (const { result, order, until } of sequence) {
          const index = order === null ? null : order % made.length
          const [taken] = await Promise.all([
            index === null ? false : voidAt(MerchantId(dirty), made, index),
            result === null ? undefined : putResult(raw, period, DRAWS[result] ?? null),
            work(until, MerchantId(dirty), PeriodId(periodId)),
          ])
          if (index !== null) expect(taken).toBe(!voided.has(index))
          if (index !== null) voided.add(index)
          await expectSound(MerchantId(dirty))
        }
        await putResult(raw, period, DRAWS[end] ?? null)
        await work('end', MerchantId(dirty), PeriodId(periodId))
        await expectSound(MerchantId(dirty))
        const same = await place(MerchantId(clean), PeriodId(periodId), orders)
        for (const index of voided) expect(await voidAt(MerchantId(clean), same, index)).toBe(true)
        await settleWholePeriod(deps, PeriodId(periodId))
        await expectSound(MerchantId(clean))
        expect(await stateOf(MerchantId(dirty))).toEqual(await stateOf(MerchantId(clean)))
        const left = await rows(raw, 'select from posting_runs where merchant_id = $1 and not done', [dirty])
        expect(left).toEqual([])
      },
    ),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  )
}, 300_000)

test('after orders of an open period are voided, its boards equal those of a period without them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sketches, { minLength: 2, maxLength: MAX_ORDERS }), fc.nat(), async (orders, seed) => {
      const [dirty, clean, periodId] = [fresh(), fresh(), fresh()]
      const isVoid = (index: number): boolean => (index + seed) % 3 === 0
      await putPeriod(raw, { id: periodId, gameId: GameId(3) })
      const made = await place(MerchantId(dirty), PeriodId(periodId), orders)
      const same = orders.flatMap((order, index) => (isVoid(index) ? [] : [order]))
      await place(MerchantId(clean), PeriodId(periodId), same)
      await Promise.all(
        made.flatMap(({ order }, index) =>
          isVoid(index)
            ? [voidOrder(deps, { merchantId: MerchantId(dirty), orderId: order.id, reason: 'r', operator: 'o' })]
            : [],
        ),
      )
      await expectSound(MerchantId(dirty))
      expect(await exposuresOf(MerchantId(dirty))).toEqual(await exposuresOf(MerchantId(clean)))
      // The draw does not change exposures: the board of a settled period shows what was bet.
      const before = await exposuresOf(MerchantId(dirty))
      await putResult(raw, { id: periodId, gameId: GameId(3) }, DRAWS[0] ?? null)
      await settleWholePeriod(deps, PeriodId(periodId))
      await expectSound(MerchantId(dirty))
      expect(await exposuresOf(MerchantId(dirty))).toEqual(before)
    }),
    { seed: SEED, numRuns: 6, endOnFailure: true },
  )
}, 120_000)
