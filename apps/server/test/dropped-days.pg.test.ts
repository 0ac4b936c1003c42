import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flyOutOrderQuery } from '@strata/contract/endpoints/fly-outs'
import { orderQuery } from '@strata/contract/endpoints/reports'
import { addDays, type Day, instantOf, parseDay } from '@strata/domain/calendar'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import { AccountId, type GameId, PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { actingCaller } from '../src/access/session.ts'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../src/access/testing/person.ts'
import { wholeServer } from '../src/access/testing/whole-server.ts'
import { verifyDatabase } from '../src/admin/verify.ts'
import { createHistory } from '../src/demo/history.ts'
import { createDemoWorld } from '../src/demo/world.ts'
import { writeExport } from '../src/exports/files/write-export.ts'
import { loadSource } from '../src/exports/source.ts'
import { readCsv, readSheets } from '../src/exports/testing/read-back.ts'
import { dropStep } from '../src/games/periods/drop-days.ts'
import { queryBets } from '../src/intake/query-bets.ts'
import { businessDay } from '../src/platform/business-day.ts'
import { createPool } from '../src/platform/db.ts'
import { firstIdOf } from '../src/platform/ids.ts'
import { LiveHub } from '../src/platform/live.ts'
import { createLog } from '../src/platform/log.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { dropDueDays } from '../src/settlement/dropped-days/drop-days.ts'
import { voidOrder } from '../src/settlement/operator-calls/void-order.ts'
import { EXPORT_SOURCES } from '../src/workers/export-sources.ts'

/** A day's single orders leave: what is asked of it before and after, and what may interrupt it. */
const { pool, raw, url } = await createTestDatabase()
const DAY_MS = 86_400_000
const DAYS = 3
const LEAST = 93
/** Long ago also for the database, whose own clock judges what is due. */
const begin = instantOf(must(parseDay('2026-06-20'), 'a day'), 12 * 3_600_000)
const dayAt = (at: number): Day => addDays(businessDay(begin), at - DAYS)
const [first, second, third] = [dayAt(0), dayAt(1), dayAt(2)]
const live = new LiveHub(createLog('silent'))
let now = begin
let app: FastifyInstance
const deps = { pool, clock: () => now, pauseMs: 1 }

interface Known {
  readonly accountId: number
  readonly pathId: number
}
const known = new Map<string, Known>()
const people = new Map<string, Person>()

async function signInAll(): Promise<void> {
  for (const [name, { accountId, pathId }] of known) {
    const of = { accountId: AccountId(accountId), pathId: PathId(pathId), now }
    people.set(name, await signedIn(pool, of))
    if (name === 'headco01') people.set('operator', await signedIn(pool, { ...of, roleType: 1 }))
  }
}

const call = (who: string, path: string, input: Record<string, unknown>): Promise<Answered> =>
  callApp(app, { method: 'POST', path, input, headers: headersOf(must(people.get(who), who)) })

async function ask<T>(who: string, path: string, input: Record<string, unknown>): Promise<T> {
  const answer = await call(who, path, input)
  expect([path, answer.code, answer.message]).toEqual([path, 200, '操作成功'])
  return answer.data as T
}

const report = '/api/common/report/'
const seats = ['headco01', 'merch001', 'genagt01', 'agent001'] as const
const ranges = [
  { from: first, to: first },
  { from: first, to: third },
]

/** Everything that must stay as it is. */
async function allReports(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  for (const who of seats)
    for (const range of ranges) {
      const page = { ...range, pageIndex: 1, pageSize: 100 }
      const put = async (name: string, path: string, input: Record<string, unknown>): Promise<void> =>
        void found.set(`${who} ${range.to} ${name}`, await ask(who, path, input))
      await put('delivery', `${report}delivery/query`, page)
      for (const by of ['game', 'group', 'play', 'pankou', 'date', 'period'])
        await put(by, `${report}classification/query`, { ...page, by })
      await put('replenished', `${report}classification/query`, { ...page, by: 'period', kind: 'replenishment' })
      await put('settling up', `${report}settling-up/query`, page)
      await put('funds', '/api/common/funds/query', { ...page, summaryOnly: true, includeDownline: true })
    }
  return found
}

const setting = (days: number) =>
  raw.query(
    `insert into settings (key, value, version) values ('system', jsonb_build_object('orderDays', $1::integer), 1)
     on conflict (key) do update set value = excluded.value`,
    [days],
  )
const stored = async (day: Day): Promise<number> =>
  (await raw.query<{ n: number }>('select count(*)::integer as n from orders where day = $1', [day])).rows[0]?.n ?? -1
const states = async () =>
  (await raw.query<{ day: string; state: string }>('select day, state from dropped_days order by day')).rows
const orderOf = async (day: Day) =>
  must(
    (
      await raw.query<{
        id: bigint
        merchant_id: number
        bet_no: string
        game_id: GameId
        play: string
        period_no: string
        version: number
        bettor: number
      }>(
        `select o.id, o.merchant_id, o.bet_no, o.bettor, o.game_id, o.play, p.period_no, p.result_version as version
           from orders o join periods p on p.id = o.period_id
          where o.day = $1 and o.kind = 0 and o.a = $2 order by o.id limit 1`,
        [day, known.get('agent001')?.pathId],
      )
    ).rows[0],
    'an order',
  )

/** Notes a correction of an order's period for everybody who holds a part of it; its books stay as they are. */
const correctPeriodOf = (orderId: bigint) =>
  raw.query(
    `insert into corrections (merchant_id, day, period_id, revision, game_id, kind, paths, at)
     select o.merchant_id, o.day, o.period_id, 9, o.game_id, 'correction',
            (select array_agg(distinct e.path_id) from exposures e
              where e.merchant_id = o.merchant_id and e.period_id = o.period_id), 1
       from orders o where o.id = $1`,
    [String(orderId)],
  )

let sample: Awaited<ReturnType<typeof orderOf>>
let before: Map<string, unknown>

beforeAll(async () => {
  const built = await wholeServer({ pool, url }, () => now)
  app = built.app
  await createDemoWorld(pool, createSecrets(built.platform.config.keys), begin - (DAYS + 2) * DAY_MS)
  await createHistory({ pool, live, now: begin, days: DAYS, bets: 1500 })
  const found = await raw.query<{ name: string; account_id: number; id: number }>(
    'select name, account_id, id from paths where name = any($1)',
    [seats],
  )
  for (const { name, account_id: accountId, id: pathId } of found.rows) known.set(name, { accountId, pathId })
  // Orders get their numbers from the real clock: one of them is made older, as it would be.
  sample = await orderOf(first)
  const voided = await voidOrder(
    { pool, live, clock: () => now },
    { merchantId: sample.merchant_id as never, orderId: sample.id, reason: 'test', operator: 'headco01' },
  )
  expect(voided).not.toHaveProperty('refusal')
  await correctPeriodOf(sample.id)
  now = begin + (LEAST - DAYS) * DAY_MS
  await signInAll()
  before = await allReports()
  expect(await verifyDatabase(pool)).toBeNull()
}, 120_000)

it('nothing is dropped while operators want all orders', async () => {
  expect(await dropDueDays(deps)).toEqual([])
  expect(await states()).toEqual([])
})

it('the function of the owner drops nothing that is not closed, due and recorded', async () => {
  await expect(dropStep(pool, first)).rejects.toThrow(/nobody closed/)
  await raw.query(`insert into dropped_days (day, order_days, began_at) values ($1, 93, 0)`, [first])
  await expect(dropStep(pool, first)).rejects.toThrow(/not due/)
  await setting(LEAST - 1)
  await expect(dropStep(pool, first)).rejects.toThrow(/not due/)
  await setting(LEAST)
  await expect(dropStep(pool, first)).rejects.toThrow(/its records say/)
  await raw.query('delete from dropped_days')
  const application = createPool({ url, max: 1 })
  for (const text of [
    `drop table orders_${first.replaceAll('-', '')}`,
    `alter table orders detach partition orders_${first.replaceAll('-', '')}`,
  ])
    await expect(application.query(text)).rejects.toThrow(/must be owner/)
  await application.end()
})

it('a day with a part that is not settled stays, and so do those after it', async () => {
  now = begin + (LEAST + 1 - DAYS) * DAY_MS
  await raw.query(
    `update merchant_periods set settled_version = 0
      where (merchant_id, period_id) in (select merchant_id, period_id from merchant_periods where day = $1 limit 1)`,
    [first],
  )
  expect(await dropDueDays(deps)).toEqual([])
  expect(await states()).toEqual([])
  expect([await stored(first), await stored(second)].every((n) => n > 0)).toBe(true)
  await raw.query('update merchant_periods set settled_version = 1 where day = $1 and settled_version = 0', [first])
  now = begin + (LEAST - DAYS) * DAY_MS
})

it('a day whose books do not meet stays, and the turn fails with the broken rule', async () => {
  const change = (by: number) =>
    raw.query(
      `update rollup_plays set stake = stake + $2
        where day = $1 and path_id = 1 and play = (select min(play) from rollup_plays where day = $1 and path_id = 1)`,
      [first, by],
    )
  await change(1)
  await expect(dropDueDays(deps)).rejects.toThrow('rollup_plays is the fold of the settled orders')
  expect(await states()).toEqual([])
  expect((await raw.query('select from dropped_parts')).rowCount).toBe(0)
  await change(-1)
  expect(await verifyDatabase(pool)).toBeNull()
})

it('a turn that is killed after any of its steps is taken up again, and the books meet each time', async () => {
  const killed = new Set<string>()
  const seen: string[] = []
  const onStep = (step: string): void => {
    seen.push(step)
    if (killed.has(step)) return
    killed.add(step)
    throw new Error(`killed after ${step}`)
  }
  for (let turn = 0; ; turn += 1) {
    const gone = await dropDueDays({ ...deps, onStep }).catch((error: Error) => error.message)
    expect(await verifyDatabase(pool)).toBeNull()
    if (typeof gone !== 'string') break
    expect(gone).toBe(`killed after ${[...killed].at(-1)}`)
    expect(turn).toBeLessThan(10)
  }
  expect([...killed]).toEqual(['closing', 'recorded', 'detached', 'dropped', 'forgotten', 'done'])
  expect(await states()).toEqual([{ day: first, state: 'done' }])
  expect(await stored(first)).toBe(0)
  expect((await raw.query(`select to_regclass($1) as t`, [`orders_${first.replaceAll('-', '')}`])).rows[0]).toEqual({
    t: null,
  })
  expect(await stored(second)).toBeGreaterThan(0)
})

it('reports, settling up and sums of funds are what they were', async () => {
  const rows = (before.get(`agent001 ${first} delivery`) as { items: { correctedDays?: string[] }[] }).items
  expect(new Set(rows.map(({ correctedDays }) => correctedDays?.join()))).toEqual(new Set([undefined, first]))
  const after = await allReports()
  for (const [name, answer] of before) expect([name, after.get(name)]).toEqual([name, answer])
})

it('funds list one line of stakes for a member and day, and its balance', async () => {
  const lines = await ask<{ items: { kind: string; remark: string; amount: string; balanceAfter: string }[] }>(
    'agent001',
    '/api/common/funds/query',
    { from: first, to: first, includeDownline: true, kinds: ['stake'], pageIndex: 1, pageSize: 100 },
  )
  expect(lines.items.length).toBeGreaterThan(0)
  for (const line of lines.items) expect(line.remark).toMatch(/^\d+笔下注的合计，单笔注单已不再保存$/)
})

it('a list of orders begins after the days that are gone, and says so', async () => {
  const list = (input: Record<string, unknown>) =>
    ask<{ items: { orderNo: string }[]; total: number; summary?: { orders: number }; notStored?: string }>(
      'agent001',
      `${report}order/query`,
      { pageIndex: 1, pageSize: 100, ...input },
    )
  expect(await list({ from: first, to: first })).toMatchObject({ items: [], total: 0, notStored: first })
  const [both, rest] = [await list({ from: first, to: third }), await list({ from: second, to: third })]
  expect(both.notStored).toBe(first)
  expect(rest.notStored).toBeUndefined()
  expect([both.total, both.summary, both.items]).toEqual([rest.total, rest.summary, rest.items])
  expect(await list({ betNo: sample.bet_no })).toMatchObject({ items: [], notStored: first })
  expect(await list({ periodNo: sample.period_no, gameId: sample.game_id })).toMatchObject({
    items: [],
    notStored: first,
  })
  const old = String(firstIdOf(instantOf(first, 12 * 3_600_000)))
  expect(await list({ orderNo: old })).toMatchObject({ items: [], notStored: first })
  expect((await list({ orderNo: String(firstIdOf(now)) })).notStored).toBeUndefined()
  expect((await list({ betNo: 'nobody' })).notStored).toBeUndefined()
})

it.each([
  { endpoint: orderQuery, who: 'agent001', column: '下注时间' },
  { endpoint: flyOutOrderQuery, who: 'merch001', column: '时间' },
])(
  'a file of $endpoint.id holds what is left of a range, says so in its last line, and is refused without any',
  async ({ endpoint, who, column }) => {
    const folder = mkdtempSync(join(tmpdir(), 'strata-dropped-'))
    const source = must(await loadSource(EXPORT_SOURCES, endpoint.id), endpoint.id)
    const { accountId, pathId } = must(known.get(who), who)
    const actor = { accountId: AccountId(accountId), pathId: PathId(pathId), roleType: 2 } as const
    const write = async (range: { readonly from: Day; readonly to: Day }, format: 'csv' | 'xlsx') => {
      const input = { ...range, pageIndex: 1, pageSize: 20 }
      const caller = await actingCaller({ pool }, actor, endpoint, input)
      if (caller instanceof Refusal) throw new Error(caller.name)
      const path = join(folder, `${range.from} ${range.to}.${format}`)
      const wish = { list: endpoint.id, caller, input, now, format, path }
      const progress = { counted: () => undefined, written: () => undefined }
      return { path, written: await writeExport(pool, source, wish, progress) }
    }
    try {
      const line = `${first}及以前的单笔注单已不再保存`
      const both = readCsv((await write({ from: first, to: third }, 'csv')).path)
      const rest = readCsv((await write({ from: second, to: third }, 'csv')).path)
      expect(both[5]?.[0]).toBe(column)
      expect(both.at(-1)?.[0]).toBe(line)
      const cells = (rows: string[][]): string[] => rows.map((row) => row.join('|').replace(/\|+$/, ''))
      expect(cells(both.slice(5, -1))).toEqual(cells(rest.slice(5)))
      expect(rest.flat()).not.toContain(line)
      const sheets = readSheets((await write({ from: first, to: third }, 'xlsx')).path)
      expect(sheets.at(-1)?.rows.at(-1)?.[0]).toBe(line)
      expect((await write({ from: first, to: first }, 'csv')).written).toMatchObject({
        name: 'orderNotStored',
        details: { through: first },
      })
      const asked = await call(who, endpoint.path, {
        from: first,
        to: first,
        pageIndex: 1,
        pageSize: 20,
        export: 'csv',
      })
      expect([asked.code, asked.message]).toEqual([40401, `${line}，无法查看该注单；当日合计请看报表`])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

it('the list of fly-outs begins after the days that are gone, and says so', async () => {
  const list = (input: Record<string, unknown>) =>
    ask<{ items: { id: string }[]; total: number; notStored?: string }>(
      'merch001',
      '/api/common/pilot-out/order/query',
      {
        pageIndex: 1,
        pageSize: 100,
        ...input,
      },
    )
  expect(await list({ from: first, to: first })).toMatchObject({ items: [], total: 0, notStored: first })
  expect(await list({ periodNo: sample.period_no, gameId: sample.game_id })).toMatchObject({
    total: 0,
    notStored: first,
  })
  const [all, both, rest] = [
    await list({}),
    await list({ from: first, to: third }),
    await list({ from: second, to: third }),
  ]
  expect([all.notStored, both.notStored, rest.notStored]).toEqual([first, first, undefined])
  expect([all.items, both.items]).toEqual([rest.items, rest.items])
  const later = (await orderOf(second)).period_no
  expect((await list({ periodNo: later })).notStored).toBeUndefined()
  expect((await list({ periodNo: 'nobody' })).notStored).toBeUndefined()
})

it('a link to an order of such a day says that it is no longer stored', async () => {
  const orderNo = String(firstIdOf(instantOf(first, 12 * 3_600_000)))
  const answer = await call('agent001', `${report}order-detail/query`, { orderNo })
  expect([answer.code, answer.message]).toEqual([
    40401,
    `${first}及以前的单笔注单已不再保存，无法查看该注单；当日合计请看报表`,
  ])
})

it('the board of such a day says that it is no longer stored, and its exposures are gone', async () => {
  const group = must(playOf(gameById(sample.game_id)?.code ?? '', sample.play), 'a play').groupId
  const board = (periodNo: string) =>
    call('agent001', '/api/agent/RealTimeReport/common', { gameId: sample.game_id, groupId: group, periodNo })
  const { code, message } = await board(sample.period_no)
  expect([code, message]).toEqual([40401, `${first}及以前的盘口数据已不再保存；当日合计请看报表`])
  const kept = async (day: string): Promise<number> =>
    (
      await raw.query(
        `select from exposures e join merchant_periods mp using (merchant_id, period_id) where mp.day = $1 limit 1`,
        [day],
      )
    ).rows.length
  expect([await kept(first), await kept(second)]).toEqual([0, 1])
})

it('a game platform is told that such a bet was accepted, and that one that never came was not', async () => {
  const merchantId = sample.merchant_id as never
  const { orders } = await queryBets(pool, merchantId, [sample.bet_no, 'never-sent'])
  expect(orders).toEqual([
    { betNo: sample.bet_no, found: false, notStored: { orderNo: String(sample.id), day: first } },
    { betNo: 'never-sent', found: false },
  ])
})

it('a report that reads single orders refuses such days and serves the others', async () => {
  const page = { pageIndex: 1, pageSize: 100 }
  const byPeriods = { gameIds: [sample.game_id], periodFrom: sample.period_no, periodTo: sample.period_no }
  for (const [path, input] of [
    ['delivery/query', { ...page, ...byPeriods }],
    ['delivery/query', { ...page, from: first, to: third, groupIds: [1] }],
    ['classification/query', { ...page, ...byPeriods, by: 'play' }],
    ['classification/query', { ...page, from: first, to: third, by: 'period', pankou: 'A' }],
  ] as const) {
    const answer = await call('agent001', report + path, input)
    expect([answer.code, answer.message.startsWith(`${first}及以前的单笔注单已不再保存`)]).toEqual([40001, true])
  }
  await ask('agent001', `${report}classification/query`, { ...page, ...byPeriods, by: 'period' })
  await ask('agent001', `${report}delivery/query`, { ...page, from: second, to: third, groupIds: [1] })
})

it('nothing of such a day can be corrected or voided', async () => {
  const about = { gameId: sample.game_id, periodNo: sample.period_no, version: sample.version, reason: 'test' }
  const refused = [40207, 42207]
  for (const [path, input] of [
    ['game/period/void', { ...about, requestId: 'drop-1' }],
    ['draw/correct', { ...about, result: [1, 2, 3, 4, 5], requestId: 'drop-2' }],
  ] as const) {
    const answer = await call('operator', `/api/admin/${path}`, input)
    expect([refused.includes(answer.code), answer.message]).toEqual([
      true,
      `${first}的单笔注单已不再保存，不能再更正或作废`,
    ])
  }
  const orderNo = String(firstIdOf(instantOf(first, 12 * 3_600_000)))
  const answer = await call('operator', '/api/admin/order/void', { orderNo, reason: 'test', requestId: 'drop-3' })
  expect([answer.code, answer.message]).toEqual([
    40401,
    `${first}及以前的单笔注单已不再保存，无法查看该注单；当日合计请看报表`,
  ])
})

it('a closed day refuses a void of its orders, until the closing is taken back', async () => {
  now = begin + (LEAST + 1 - DAYS) * DAY_MS
  const order = await orderOf(second)
  const stop = (step: string): void => {
    if (step === 'recorded') throw new Error('killed')
  }
  await expect(dropDueDays({ ...deps, onStep: stop })).rejects.toThrow('killed')
  const wish = { merchantId: order.merchant_id as never, orderId: order.id, reason: 'test', operator: 'headco01' }
  expect(await voidOrder({ pool, live, clock: () => now }, wish)).toEqual({ refusal: 'dayDropped', day: second })
  await setting(0)
  expect(await dropDueDays(deps)).toEqual([])
  expect(await states()).toEqual([{ day: first, state: 'done' }])
  expect((await raw.query('select from dropped_stakes where day = $1', [second])).rowCount).toBe(0)
  expect(await voidOrder({ pool, live, clock: () => now }, wish)).not.toHaveProperty('refusal')
  await setting(LEAST)
})

it('waits while others use the orders, and lets them pass', async () => {
  const reader = await raw.connect()
  await reader.query('begin')
  await reader.query('select count(*) from orders')
  const turn = dropDueDays({ ...deps, pauseMs: 1 })
  const from = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 700))
  // Others wait half a second at most behind the one that waits for the reader.
  await raw.query('select id from orders where merchant_id = 1 limit 1')
  expect(performance.now() - from).toBeLessThan(2_500)
  await reader.query('commit')
  reader.release()
  expect(await turn).toEqual([second])
  expect(await verifyDatabase(pool)).toBeNull()
})

it('a day that was dropped gets no partition again', async () => {
  await expect(pool.query('select add_order_partition($1::date)', [first])).rejects.toThrow(/were dropped/)
})

it('verify tells of a rollup of a dropped day that was changed afterwards', async () => {
  await raw.query(
    `update rollup_paths set stake = stake + 1
      where merchant_id = $1 and day = $2 and game_id = $3 and path_id = $4 and as_bettor and kind = 0`,
    [sample.merchant_id, first, sample.game_id, sample.bettor],
  )
  expect(await verifyDatabase(pool)).toMatchObject({
    check: 'the rollups of a dropped day are those that were recorded',
    row: { day: first },
  })
})
