import { PERMISSION } from '@strata/contract/permissions'
import { addDays, type Day } from '@strata/domain/calendar'
import { AccountId, GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { ROLE, type Role } from '@strata/domain/tree'
import type { Caller } from '../../apps/server/src/access/session/caller.ts'
import { type Pool, rows } from '../../apps/server/src/platform/db.ts'
import { Refusal } from '../../apps/server/src/platform/refusal.ts'
import { classification } from '../../apps/server/src/reports/delivery/classification.ts'
import { delivery } from '../../apps/server/src/reports/delivery/delivery.ts'
import { orders as orderSearch } from '../../apps/server/src/reports/orders/orders.ts'
import { foldMerchantPeriod } from '../../apps/server/src/settlement/settle/settle.ts'
import { type BenchRow, startEmptyCluster } from './engine-world.ts'
import { drawOf } from './settlement.ts'

const FIRST_DAY = '2026-01-01' as Day
const DAYS = 60
const MERCHANT = MerchantId(1)
const GENERALS = 20
const AGENTS = 2_000
const MEMBERS = 10_000
/** Order ids reserved for each day. An order is placed as many milliseconds after FIRST_AT as its id says. */
const DAY_IDS = 1_000_000
const FIRST_AT = 1_767_600_000_000
/** The day after the last day. A month is the last 30 days. */
const NOW = Date.UTC(2026, 2, 2, 4)
export const REPORT_NOW = NOW
const MONTH = { from: addDays(FIRST_DAY, DAYS - 30), to: addDays(FIRST_DAY, DAYS - 1) }

const lastDay = addDays(FIRST_DAY, DAYS)

const tree = `
  insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, chain_m, chain_g, chain_a, lineage, created_at)
  select 1, 10, 1, 1, 1, 'merchant', 'cash', 10, null::integer, null::integer, array[10], 0
  union all
  select 1, 11 + i, 10, 2, 1, 'general' || i, 'cash', 10, 11 + i, null, array[10, 11 + i], 0 from generate_series(0, ${GENERALS - 1}) i
  union all
  select 1, 100 + i, 11 + i % ${GENERALS}, 3, 1, 'agent' || i, 'cash', 10, 11 + i % ${GENERALS}, 100 + i,
         array[10, 11 + i % ${GENERALS}, 100 + i], 0 from generate_series(0, ${AGENTS - 1}) i
  union all
  select 1, 5000 + i, 100 + i % ${AGENTS}, 10001, 1, 'mem' || i, 'cash', 10, 11 + i % ${AGENTS} % ${GENERALS}, 100 + i % ${AGENTS},
         array[10, 11 + i % ${AGENTS} % ${GENERALS}, 100 + i % ${AGENTS}, 5000 + i], 0 from generate_series(0, ${MEMBERS - 1}) i`

/** $1 count, $2 day, $3 period, $4 the id before the first. A tenth wins: one car of ten at each of ten ranks. */
const ordersInto = (table: string): string => `
  with folds as materialized (
    select x, strata_flow(3000, x, 0, 2500, 1) as lu_m, strata_flow(5000, x, 0, 2000, 1) as lu_g,
           strata_flow(7000, x, 0, 1500, 1) as lu_a, strata_flow(10000, x, 0, 1000, 1) as lu_b,
           strata_part(3000, x) as ps_m, strata_part(5000, x) as ps_g, strata_part(7000, x) as ps_a,
           -strata_half_even(3000 * 2500 * x, 1000000000) as hc_h, -strata_half_even(2000 * 2500 * x, 1000000000) as hc_m,
           -strata_half_even(2000 * 2000 * x, 1000000000) as hc_g, -strata_half_even(3000 * 1500 * x, 1000000000) as hc_a
      from (select (i * 10000)::bigint as x from generate_series(1, 200) i) stakes
  )
  insert into ${table} (merchant_id, period_id, id, day, game_id, kind, bettor, m, g, a, play, item, pankou, pay_kind, odds, pay_top,
                      stake, s_h, s_m, s_g, s_a, r_m, r_g, r_a, r_b, lu_m, lu_g, lu_a, lu_b, ps_m, ps_g, ps_a,
                      hc_h, hc_m, hc_g, hc_a, balance_after, bet_no, batch, at)
  select 1, $3::integer, $4::bigint + i, $2::date, 2, 0, 5000 + b, 10, 11 + b % ${AGENTS} % ${GENERALS}, 100 + b % ${AGENTS},
         'R' || (it / 10 + 1), (it % 10 + 1)::text, substr('ABCD', 1 + b % 4, 1), 0, 98000, x * 98 / 10,
         x, 3000, 2000, 2000, 3000, 2500, 2000, 1500, 1000, lu_m, lu_g, lu_a, lu_b, ps_m, ps_g, ps_a,
         hc_h, hc_m, hc_g, hc_a, 1000000000000, 'bet' || ($4::bigint + i), i / 500, ${FIRST_AT} + $4::bigint + i
    from (select i, ((i::bigint * 7919) % ${MEMBERS})::integer as b, ((i / ${MEMBERS} * 31 + i) % 100)::integer as it,
                 (10000 * (1 + (i / 7) % 200))::bigint as x
            from generate_series(1, $1::integer) i) made
    join folds using (x)
   order by i`

const keysOf = (table: string): string => `
  insert into order_keys (merchant_id, bet_no, content_hash, order_id, day)
  select merchant_id, bet_no, md5(bet_no), id, day from ${table}`

/** A settlement reads the size of a period from these rows. */
const headsExposures = `
  insert into exposures (merchant_id, period_id, path_id, play, item, pankou, bet_count, changed)
  select 1, $1, 1, play, item, pankou, count(*), 1 from orders where merchant_id = 1 and period_id = $1
   group by play, item, pankou`

async function makeTree(pool: Pool): Promise<void> {
  await pool.query(`insert into merchants values (${MERCHANT}, 'bench', 'bench', 'cash', 1, false, 0)`)
  await pool.query(tree)
  await pool.query(
    `insert into games (id, game_type, name, options, schedule, result_source) values (2, 'PK', 'PK', '{}', '{}', 'feed')`,
  )
}

/**
 * Makes a day: one drawn period with its orders, settled by the engine. A day that an earlier run left incomplete is
 * made again. Returns whether there was anything to do.
 */
async function makeDay(pool: Pool, offset: number, count: number): Promise<boolean> {
  const day = addDays(FIRST_DAY, offset)
  const period = offset + 1
  const settled = await rows(pool, 'select from rollup_applied where merchant_id = $1 and period_id = $2', [
    MERCHANT,
    period,
  ])
  if (settled.length > 0) return false
  const table = `orders_${day.replaceAll('-', '')}`
  await pool.query(`drop table if exists ${table}`)
  for (const table of [
    'exposures where merchant_id = 1 and period_id',
    'merchant_periods where merchant_id = 1 and period_id',
    'draws where period_id',
    'periods where id',
  ])
    await pool.query(`delete from ${table} = $1`, [period])
  await pool.query(
    `insert into periods (id, game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state, result_version)
     overriding system value values ($1, 2, $2, $3, 0, 1, 1, $4, 'drawn', 1)`,
    [period, String(period), day, drawOf(day)],
  )
  await pool.query(
    `insert into draws (period_id, version, kind, result, draw_date, source, at)
     values ($1, 1, 'draw', '{1,2,3,4,5,6,7,8,9,10}', $2, 'bench', 0)`,
    [period, day],
  )
  await pool.query('insert into merchant_periods (merchant_id, period_id, game_id, day) values (1, $1, 2, $2)', [
    period,
    day,
  ])
  // The indexes are built when the full table is attached: a third of the work of updating them row by row.
  await pool.query(`create table ${table} (like orders including defaults including constraints)`)
  await pool.query(ordersInto(table), [count, day, period, offset * DAY_IDS])
  await pool.query(`alter table orders attach partition ${table} for values from ('${day}') to ('${addDays(day, 1)}')`)
  await pool.query(`analyze ${table}`)
  await pool.query('delete from order_keys where merchant_id = 1 and day = $1', [day])
  await pool.query(keysOf(table))
  await pool.query(headsExposures, [period])
  await foldMerchantPeriod({ pool, clock: () => NOW }, MERCHANT, PeriodId(period))
  return true
}

export const callerOf = (role: Role, id: PathId, name: string): Caller => ({
  account: { id: AccountId(1), name, mainId: AccountId(1) },
  path: {
    id,
    merchantId: MerchantId(role === ROLE.head ? 0 : MERCHANT),
    role,
    name,
    nickname: null,
    flyOutAllowed: false,
    lineage: (role === ROLE.head ? [] : [10]).map(PathId),
    statuses: [1],
  },
  merchantId: MerchantId(role === ROLE.head ? 0 : MERCHANT),
  role,
  roleType: 2,
  permissionIds: new Set([PERMISSION.reports, PERMISSION.reportDetails]),
  isSub: false,
  owesPasswords: false,
  owesValidator: false,
  status: 1,
  sessionId: 1,
  tokenHash: '',
  ip: '',
  reach: 'any',
  paths: [],
  targets: new Map(),
})

const VIEWERS = [
  callerOf(0, PathId(1), 'head'),
  callerOf(1, PathId(10), 'merchant'),
  callerOf(2, PathId(11), 'general0'),
  callerOf(3, PathId(100), 'agent0'),
]

const answered = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(`refused: ${answer.name}`)
  return answer
}

