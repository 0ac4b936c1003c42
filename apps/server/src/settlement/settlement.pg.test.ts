import { playOf } from '@strata/domain/games/catalogue'
import { validateDraw } from '@strata/domain/games/draw'
import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { payout } from '@strata/domain/games/payout'
import { prepareDraw } from '@strata/domain/games/settle'
import { GameId, MerchantId, type PathId, PeriodId } from '@strata/domain/ids'
import { foldPathRows, foldPlayRows, type SettledOrder } from '@strata/domain/reports/rollups'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rows } from '../platform/db.ts'
import { type LiveEvent, LiveHub } from '../platform/live.ts'
import { createLog } from '../platform/log.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { MEASURES } from './fold/measures.ts'
import { voidOrder } from './operator-calls/void-order.ts'
import { findDueParts, foldMerchantPeriod, settlePeriod, settleWholePeriod } from './settle/settle.ts'
import { DRAWS, settledWorld, sketches } from './testing/settled-world.ts'
import { DAY, putPeriod, putResult } from './testing/small-period.ts'
import { verifySettlement } from './verify/verify.ts'

const { pool, raw } = await createTestDatabase()
await raw.query('create table orders_test partition of orders default')
const { deps, fresh, place, expectSound } = settledWorld({ pool, raw })
const SEED = 20_260_302

const rollup = (merchantId: MerchantId, table: string, keys: string) =>
  rows(
    raw,
    `select ${keys}, ${MEASURES.join(', ')} from ${table} where merchant_id = $1
     and (${MEASURES.map((m) => `${m} <> 0`).join(' or ')}) order by ${keys}`,
    [merchantId],
  )
const stateOf = async (merchantId: MerchantId) => ({
  paths: await rollup(
    merchantId,
    'rollup_paths',
    'day, game_id, path_id, as_bettor, kind, taker, parent_id, smin_h, smin_m, smin_g, smin_a, smax_h, smax_m, smax_g, smax_a',
  ),
  plays: await rollup(merchantId, 'rollup_plays', 'day, game_id, play, pankou, path_id, own, kind, taker'),
  wallets: await rows(raw, 'select path_id, balance, open_stake from wallets where merchant_id = $1 order by 1', [
    merchantId,
  ]),
})

type Step = { readonly kind: 'result'; readonly draw: number } | { readonly kind: 'void'; readonly order: number }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('result' as const), draw: fc.integer({ min: -1, max: DRAWS.length - 1 }) }),
    fc.record({ kind: fc.constant('void' as const), order: fc.nat(30) }),
  ),
  { minLength: 1, maxLength: 7 },
)

