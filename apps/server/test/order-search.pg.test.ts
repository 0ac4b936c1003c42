import { addDays, calendarDay, instantOf } from '@strata/domain/calendar'
import { gameById, playOf, playsOfGroup } from '@strata/domain/games/catalogue'
import { GameId, GroupId, type MerchantId, PathId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../src/access/testing/person.ts'
import { wholeServer } from '../src/access/testing/whole-server.ts'
import { createHistory } from '../src/demo/history.ts'
import { createDemoWorld } from '../src/demo/world.ts'
import { businessDay } from '../src/platform/business-day.ts'
import { LiveHub } from '../src/platform/live.ts'
import { createLog } from '../src/platform/log.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { type OrderPage, ordersPage } from '../src/reports/orders/store-order-page.ts'
import { voidOrder } from '../src/settlement/operator-calls/void-order.ts'

/** Compares every filter of orders with a plain SQL condition, for viewers whose searches use different plans. */
const { pool, raw, url } = await createTestDatabase()
const DAY_MS = 86_400_000
const DAYS = 2
const now = instantOf(calendarDay(Date.UTC(2026, 10, 20)), 12 * 3_600_000)
const today = businessDay(now)
const range = { from: addDays(today, -DAYS), to: today }

let app: FastifyInstance
const people = new Map<string, Person>()
let sample: {
  id: bigint
  bet_no: string
  period_no: string
  bettor: PathId
  name: string
  play: string
  game_id: GameId
}

interface List {
  readonly items: readonly { readonly orderNo: string }[]
  readonly total: number
  readonly summary?: { readonly orders: number; readonly stake: string }
}

const search = async (who: string, filter: Record<string, unknown>): Promise<List> => {
  const answer = await callApp(app, {
    method: 'POST',
    path: '/api/common/report/order/query',
    input: { ...range, pageSize: 100, ...filter },
    headers: headersOf(people.get(who) as Person),
  })
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  return answer.data as List
}

const SEATS = { merch001: 'm', genagt01: 'g', agent001: 'a' } as const
const viewers = Object.keys(SEATS) as (keyof typeof SEATS)[]

/**
 * Orders of a viewer by a plain SQL condition; replenishments count if their taker has the viewer's role or one
 * above.
 */
const plainly = async (who: keyof typeof SEATS, condition: string): Promise<{ count: number; stake: bigint }> => {
  const column = SEATS[who]
  const role = { m: 1, g: 2, a: 3 }[column]
  const found = await raw.query<{ count: number; stake: bigint }>(
    `select count(*)::integer as count, coalesce(sum(o.stake), 0)::bigint as stake
       from orders o
       join paths b on b.merchant_id = o.merchant_id and b.id = o.bettor
       join periods p on p.id = o.period_id
       join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id
       left join voids v on v.merchant_id = o.merchant_id and v.order_id = o.id
      where o.${column} = (select id from paths where name = $1) and (o.kind = 0 or (o.kind = 1 and o.taker <= ${role}))
        and o.day between $2 and $3 and (${condition})`,
    [who, range.from, range.to],
  )
  return found.rows[0] ?? { count: -1, stake: -1n }
}

const units = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(4, '0'))
}

beforeAll(async () => {
  const built = await wholeServer({ pool, url }, () => now)
  app = built.app
  const live = new LiveHub(createLog('silent'))
  await createDemoWorld(pool, createSecrets(built.platform.config.keys), now - (DAYS + 2) * DAY_MS)
  await createHistory({ pool, live, now, days: DAYS, bets: 2400 })
  const accounts = await raw.query<{ name: string; account_id: number; id: number }>(
    `select name, account_id, id from paths where name = any($1)`,
    [viewers],
  )
  for (const { name, account_id: accountId, id } of accounts.rows)
    people.set(name, await signedIn(pool, { accountId, pathId: PathId(id), now }))
  const found = await raw.query<typeof sample & { merchant_id: MerchantId }>(
    `select o.merchant_id, o.id, o.bet_no, p.period_no, o.bettor, b.name, o.play, o.game_id
       from orders o join periods p on p.id = o.period_id
       join paths b on b.merchant_id = o.merchant_id and b.id = o.bettor
      where o.kind = 0 and o.bet_no is not null and o.a = (select id from paths where name = 'agent001')
      order by o.id limit 1`,
  )
  const [first] = found.rows
  if (!first) throw new Error('no order of agent001')
  sample = first
  const answer = await voidOrder(
    { pool, live, clock: () => now },
    { merchantId: first.merchant_id, orderId: first.id, reason: 'test', operator: 'headco01' },
  )
  expect(answer).not.toHaveProperty('refusal')
}, 120_000)

