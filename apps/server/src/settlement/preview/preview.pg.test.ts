import type { Day } from '@strata/domain/calendar'
import { GameId, MerchantId, type PathId, PeriodId } from '@strata/domain/ids'
import { formatMoney, type Money, money } from '@strata/domain/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ensurePartitions } from '../../games/periods/order-partitions.ts'
import { row, rows } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { voidOrder } from '../operator-calls/void-order.ts'
import { settlePeriod } from '../settle/settle.ts'
import { AT, DRAWS, settledWorld, sketches } from '../testing/settled-world.ts'
import { DAY, putPeriod, putResult } from '../testing/small-period.ts'
import { orderVoidSource, previewSource } from './export-preview.ts'
import { previewOrderVoid, previewPeriod, previewWhole, progressOfPeriod } from './preview.ts'

const { pool, raw } = await createTestDatabase()
const { deps, fresh, place } = settledWorld({ pool, raw })
await ensurePartitions(pool, DAY as Day, DAY as Day)
const context = { ...deps, fourEyes: true }
const GAME = GameId(3)

const wire = (units: bigint): string => formatMoney(money(units) as Money)
const told = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(`${answer.name} ${JSON.stringify(answer.details)}`)
  return answer
}

/** The draw date decides the lunar year, so the period is drawn on its own day. */
async function closedPeriod(period: { id: number; gameId: GameId }): Promise<void> {
  await putPeriod(raw, period)
  await raw.query('update periods set draw_at = $2 where id = $1', [period.id, AT])
}

/** Books of a merchant by level, out of the rollups that reports read: nothing here comes from the preview. */
async function booksOf(merchantId: MerchantId) {
  const found = await rows<{ role: number; payable: bigint; receivable: bigint; outside: bigint }>(
    raw,
    `with paid as (
       select p.role, r.kind, r.as_bettor, p.parent_id, p.chain_m, p.chain_g, p.chain_a,
              case when r.as_bettor then r.u_b when p.role = 1 then r.u_m when p.role = 2 then r.u_g else r.u_a end as up
         from rollup_paths r join paths p on p.merchant_id = r.merchant_id and p.id = r.path_id
        where r.merchant_id = $1),
     above as (
       select paid.*, (select a.role from paths a where a.merchant_id = $1 and a.id = paid.parent_id) as parent_role from paid)
     select l.role,
            coalesce(sum(a.up) filter (where a.role = l.role and a.kind < 2 and (not a.as_bettor or a.kind = 1)), 0)::bigint as payable,
            coalesce(sum(a.up) filter (where coalesce(a.parent_role, 0) = l.role and a.kind < 2), 0)::bigint as receivable,
            coalesce(sum(a.up) filter (where a.role = l.role and a.kind = 2), 0)::bigint as outside
       from (values (0), (1), (2), (3)) l (role) cross join above a group by l.role order by l.role`,
    [merchantId],
  )
  return new Map(found.map((one) => [one.role, one]))
}
const walletsOf = async (merchantId: MerchantId): Promise<Map<number, bigint>> =>
  new Map(
    (
      await rows<{ path_id: PathId; balance: bigint }>(
        raw,
        'select path_id, balance from wallets where merchant_id = $1',
        [merchantId],
      )
    ).map((one) => [one.path_id, one.balance]),
  )

async function looked(merchantId: MerchantId) {
  return { books: await booksOf(merchantId), wallets: await walletsOf(merchantId) }
}

type Looked = Awaited<ReturnType<typeof looked>>
type Shown = Exclude<Awaited<ReturnType<typeof previewPeriod>>, Refusal>

/** The preview of a merchant is what its books and wallets did in fact, to the last unit. */
function expectSame(shown: Shown, before: Looked, after: Looked): void {
  const [own] = shown.merchants
  if (!own) throw new Error('no merchant in the preview')
  const moved = [...after.wallets].map(([path, balance]) => balance - (before.wallets.get(path) ?? 0n))
  expect(own.wallets).toBe(wire(moved.reduce((sum, one) => sum + one, 0n)))
  expect(own.negative).toBe(
    [...after.wallets].filter(([path, balance]) => balance < 0n && balance < (before.wallets.get(path) ?? 0n)).length,
  )
  for (const { role, payable, receivable, outside, result } of own.levels) {
    const [was, is] = [before.books.get(role), after.books.get(role)]
    const of = (name: 'payable' | 'receivable' | 'outside'): bigint => (is?.[name] ?? 0n) - (was?.[name] ?? 0n)
    expect({ role, payable, receivable, outside }).toEqual({
      role,
      payable: wire(of('payable')),
      receivable: wire(of('receivable')),
      outside: wire(of('outside')),
    })
    expect(result).toBe(wire(of('receivable') - of('payable') - of('outside')))
  }
}