describe('settlement', () => {
  test('any sequence of results, corrections, voids of the period and of orders ends in the state of one clean settlement', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sketches, { minLength: 1, maxLength: 25 }),
        steps,
        fc.nat(3),
        async (orders, sequence, end) => {
          const [dirty, clean, periodId] = [fresh(), fresh(), fresh()]
          const period = { id: periodId, gameId: GameId(3) }
          await putPeriod(raw, period)
          const made = await place(MerchantId(dirty), PeriodId(periodId), orders)
          const same = await place(MerchantId(clean), PeriodId(periodId), orders)
          const voided = new Set<number>()
          for (const step of [...sequence, { kind: 'result', draw: end } as const]) {
            if (step.kind === 'result') {
              await putResult(raw, period, DRAWS[step.draw] ?? null)
              await settlePeriod(deps, MerchantId(dirty), PeriodId(periodId))
            } else {
              const index = step.order % made.length
              const answer = await voidOrder(deps, {
                merchantId: MerchantId(dirty),
                orderId: made[index]?.order.id ?? 0n,
                reason: 'r',
                operator: 'o',
              })
              expect('refusal' in answer).toBe(voided.has(index))
              voided.add(index)
            }
            await expectSound(MerchantId(dirty))
          }
          for (const index of voided)
            await voidOrder(deps, {
              merchantId: MerchantId(clean),
              orderId: same[index]?.order.id ?? 0n,
              reason: 'r',
              operator: 'o',
            })
          await settlePeriod({ ...deps, largeFrom: 10 }, MerchantId(clean), PeriodId(periodId))
          await expectSound(MerchantId(clean))
          expect(await stateOf(MerchantId(dirty))).toEqual(await stateOf(MerchantId(clean)))
        },
      ),
      { seed: SEED, numRuns: 25, endOnFailure: false },
    )
  }, 240_000)

  test('rollups are those of the domain', async () => {
    const [merchantId, periodId] = [fresh(), fresh()]
    const orders = fc.sample(sketches, { seed: SEED, numRuns: 120 })
    await putResult(raw, { id: periodId, gameId: GameId(3) }, DRAWS[0] ?? null)
    const made = await place(MerchantId(merchantId), PeriodId(periodId), orders)
    expect((await settlePeriod(deps, MerchantId(merchantId), PeriodId(periodId))).finished).toBe(true)
    await expectSound(MerchantId(merchantId))
    const checked = validateDraw('6HC', DRAWS[0] ?? [], DAY)
    if (!checked.ok) throw new Error(checked.refusal)
    const prepared = prepareDraw(checked.value, DEFAULT_OPTIONS)
    const settled = made.map(({ order, quote }): SettledOrder => {
      const play = playOf('6HC', order.item.playCode)
      if (!play) throw new Error(order.item.playCode)
      const outcome = prepared.outcome(play.code, order.item.itemCode)
      return {
        order,
        result: outcome.result,
        day: DAY as SettledOrder['day'],
        payout: payout(order.stake, quote, outcome, play.payoutKind, play.payoutCap),
      }
    })
    const kinds = ['member', 'replenishment', 'flyout']
    const paths = await rows(raw, 'select * from rollup_paths where merchant_id = $1', [merchantId])
    const wanted = foldPathRows(settled)
    expect(paths.length).toBe(wanted.length)
    const keyOf = (...parts: unknown[]) => parts.join(' ')
    const byKey = new Map(
      paths.map((r) => [
        keyOf(r['path_id'], r['as_bettor'], kinds[r['kind'] as number], r['taker'], r['parent_id']),
        r,
      ]),
    )
    for (const row of wanted) {
      const r = byKey.get(keyOf(row.path, row.asBettor, row.kind, row.taker ?? 9, row.parent ?? 0))
      expect(r).toBeDefined()
      expect([
        r?.['orders'],
        r?.['u_m'],
        r?.['u_g'],
        r?.['u_a'],
        r?.['u_b'],
        r?.['pw_m'],
        r?.['pv_a'],
        r?.['hc_h'],
        r?.['payout'],
        r?.['valid'],
      ]).toEqual([
        row.measures.orders,
        row.measures.uM,
        row.measures.uG,
        row.measures.uA,
        row.measures.uB,
        row.measures.pwM,
        row.measures.pvA,
        row.measures.hcH,
        row.measures.payout,
        row.measures.valid,
      ])
      expect([r?.['smin_h'], r?.['smax_a']].map((x) => BigInt(x as number))).toEqual([
        row.shares.h.min,
        row.shares.a.max,
      ])
    }
    const plays = await rows(raw, 'select * from rollup_plays where merchant_id = $1', [merchantId])
    const wantedPlays = foldPlayRows(settled)
    expect(plays.length).toBe(wantedPlays.length)
    const total = (list: readonly bigint[]) => list.reduce((a, b) => a + b, 0n)
    expect(total(plays.map((r) => r['u_b'] as bigint))).toBe(total(wantedPlays.map((r) => r.measures.uB)))
  })

  test('several workers at once and repeated calls settle once', async () => {
    const [merchantId, periodId] = [fresh(), fresh()]
    await putResult(raw, { id: periodId, gameId: GameId(3) }, DRAWS[1] ?? null)
    await place(MerchantId(merchantId), PeriodId(periodId), fc.sample(sketches, { seed: 7, numRuns: 40 }))
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => settlePeriod(deps, MerchantId(merchantId), PeriodId(periodId))),
    )
    expect(answers.filter((answer) => answer.state === 'folded').length).toBe(1)
    await settleWholePeriod(deps, PeriodId(periodId))
    await expectSound(MerchantId(merchantId))
    const left = await rows(raw, 'select from posting_runs where merchant_id = $1 and not done', [merchantId])
    expect(left.length).toBe(0)
    expect((await rows<{ state: string }>(raw, 'select state from periods where id = $1', [periodId]))[0]?.state).toBe(
      'settled',
    )
  })

  test('after a crash between fold and postings the next call posts', async () => {
    const [merchantId, periodId] = [fresh(), fresh()]
    await putResult(raw, { id: periodId, gameId: GameId(3) }, DRAWS[2] ?? null)
    await place(MerchantId(merchantId), PeriodId(periodId), fc.sample(sketches, { seed: 9, numRuns: 20 }))
    expect((await foldMerchantPeriod(deps, MerchantId(merchantId), PeriodId(periodId))).state).toBe('folded')
    await expectSound(MerchantId(merchantId))
    expect((await settlePeriod(deps, MerchantId(merchantId), PeriodId(periodId))).state).toBe('current')
    await expectSound(MerchantId(merchantId))
  })

  test("a merchant's first batch that commits after the period was settled is settled by the sweep", async () => {
    const [prompt, late, periodId] = [fresh(), fresh(), fresh()]
    const state = async () => (await rows(raw, 'select state from periods where id = $1', [periodId]))[0]?.['state']
    await putResult(raw, { id: periodId, gameId: GameId(3) }, DRAWS[3] ?? null)
    await place(MerchantId(prompt), PeriodId(periodId), fc.sample(sketches, { seed: 13, numRuns: 10 }))
    expect((await settlePeriod(deps, MerchantId(prompt), PeriodId(periodId))).finished).toBe(true)
    expect(await state()).toBe('settled')
    await place(MerchantId(late), PeriodId(periodId), fc.sample(sketches, { seed: 14, numRuns: 10 }))
    const due = (await findDueParts(deps)).filter((part) => part.periodId === periodId)
    expect(due).toEqual([{ merchantId: late, periodId }])
    for (const part of due) expect((await settlePeriod(deps, part.merchantId, part.periodId)).state).toBe('folded')
    await expectSound(MerchantId(late))
    expect((await findDueParts(deps)).filter((part) => part.periodId === periodId)).toEqual([])
  })

  test('a run that was not posted is found in any state of its period', async () => {
    const [merchantId, periodId] = [fresh(), fresh()]
    await putResult(raw, { id: periodId, gameId: GameId(3) }, null)
    await place(MerchantId(merchantId), PeriodId(periodId), fc.sample(sketches, { seed: 15, numRuns: 10 }))
    await foldMerchantPeriod(deps, MerchantId(merchantId), PeriodId(periodId))
    expect(await findDueParts(deps)).toContainEqual({ merchantId, periodId })
    await settleWholePeriod(deps, PeriodId(periodId))
    await expectSound(MerchantId(merchantId))
  })

  test('a void after the settlement is found at any age, until every part is refunded', async () => {
    const [merchantId, periodId] = [fresh(), fresh()]
    const period = { id: periodId, gameId: GameId(3) }
    await putResult(raw, period, DRAWS[1] ?? null)
    await place(MerchantId(merchantId), PeriodId(periodId), fc.sample(sketches, { seed: 16, numRuns: 10 }))
    await settleWholePeriod(deps, PeriodId(periodId))
    await putResult(raw, period, null)
    const at = await rows<{ at: bigint }>(raw, `select at from draws where period_id = $1 and kind = 'void'`, [
      periodId,
    ])
    expect(at).toEqual([{ at: 0n }])
    const due = async () => (await findDueParts(deps)).filter((part) => part.periodId === periodId)
    expect(await due()).toEqual([{ merchantId, periodId }])
    await settleWholePeriod(deps, PeriodId(periodId))
    await expectSound(MerchantId(merchantId))
    expect(await due()).toEqual([])
  })

  test('voids are found by an index of theirs', async () => {
    const client = await raw.connect()
    try {
      // On a cluster only settings of a transaction reach the machine, and for the owner only when told so.
      await client.query(`set citus.propagate_set_commands = 'local'`)
      await client.query('begin')
      await client.query('set local enable_seqscan = off')
      const plan = await client.query<{ 'QUERY PLAN': string }>(
        `explain select period_id from draws where kind = 'void'`,
      )
      expect(plan.rows.map((line) => line['QUERY PLAN']).join(' ')).toMatch(/draws_void/)
    } finally {
      client.release(true)
    }
  })

  test('the void of an open order notifies the boards of its holders', async () => {
    const [merchantId, periodId] = [fresh(), fresh()]
    await putPeriod(raw, { id: periodId, gameId: GameId(3) })
    const [made] = await place(
      MerchantId(merchantId),
      PeriodId(periodId),
      fc.sample(sketches, { seed: 16, numRuns: 1 }),
    )
    const live = new LiveHub(createLog('silent'))
    const heard: LiveEvent[] = []
    live.subscribe((event) => void heard.push(event))
    await voidOrder(
      { ...deps, live },
      { merchantId: MerchantId(merchantId), orderId: made?.order.id ?? 0n, reason: 'r', operator: 'o' },
    )
    const exposed = await rows<{ path_id: PathId }>(
      raw,
      'select distinct path_id from exposures where merchant_id = $1 and period_id = $2 order by 1',
      [merchantId, periodId],
    )
    await expect
      .poll(() => heard.map((event) => event.data['pathId']).toSorted())
      .toEqual(exposed.map((row) => row.path_id).toSorted())
    expect(new Set(heard.map((event) => event.type))).toEqual(new Set(['board']))
  })

  test('verify names a wrong row', async () => {
    const [merchantId, periodId] = [fresh(), fresh()]
    await putResult(raw, { id: periodId, gameId: GameId(3) }, DRAWS[0] ?? null)
    const made = await place(MerchantId(merchantId), PeriodId(periodId), fc.sample(sketches, { seed: 11, numRuns: 20 }))
    await settlePeriod(deps, MerchantId(merchantId), PeriodId(periodId))
    const spoil = async (text: string) => {
      await raw.query(text, [merchantId])
      return (await verifySettlement(pool, MerchantId(merchantId)))?.check
    }
    expect(await spoil('update rollup_plays set u_m = u_m + 1 where merchant_id = $1 and path_id = 1')).toContain(
      'rollup_plays',
    )
    expect(await spoil('update rollup_paths set stake = stake + 1 where merchant_id = $1 and path_id = 10')).toContain(
      'rollup_paths',
    )
    expect(await spoil('update payouts set amount = amount + 1 where merchant_id = $1')).toContain('payout')
    await raw.query('update orders set lu_g = lu_g + 1 where merchant_id = $1 and id = $2', [
      merchantId,
      String(made[0]?.order.id),
    ])
    expect((await verifySettlement(pool, MerchantId(merchantId)))?.row['id']).toBe(String(made[0]?.order.id))
  })
})