const FILTERS: readonly (readonly [string, () => Record<string, unknown>, () => string])[] = [
  ['nothing', () => ({}), () => 'true'],
  ['account', () => ({ account: sample.name }), () => `b.name = '${sample.name}'`],
  ['part of an account', () => ({ account: 'mem00' }), () => `b.name like 'mem00%'`],
  ['nobody’s account', () => ({ account: 'nobody' }), () => 'false'],
  ['period', () => ({ periodNo: sample.period_no }), () => `p.period_no = '${sample.period_no}'`],
  ['no period', () => ({ periodNo: '1' }), () => 'false'],
  ['order number', () => ({ orderNo: String(sample.id) }), () => `o.id = ${sample.id}`],
  ['bet number', () => ({ betNo: sample.bet_no }), () => `o.bet_no = '${sample.bet_no}'`],
  ['open', () => ({ state: 'open' }), () => 'mp.settled_version = 0 and v.order_id is null'],
  ['settled, void ones among them', () => ({ state: 'settled' }), () => 'mp.settled_version > 0'],
  ['void', () => ({ state: 'void' }), () => 'v.order_id is not null'],
  [
    'game and play',
    () => ({ gameId: sample.game_id, playCode: sample.play }),
    () => `o.game_id = ${sample.game_id} and o.play = '${sample.play}'`,
  ],
  [
    'group',
    () => ({ groupId: playOf(gameById(sample.game_id)?.code ?? '', sample.play)?.groupId }),
    () =>
      `o.game_id = ${sample.game_id} and o.play = any('{${playsOfGroup(
        playOf(gameById(sample.game_id)?.code ?? '', sample.play)?.groupId ?? GroupId(0),
      )
        .map((play) => play.code)
        .join(',')}}')`,
  ],
  [
    'range of periods',
    () => ({ gameId: sample.game_id, periodFrom: sample.period_no, periodTo: sample.period_no }),
    () => `p.period_no = '${sample.period_no}' and o.game_id = ${sample.game_id}`,
  ],
  ['pankou', () => ({ pankou: 'C' }), () => `o.pankou = 'C'`],
  ['kind', () => ({ kind: 'replenishment' }), () => 'o.kind = 1'],
  ['amounts', () => ({ stakeFrom: '20', stakeTo: '50' }), () => 'o.stake between 200000 and 500000'],
  ['a bettor’s path', () => ({ agentPathsId: sample.bettor }), () => `o.bettor = ${sample.bettor}`],
]

describe.each(viewers)('%s finds exactly the orders of', (who) => {
  it.each(FILTERS)('%s', async (_name, filter, condition) => {
    const answer = await search(who, filter())
    const { count, stake } = await plainly(who, condition())
    expect(answer.total).toBe(count)
    expect(answer.items.length).toBe(Math.min(count, 100))
    expect([answer.summary?.orders, units(answer.summary?.stake ?? '')]).toEqual([count, stake])
  })
})

it.each([
  [{}, 40001],
  [{ account: 'mem0001' }, 40001],
  [{ to: range.to, state: 'open' }, 40001],
  [{ summaryOnly: true, gameId: GameId(1) }, 40001],
  [{ from: range.from, to: range.to }, 200],
  [{ orderNo: '1' }, 200],
  [{ betNo: 'nobody' }, 200],
  [{ periodNo: '1' }, 200],
])('a search for %o is limited or refused', async (input, code) => {
  const headers = headersOf(people.get('merch001') as Person)
  const answer = await callApp(app, { method: 'POST', path: '/api/common/report/order/query', input, headers })
  expect([answer.code, answer.code === 200 || /日期范围/.test(answer.message)]).toEqual([code, true])
})

it.each([
  ['/api/common/report/order/query', { gameId: 1 }],
  ['/api/common/report/delivery/query', { gameIds: [1] }],
])('%s refuses a range of periods that is none, and names it', async (path, game) => {
  const headers = headersOf(people.get('merch001') as Person)
  const input = { ...game, periodFrom: '999999', periodTo: '999998' }
  expect(await callApp(app, { method: 'POST', path, input, headers })).toMatchObject({
    code: 40001,
    message: '没有从999999到999998的期次，请检查开始期号和结束期号',
    data: { issues: [{ path: 'periodFrom', field: '开始期号' }] },
  })
})

it('lists orders of several merchants in one order, page by page', async () => {
  const [{ merchant_id: first = 0 } = {}] = (await raw.query('select merchant_id from orders limit 1')).rows
  await raw.query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('merchant_id', $1 + 1, 'id', o.id + 4096))).*
       from orders o where o.merchant_id = $1 and o.kind = 0 and o.id % 3 = 0`,
    [first],
  )
  const scope = { merchantIds: [first, first + 1], seatId: PathId(1), seatRole: 0 } as const
  const listed: string[] = []
  let after: OrderPage['after'] = null
  for (let turn = 0; turn < 3; turn += 1) {
    const page: OrderPage = { sort: 'at', descending: true, limit: 100, offset: 0, after }
    const found = await ordersPage(pool, scope, { ...range, kind: 0 }, page)
    listed.push(...found.map((order) => `${order.merchant_id} ${order.id}`))
    const last = found.at(-1)
    after = last ? { value: last.sort_value, id: last.id } : null
  }
  const plain = await raw.query<{ name: string }>(
    `select merchant_id || ' ' || id as name from orders where kind = 0 and day between $1 and $2 order by id desc limit 300`,
    [range.from, range.to],
  )
  expect(listed).toEqual(plain.rows.map(({ name }) => name))
  expect(new Set(listed.map((name) => name.split(' ')[0])).size).toBe(2)
})