describe('a preview', () => {
  it('of a correction, then of a void, is what is posted afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sketches, { minLength: 1, maxLength: 14 }),
        fc.nat(DRAWS.length - 1),
        fc.nat(DRAWS.length - 2),
        fc.boolean(),
        async (orders, first, step, drained) => {
          const [merchantId, periodId] = [MerchantId(fresh()), PeriodId(fresh())]
          const period = { id: periodId, gameId: GAME }
          const second = DRAWS[(first + 1 + step) % DRAWS.length] ?? []
          await closedPeriod(period)
          const made = await place(merchantId, periodId, orders)
          await putResult(raw, period, DRAWS[first] ?? [])
          await settlePeriod(deps, merchantId, periodId)
          // Some wallets have spent what they won: they go below zero.
          if (drained) await raw.query('update wallets set balance = 0 where merchant_id = $1', [merchantId])

          const asked = { gameId: GAME, periodNo: String(periodId), version: 1, result: second }
          const shown = told(await previewPeriod(context, asked))
          const file = told(await previewWhole(pool, asked, 1_000))
          expect(file.total).toEqual(shown.total)
          expect(file.orders.length).toBe(shown.total.orders)
          const before = await looked(merchantId)
          await putResult(raw, period, second)
          expect(await previewPeriod(context, { ...asked, version: 2, result: DRAWS[first] ?? [] })).toMatchObject({
            name: 'stillSettling',
          })
          await settlePeriod(deps, merchantId, periodId)
          const corrected = await looked(merchantId)
          expectSame(shown, before, corrected)
          // Members' and all levels' differences add up to nothing but what outside books pay.
          const levels = shown.total.levels.map(({ result, outside }) => Number(result) + Number(outside))
          expect(levels.reduce((sum, one) => sum + one, Number(shown.total.wallets))).toBeCloseTo(0, 3)

          const [order] = made
          const one = told(await previewOrderVoid({ pool }, { orderNo: String(order?.order.id) }))
          await voidOrder(deps, { merchantId: merchantId, orderId: order?.order.id ?? 0n, reason: 'r', operator: 'o' })
          const voided = await looked(merchantId)
          expectSame(one, corrected, voided)

          const whole = told(await previewPeriod(context, { gameId: GAME, periodNo: String(periodId), version: 2 }))
          await putResult(raw, period, null)
          await settlePeriod(deps, merchantId, periodId)
          expectSame(whole, voided, await looked(merchantId))
        },
      ),
      { numRuns: 25 },
    )
  }, 120_000)

  it('of the void of a period that was never settled is its stakes, and progress counts merchants and postings', async () => {
    const [one, other, periodId] = [MerchantId(fresh()), MerchantId(fresh()), PeriodId(fresh())]
    const period = { id: periodId, gameId: GAME }
    await closedPeriod(period)
    const sketch = { kind: 'member', bettor: 0, play: 'TMA', item: '07', stake: 1_000_000n } as const
    const more = { shares: [1000, 1000, 1000], rates: [0, 0, 0, 0] } as const
    await place(one, periodId, [{ ...sketch, ...more }])
    await place(other, periodId, [{ ...sketch, ...more, bettor: 1 }])
    const asked = { gameId: GAME, periodNo: String(periodId) }
    const shown = told(await previewPeriod(context, { ...asked, version: 0 }))
    expect(shown.merchants.map(({ wallets, orders }) => [wallets, orders])).toEqual([
      ['100', 1],
      ['100', 1],
    ])
    expect(shown.total).toMatchObject({ wallets: '200', orders: 2, negative: 0 })
    await putResult(raw, period, null)
    await settlePeriod(deps, one, periodId)
    const progress = told(await progressOfPeriod(context, asked))
    expect(progress).toMatchObject({ merchants: 2, settled: 1, versions: [{ kind: 'void' }] })
    expect(progress).toMatchObject({ state: 'void', mayEnter: false, options: { hk_49: 'refund' }, sources: [] })
    expect(progress.posted).toMatchObject([{ code: `m${one}`, amount: '100', wallets: 1, done: true }])
    expect(told(await previewPeriodMissing())).toBe('notFound')
  })

  it('as a file names items in Chinese and sums the books of every merchant and level', async () => {
    const [merchantId, periodId] = [MerchantId(fresh()), PeriodId(fresh())]
    const period = { id: periodId, gameId: GAME }
    await closedPeriod(period)
    const more = {
      kind: 'member',
      bettor: 0,
      stake: 1_000_000n,
      shares: [1000, 1000, 1000],
      rates: [0, 0, 0, 0],
    } as const
    const [made] = await place(merchantId, periodId, [{ ...more, play: 'TM_SB', item: 'RED' }])
    await putResult(raw, period, [1, 2, 3, 4, 5, 6, 7])
    await settlePeriod(deps, merchantId, periodId)
    const asked = { gameId: GAME, periodNo: String(periodId), version: 1 }
    const shown = told(await previewPeriod(context, asked))
    const list = told(await previewSource.open(pool, { caller: {} as never, input: asked, now: AT }))
    const orderNo = String(made?.order.id)
    const ofOrder = told(await previewOrderVoid({ pool }, { orderNo }))
    const orderList = told(await orderVoidSource.open(pool, { caller: {} as never, input: { orderNo }, now: AT }))
    const at = (title: string): number => list.columns.findIndex((column) => column.title === title)
    const found: (readonly unknown[])[] = []
    for await (const some of list.rows()) found.push(...some)
    expect(found.map((cells) => [cells[at('玩法')], cells[at('投注项')]])).toEqual([['特码色波', '红波']])
    const titles = ['账号', '差额', '应付上级差额', '应收下线差额', '外部盘差额', '变负钱包']
    const expected = [`m${merchantId}`, '合计'].flatMap((name) => [
      [name, '会员钱包', shown.total.wallets, null, null, null, shown.total.negative],
      ...['总公司', '商户', '总代理', '代理'].map((level, role) => {
        const { result, payable, receivable, outside } = shown.total.levels[role] ?? {}
        return [name, level, result, payable, receivable, outside, null]
      }),
    ])
    const totals = await list.totals()
    expect(totals.map((cells) => [cells[0], ...titles.map((title) => cells[at(title)])])).toEqual(expected)
    // The void of one order has the same file.
    expect(orderList.columns).toEqual(list.columns)
    const orders: (readonly unknown[])[] = []
    for await (const some of orderList.rows()) orders.push(...some)
    expect(orders.map((cells) => [cells[at('注单号')], cells[at('投注项')], cells[at('差额')]])).toEqual([
      [orderNo, '红波', ofOrder.orders[0]?.difference],
    ])
    const wallets = (await orderList.totals()).find((cells) => cells[0] === '合计')
    expect(wallets?.[at('差额')]).toBe(ofOrder.total.wallets)
    expect(shown.total.levels.some(({ receivable }) => receivable !== '0')).toBe(true)
  })

  it('of 100,000 orders stays within its bound', async () => {
    const [merchantId, periodId] = [MerchantId(fresh()), PeriodId(fresh())]
    const period = { id: periodId, gameId: GAME }
    await closedPeriod(period)
    const more = {
      kind: 'member',
      play: 'TMA',
      stake: 1_000_000n,
      shares: [1000, 1000, 1000],
      rates: [0, 0, 0, 0],
    } as const
    await place(
      merchantId,
      periodId,
      ['07', '49', '30'].map((item, bettor) => ({ ...more, item, bettor })),
    )
    const { columns } = await row<{ columns: string }>(
      raw,
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
        where table_name = 'orders' and column_name not in ('id', 'bet_no')`,
    )
    await raw.query(
      `insert into orders (id, bet_no, ${columns})
       select o.id + i * 8, o.bet_no || '-' || i, ${columns.replaceAll(/(^|, )/g, '$1o.')}
         from orders o, generate_series(1, 33333) i where o.merchant_id = $1 and o.period_id = $2`,
      [merchantId, periodId],
    )
    await raw.query('analyze orders')
    await putResult(raw, period, DRAWS[0] ?? [])
    await settlePeriod(deps, merchantId, periodId)
    await raw.query('analyze payouts')
    const asked = { gameId: GAME, periodNo: String(periodId), version: 1, result: DRAWS[1] ?? [] }
    const from = performance.now()
    const shown = told(await previewPeriod(context, asked))
    console.log(`preview of 100,000 orders: ${Math.round(performance.now() - from)} ms, ${DAY}`)
    const before = await looked(merchantId)
    await putResult(raw, period, DRAWS[1] ?? [])
    await settlePeriod(deps, merchantId, periodId)
    expectSame(shown, before, await looked(merchantId))
    expect(shown.total.orders).toBeGreaterThan(30_000)
    expect(shown.orders.length).toBe(50)
  }, 120_000)
})

const previewPeriodMissing = async (): Promise<string> => {
  const answer = await previewPeriod(context, { gameId: GAME, periodNo: 'none', version: 0 })
  return answer instanceof Refusal ? answer.name : 'shown'
}