interface Timing {
  readonly p50: number
  readonly p99: number
}

/** Does not count the first run, which opens connections and loads catalogues. */
async function timed(runs: number, work: (run: number) => Promise<unknown>): Promise<Timing> {
  const times: number[] = []
  await work(0)
  for (let run = 0; run < runs; run += 1) {
    const from = performance.now()
    await work(run)
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

const ms = (value: number): string => `${value.toFixed(1)} ms`

/** A bare aggregate of the viewer's month over the orders: the minimum cost of a report without rollups. */
const bareMonth = (viewer: Caller): string => {
  const column = ['null', 'o.m', 'o.g', 'o.a'][viewer.role] ?? 'null'
  const child = ['o.m', 'o.g', 'o.a', 'o.bettor'][viewer.role] ?? 'o.bettor'
  return `select ${child}, count(*), sum(o.stake), sum(p.amount), sum(o.lu_m), sum(o.lu_g), sum(o.lu_a), sum(o.lu_b)
            from orders o left join payouts p on p.merchant_id = o.merchant_id and p.period_id = o.period_id
             and p.version = 1 and p.order_id = o.id
           where o.merchant_id = 1 and o.day between $1 and $2 and ${viewer.role === ROLE.head ? '$3::integer is not null' : `${column} = $3`} group by 1`
}

const base = { pageIndex: 1, pageSize: 100, state: 'settled' } as const

async function measureViewer(pool: Pool, viewer: Caller, label: string): Promise<BenchRow[]> {
  const request = { ...base, ...MONTH, pageSize: 100 as const }
  const month = await timed(60, async () => answered(await delivery(pool, viewer, request, NOW)))
  // It takes some seconds, so one run is enough.
  const began = performance.now()
  await rows(pool, bareMonth(viewer), [MONTH.from, MONTH.to, viewer.path.id])
  const bare = performance.now() - began
  const fromRollup = answered(await delivery(pool, viewer, { ...request, gameIds: [GameId(2)] }, NOW))
  const periods = { periodFrom: String(DAYS - 29), periodTo: String(DAYS) }
  const fromOrders = answered(
    await delivery(pool, viewer, { ...base, ...periods, gameIds: [GameId(2)], pageSize: 100 }, NOW),
  )
  const equal = JSON.stringify(fromRollup.summary) === JSON.stringify(fromOrders.summary)
  const byPlay = await timed(30, async () =>
    answered(await classification(pool, viewer, { ...base, ...MONTH, by: 'play' }, NOW)),
  )
  const speed = bare / month.p50
  return [
    {
      what: `delivery of a month, ${label}, times faster than the bare aggregate over the orders (equal to the last unit: ${equal})`,
      value: ms(month.p50),
      reference: ms(bare),
      ratio: speed,
      goal: '>= 50',
      met: speed >= 50 && equal,
    },
    {
      what: `delivery of a month, ${label}, p99`,
      value: ms(month.p99),
      reference: ms(bare),
      ratio: month.p99,
      goal: '<= 50 ms',
      met: month.p99 <= 50,
    },
    {
      what: `classification of a month, ${label}, p99`,
      value: ms(byPlay.p99),
      reference: ms(bare),
      ratio: byPlay.p99,
      goal: '<= 100 ms',
      met: byPlay.p99 <= 100,
    },
  ]
}

/** The orders of a day are placed at intervals of one millisecond. */
const placedOn = (day: number, from: number, count: number) => {
  const placedFrom = FIRST_AT + day * DAY_IDS + from
  return { placedFrom, placedTo: placedFrom + count - 1 }
}

/** Searches that an index or the rollups answer. */
const SEARCHES = [
  ['a month', {}],
  ['a game', { gameId: GameId(2) }],
  ['a play', { gameId: GameId(2), playCode: 'R3' }],
  ['a game without orders', { gameId: GameId(3) }],
  ['replenishments', { kind: 'replenishment' }],
  ['a bettor', { account: 'mem7000' }],
  ['an agent', { agentPathsId: PathId(100) }],
  ['a period', { periodNo: String(DAYS - 5) }],
  ['a range of periods', { gameId: GameId(2), periodFrom: String(DAYS - 8), periodTo: String(DAYS - 5) }],
  ['an order number', { orderNo: String((DAYS - 5) * DAY_IDS + 1) }],
  ['a bet number', { betNo: `bet${(DAYS - 5) * DAY_IDS + 1}` }],
  ['a bet number that is none', { betNo: 'none' }],
  ['what is open', { state: 'open' }],
  ['what is settled', { state: 'settled' }],
  ['what is void', { state: 'void' }],
  ['10,000 placed in a row', placedOn(DAYS - 6, 0, 10_000)],
] as const

/** Sort columns without an index, over one day. More than 200,000 orders are refused, so this is near the limit. */
const SORTS = ['stake', 'payout', 'memberResult'] as const
const SORT_GOAL_MS = 500

/** The first page of each search and sort, and page 61 of a month by keyset. */
async function* measureSearch(pool: Pool, viewer: Caller, label: string): AsyncGenerator<BenchRow> {
  const request = { pageIndex: 1, pageSize: 100, from: MONTH.from, to: MONTH.to } as const
  for (const [name, filter] of SEARCHES) {
    const first = await timed(20, async () => answered(await orderSearch(pool, viewer, { ...request, ...filter }, NOW)))
    yield {
      what: `order search of ${name}, ${label}, first page, p50`,
      value: ms(first.p50),
      reference: ms(first.p99),
      ratio: first.p50,
      goal: '<= 50 ms',
      met: first.p50 <= 50,
    }
  }
  for (const columnName of SORTS) {
    const day = { ...request, from: MONTH.to, sortInfo: { columnName, direction: 1 } } as const
    const first = await timed(5, async () => answered(await orderSearch(pool, viewer, day, NOW)))
    yield {
      what: `orders of a day by ${columnName}, ${label}, first page, p50`,
      value: ms(first.p50),
      reference: ms(first.p99),
      ratio: first.p50,
      goal: `<= ${SORT_GOAL_MS} ms`,
      met: first.p50 <= SORT_GOAL_MS,
    }
  }
  let cursor: string | null | undefined
  for (let page = 0; page < 60; page += 1)
    cursor =
      answered(await orderSearch(pool, viewer, { ...request, ...(cursor ? { cursor } : {}) }, NOW)).nextCursor ?? cursor
  // Both are measured in turn, so that a busy machine slows both.
  const [shallow, deep]: [number[], number[]] = [[], []]
  for (let run = 0; run < 20; run += 1) {
    const one = await timed(1, async () => answered(await orderSearch(pool, viewer, request, NOW)))
    const next = { ...request, ...(cursor ? { cursor } : {}) }
    const other = await timed(1, async () => answered(await orderSearch(pool, viewer, next, NOW)))
    shallow.push(one.p50)
    deep.push(other.p50)
  }
  const middle = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[10] ?? 0
  const ratio = middle(deep) / middle(shallow)
  yield {
    what: `order search, ${label}, page 61 by keyset / first page`,
    value: ms(middle(deep)),
    reference: ms(middle(shallow)),
    ratio,
    goal: '<= 1.2',
    met: ratio <= 1.2,
  }
}

/** Makes a merchant with `count` settled orders over `days` days. */
export async function makeReportWorld(
  pool: Pool,
  { days, count, onDay }: { days: number; count: number; onDay?: (offset: number) => void },
): Promise<void> {
  if ((await rows(pool, 'select from merchants')).length === 0) await makeTree(pool)
  let made = 0
  for (let offset = 0; offset < days; offset += 1) {
    if (!(await makeDay(pool, offset, Math.floor(count / days)))) continue
    made += 1
    onDay?.(offset)
  }
  if (made > 0) await pool.query('vacuum analyze')
}

const LABELS = ['head', 'merchant', 'general agent', 'agent']

/** Reports over `count` settled orders of 60 business days, 2,000 agents and 10,000 members. */
export async function* benchReports(
  count = 10_000_000,
  {
    say = () => undefined,
    folderOfWorld,
    viewers = LABELS,
  }: {
    readonly say?: (line: string) => void
    readonly folderOfWorld?: string | undefined
    readonly viewers?: readonly string[] | undefined
  } = {},
): AsyncGenerator<BenchRow> {
  const cluster = await startEmptyCluster(folderOfWorld)
  try {
    const { pool } = cluster
    const onDay = (offset: number): void => {
      if (offset % 10 === 9) say(`${offset + 1} of ${DAYS} days, to ${lastDay}`)
    }
    await makeReportWorld(pool, { days: DAYS, count, onDay })
    for (const [index, viewer] of VIEWERS.entries()) {
      const label = LABELS[index] ?? ''
      if (!viewers.includes(label)) continue
      yield* await measureViewer(pool, viewer, label)
      yield* measureSearch(pool, viewer, label)
    }
  } finally {
    await cluster.stop()
  }
}
