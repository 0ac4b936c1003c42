import { addDays, type Day, instantOf } from '@strata/domain/calendar'
import { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../access/session/caller.ts'
import { callerAt } from '../../book/testing/small-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { seatOf } from '../seat.ts'
import { narrowed, narrowedBelow } from './order-narrowing.ts'
import { keysOfPage } from './order-page.ts'
import { tally, wholeSummary } from './order-tally.ts'
import { type OrdersRequest, orders } from './orders.ts'
import { type After, isByTime, type OrderSort } from './store-order-page.ts'
import type { OrderFilter, OrderScope } from './store-orders.ts'

/** Compares pages of orders with one plain statement, on data where order numbers do not follow their days. */
const { pool, raw } = await createTestDatabase()

const FIRST = '2026-05-01' as Day
const DAYS = 12
const OPEN_FROM = 9
const dayOf = (index: number): Day => addDays(FIRST, index)
const RANGE = { from: dayOf(0), to: dayOf(DAYS - 1) }
const now = instantOf(RANGE.to, 12 * 3_600_000)
const ORDERS = 1_200
/** General agent 11 has few of the merchant's bettors, but more than MAX_NAMED; 12 has the others. */
const [FEW, MANY] = [PathId(11), PathId(12)]

const columns = `merchant_id, period_id, id, stake, bettor, game_id, kind, s_h, s_m, s_g, s_a, lu_m, lu_g, lu_a, lu_b,
  ps_m, ps_g, ps_a, hc_h, hc_m, hc_g, hc_a, odds, batch, at, r_m, r_g, r_a, r_b, day, pay_kind, play, item, pankou, m, g`

/** Inserts one order for each row of `made`: merchant, id, the day's index, stake, general agent, bettor, play. */
const insertOrders = (made: string): Promise<unknown> =>
  raw.query(
    `insert into orders (${columns})
     select merchant, day + 1, id, stake, bettor, 3, 0, 3000, 2000, 2000, 3000, 0, 0, 0, stake, 0, 0, 0, 0, 0, 0, 0, 98000,
            id, id, 0, 0, 0, 0, $1::date + day, 0, play, '01', 'A', 10, general
       from (${made}) as made`,
    [FIRST],
  )

beforeAll(async () => {
  for (let day = 0; day < DAYS; day += 1)
    await raw.query(
      `create table orders_${day} partition of orders for values from ('${dayOf(day)}') to ('${dayOf(day + 1)}')`,
    )
  await raw.query(
    `insert into merchants select id, 'm' || id, 'm' || id, 'cash', 1, false, 0 from generate_series(1, 2) id`,
  )
  await raw.query(
    `insert into games (id, game_type, name, options, schedule, result_source) values (3, 'XGC', 'XGC', '{}', '{}', 'feed')`,
  )
  await raw.query(
    `insert into periods (id, game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state, result_version)
     overriding system value
     select 1 + d, 3, 'P' || d, $1::date + d, 0, 1, 1, 2 + d, case when d < $2 then 'drawn' else 'open' end, case when d < $2 then 1 else 0 end
       from generate_series(0, $3::integer - 1) d`,
    [FIRST, OPEN_FROM, DAYS],
  )
  await raw.query(
    `insert into merchant_periods (merchant_id, period_id, game_id, day, settled_version)
     select merchant, id, game_id, day, result_version from periods, generate_series(1, 2) merchant`,
  )
  await raw.query(
    `insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, lineage, created_at)
     select 1, 10, null::integer, 1, 1, 'merchant', 'cash', array[10], 0
     union all select 1, g, 10, 2, 1, 'general' || g, 'cash', array[10, g], 0 from unnest(array[${FEW}, ${MANY}]) g
     union all select 1, 1000 + i, ${FEW}, 10001, 1, 'few' || i, 'cash', array[10, ${FEW}, 1000 + i], 0 from generate_series(0, 599) i
     union all select 1, 2000 + i, ${MANY}, 10001, 1, 'many' || i, 'cash', array[10, ${MANY}, 2000 + i], 0 from generate_series(0, 2399) i`,
  )
  // Numbers nearly follow days: some are a day off, and one in fifty is anywhere.
  await insertOrders(`
    select 1 + (i % 4) / 3 as merchant, n * 10::bigint as id,
           case when i % 50 = 0 then i % ${DAYS} else least(${DAYS - 1}, greatest(0, n / 100 + i % 3 - 1)) end as day,
           10000::bigint * (1 + i % 17) as stake, case when i % 5 = 0 then ${FEW} else ${MANY} end as general,
           case when i % 5 = 0 then 1000 + i % 600 else 2000 + i % 2400 end as bettor, case when i % 7 = 0 then 'TMA' else 'TMB' end as play
      from (select i, i * 7919 % 1201 as n from generate_series(1, ${ORDERS}) i) numbers`)
  await raw.query(
    `insert into payouts (merchant_id, period_id, version, order_id, result, amount)
     select merchant_id, period_id, 1, id, case when id % 30 = 0 then 2 else 1 end, case when id % 30 = 0 then stake else stake * 2 end
       from orders where id % 50 = 0 or id % 30 = 0`,
  )
  await raw.query('analyze')
})

const VALUES: Record<OrderSort, string> = {
  at: 'o.id',
  orderNo: 'o.id',
  stake: 'o.stake',
  payout: 'coalesce(p.amount, 0)',
  memberResult: `case when mp.settled_version = 0 then 0 when p.result is null then -o.lu_b else p.amount - o.stake end`,
}

const plainly = async (scope: OrderScope, sort: OrderSort, direction: 'asc' | 'desc', condition = 'true') => {
  const column = scope.seatRole === 2 ? `o.g = ${scope.seatId}` : 'true'
  const { rows } = await raw.query<{ id: bigint }>(
    `select o.id from orders o
       join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id
       left join payouts p on p.merchant_id = o.merchant_id and p.order_id = o.id and p.period_id = o.period_id and p.version = mp.settled_version
      where o.merchant_id = any($1) and ${column} and ${condition}
      order by ${VALUES[sort]} ${direction}, o.id ${direction}`,
    [scope.merchantIds],
  )
  return rows.map(({ id }) => id)
}

/** Reads all pages one after the other. */
const throughout = async (
  scope: OrderScope,
  filter: OrderFilter,
  sort: OrderSort,
  descending: boolean,
  isFew: boolean,
) => {
  const listed: bigint[] = []
  let after: After | null = null
  for (;;) {
    const page = { sort, descending, limit: 97, offset: 0, after }
    const { keys: found } = await keysOfPage(pool, scope, filter, page, { isFew, nowMs: now })
    listed.push(...found.map(({ id }) => id))
    const last = found.at(-1)
    if (!last || found.length < 97) return listed
    after = { value: last.sort_value, id: last.id }
  }
}

const HEAD: OrderScope = { merchantIds: [MerchantId(1), MerchantId(2)], seatId: PathId(1), seatRole: 0 }
const MERCHANT: OrderScope = { merchantIds: [MerchantId(1)], seatId: PathId(10), seatRole: 1 }
const GENERAL: OrderScope = { merchantIds: [MerchantId(1)], seatId: FEW, seatRole: 2 }
const SCOPES = [
  ['head of two merchants', HEAD],
  ['merchant', MERCHANT],
  ['general agent', GENERAL],
] as const
const SORTS = ['at', 'orderNo', 'stake', 'payout', 'memberResult'] as const
const listed = [0, 3, 4, 7, 11].map(dayOf)
const FILTERS: readonly (readonly [string, OrderFilter, string])[] = [
  ['no days', {}, 'true'],
  ['all days', RANGE, 'true'],
  ['all days and later ones', { ...RANGE, to: '9999-12-31' }, 'true'],
  ['some days', { from: dayOf(2), to: dayOf(6) }, `o.day between '${dayOf(2)}' and '${dayOf(6)}'`],
  [
    'listed days',
    { ...RANGE, days: listed, periodIds: [PeriodId(1), PeriodId(4), PeriodId(5), PeriodId(8), PeriodId(12)] },
    'o.period_id = any(array[1, 4, 5, 8, 12])',
  ],
  ['no day of those listed', { ...RANGE, from: dayOf(8), to: dayOf(9), days: listed }, 'false'],
  ['winners', { ...RANGE, result: 'win' }, 'p.result = 1'],
  ['a play', { ...RANGE, play: 'TMA' }, `o.play = 'TMA'`],
]

describe.each(SCOPES)('%s', (_viewer, scope) => {
  test.each(FILTERS)('%s: pages in every order equal one plain list', async (_name, filter, condition) => {
    for (const sort of SORTS)
      for (const direction of ['desc', 'asc'] as const)
        for (const isFew of [false, true]) {
          const pages = await throughout(scope, filter, sort, direction === 'desc', isFew)
          expect(pages, `${sort} ${direction} ${isFew}`).toEqual(await plainly(scope, sort, direction, condition))
        }
  })

  test('a cursor with a wrong day gives the same orders', async () => {
    const plain = await plainly(scope, 'at', 'desc')
    const from = 40
    for (const value of [-1n, 0n, 20_574n, 20_580n, 20_585n, 99_999n, 10n ** 18n]) {
      const page = {
        sort: 'at',
        descending: true,
        limit: 20,
        offset: 0,
        after: { value, id: plain[from] ?? 0n },
      } as const
      const { keys: found } = await keysOfPage(pool, scope, RANGE, page, { isFew: false, nowMs: now })
      expect(found.map(({ id }) => id)).toEqual(plain.slice(from + 1, from + 21))
    }
  })

  test('few orders are counted together with their first page', async () => {
    const count = async (filter: OrderFilter, after: After | null, isFew: boolean) => {
      const page = { sort: 'at', descending: true, limit: 5, offset: 10, after } as const
      return (await keysOfPage(pool, scope, filter, page, { isFew, nowMs: now })).counted
    }
    const plain = await plainly(scope, 'at', 'desc')
    expect(await count(RANGE, null, true)).toBe(plain.length)
    expect(await count({ ...RANGE, bettors: [-1] }, null, false)).toBe(0)
    expect(await count(RANGE, null, false)).toBeUndefined()
    expect(await count(RANGE, { value: 0n, id: plain[0] ?? 0n }, true)).toBeUndefined()
  })

  test('a page by its offset is the same', async () => {
    for (const sort of SORTS) {
      const page = { sort, descending: true, limit: 10, offset: 30, after: null }
      const { keys: found } = await keysOfPage(pool, scope, RANGE, page, { isFew: false, nowMs: now })
      expect(found.map(({ id }) => id)).toEqual((await plainly(scope, sort, 'desc')).slice(30, 40))
    }
  })
})

describe('a path with more bettors than are looked up by name', () => {
  test('is read by its bettors if they are few among all, with the same result', async () => {
    const narrow = await narrowed(pool, GENERAL, RANGE)
    expect(narrow).toEqual({ ...RANGE, many: FEW })
    const below = await narrowedBelow(pool, GENERAL, narrow ?? {})
    expect(below).toEqual({ ...RANGE, below: FEW })
    expect(await tally(pool, GENERAL, below)).toEqual(await tally(pool, GENERAL, RANGE))
    expect((await tally(pool, GENERAL, below)).counted).toBe((await plainly(GENERAL, 'at', 'desc')).length)
    for (const sort of SORTS)
      expect(await throughout(GENERAL, below, sort, true, true)).toEqual(await plainly(GENERAL, sort, 'desc'))
  })

  test('is not read by its bettors if they are the majority, or if a better index exists', async () => {
    const most: OrderScope = { ...GENERAL, seatId: MANY }
    expect(await narrowed(pool, most, RANGE)).toEqual({ ...RANGE, many: MANY })
    expect(await narrowedBelow(pool, most, { ...RANGE, many: MANY })).toEqual(RANGE)
    expect(await narrowedBelow(pool, GENERAL, { play: 'TMA', many: FEW })).toEqual({ play: 'TMA' })
  })
})

const at = (id: PathId, role: Role): Caller => {
  const { path, ...rest } = callerAt(PathId(0))
  return {
    ...rest,
    merchantId: MerchantId(1),
    role,
    path: { ...path, id, merchantId: MerchantId(1), role, lineage: [PathId(10)] },
  }
}
const ask = async (request: Partial<OrdersRequest>, who = at(PathId(10), 1)) =>
  orders(pool, who, { pageIndex: 1, pageSize: 20, ...RANGE, ...request }, now)

test('orders of some bettors within some hours are summed by their keys', async () => {
  const hours = { placedFrom: 1, placedTo: 10_000, pageSize: 20 } as const
  const general = at(FEW, 2)
  const plain = await plainly(GENERAL, 'at', 'desc', 'o.at between 1 and 10000')
  expect(plain.length).toBeGreaterThan(100)
  const whole = await ask({ ...hours, summaryOnly: true }, general)
  if (whole instanceof Refusal) throw new Error(whole.name)
  for (const pageIndex of [1, 2]) {
    const page = await ask({ ...hours, pageIndex }, general)
    if (page instanceof Refusal) throw new Error(page.name)
    expect(page).toMatchObject({ total: plain.length, summary: whole.summary })
    expect(page.items.map(({ orderNo }) => orderNo)).toEqual(
      plain.slice((pageIndex - 1) * 20, pageIndex * 20).map(String),
    )
  }
})

/** Rollup rows for `orders` settled orders in all. */
const rolledUp = async (count: number): Promise<void> => {
  const measures = [
    'stake',
    'valid',
    'payout',
    'u_m',
    'u_g',
    'u_a',
    'u_b',
    'pv_m',
    'pv_g',
    'pv_a',
    'pw_m',
    'pw_g',
    'pw_a',
    'pw_b',
  ]
  const sums = [...measures, 'hc_h', 'hc_m', 'hc_g', 'hc_a']
  await raw.query(`delete from rollup_plays`)
  await raw.query(
    `insert into rollup_plays (merchant_id, day, game_id, play, pankou, path_id, own, kind, taker, orders, ${sums.join(', ')})
     values (1, $1, 3, 'TMB', 'A', 10, false, 0, 9, $2, ${sums.map(() => 0).join(', ')})`,
    [dayOf(0), count],
  )
}

describe('sorting by a column without an index', () => {
  test.each([
    ['stake', '金额'],
    ['payout', '派彩'],
    ['memberResult', '会员输赢'],
  ] as const)('by %s is refused above 200,000 orders, with the number in the message', async (columnName, name) => {
    const sorted = { state: 'settled', sortInfo: { columnName, direction: 1 } } as const
    await rolledUp(200_001)
    const refused = await ask(sorted)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({
      name: 'badParameter',
      details: { message: `符合条件的注单超过20万笔，无法按“${name}”排序，请缩短日期范围或增加筛选条件` },
    })
    expect(await ask({ ...sorted, sortInfo: { columnName: 'at', direction: 1 } })).toMatchObject({ more: true })
    expect(await ask({ ...sorted, summaryOnly: true })).toMatchObject({ total: 200_001 })
    await rolledUp(200_000)
    expect(await ask(sorted)).toMatchObject({ total: 10_000, more: true })
  })
})

test('more than 2,000 open orders are counted and summed in a second call', async () => {
  await rolledUp(5)
  const open = async (): Promise<number> =>
    (await raw.query('select from orders where merchant_id = 1 and period_id > $1', [OPEN_FROM])).rows.length
  const more = 2_000 - (await open())
  const put = (from: number, count: number): Promise<unknown> =>
    insertOrders(`select 1 as merchant, ${from} + i as id, ${DAYS - 1} as day, 20000 as stake, ${MANY} as general, 2000 as bettor, 'TMB' as play
                    from generate_series(1, ${count}) i`)
  await put(1_000_000, more)
  expect(await ask({})).toMatchObject({ total: 2_005, summary: { orders: 2_005 } })
  await put(2_000_000, 1)
  const answer = await ask({})
  expect(answer).toMatchObject({ total: 2_006 })
  expect(answer).not.toHaveProperty('summary')
  const summary = await ask({ summaryOnly: true })
  expect(summary).toMatchObject({ total: 2_006, summary: { orders: 2_006 } })
  const seat = await seatOf(pool, at(PathId(10), 1), {})
  if (seat instanceof Refusal) throw new Error(seat.name)
  expect(await wholeSummary(pool, seat, RANGE)).toEqual(summary instanceof Refusal ? null : summary.summary)
})

test('sorting by number and by time is the same', () => {
  expect(SORTS.filter(isByTime)).toEqual(['at', 'orderNo'])
})
