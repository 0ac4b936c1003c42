import { readdirSync, readFileSync } from 'node:fs'
import { addDays, type Day } from '@strata/domain/calendar'
import { MerchantId, PeriodId } from '@strata/domain/ids'
import { type Pool, row, runTx } from '../../apps/server/src/platform/db.ts'
import { foldMerchantPeriod, postDue } from '../../apps/server/src/settlement/settle/settle.ts'
import { verifySettlement } from '../../apps/server/src/settlement/verify/verify.ts'
import { type BenchRow, median } from './engine-world.ts'
import { watchedLine } from './processors.ts'

const M = MerchantId(1)
const PERIOD = PeriodId(1)
const DAY = '2026-01-05'
const MEMBERS = 10_000
const AGENTS = 1_200
const GENERALS = 20
const RUNS = 5

export interface MadePeriod {
  readonly merchant: number
  readonly period: number
  readonly day: string
  /** The id before the first order's. */
  readonly firstId: number
}

/** Merchant 10, general agents from 11, agents from 100, members from 2001. Each path has a wallet. */
const treeOf = (merchant: number): string => `
  insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, chain_m, chain_g, chain_a, lineage, created_at)
  select ${merchant}, 10, 1, 1, 1, 'm', 'cash', 10, null::integer, null::integer, array[10], 0
  union all
  select ${merchant}, 11 + i, 10, 2, 1, 'g' || i, 'cash', 10, 11 + i, null, array[10, 11 + i], 0 from generate_series(0, ${GENERALS - 1}) i
  union all
  select ${merchant}, 100 + i, 11 + i % ${GENERALS}, 3, 1, 'a' || i, 'cash', 10, 11 + i % ${GENERALS}, 100 + i,
         array[10, 11 + i % ${GENERALS}, 100 + i], 0 from generate_series(0, ${AGENTS - 1}) i
  union all
  select ${merchant}, 2001 + i, 100 + i % ${AGENTS}, 10001, 1, 'b' || i, 'cash', 10, 11 + i % ${AGENTS} % ${GENERALS}, 100 + i % ${AGENTS},
         array[10, 11 + i % ${AGENTS} % ${GENERALS}, 100 + i % ${AGENTS}, 2001 + i], 0 from generate_series(0, ${MEMBERS - 1}) i`

/**
 * Inserts $1 orders on the hundred items of 第一球..第十名 of PK: ten plays of ten items. One item of each play wins, so
 * a tenth of the orders wins. Amounts are calculated once for each of 200 stakes, not once per order.
 */
const ordersOf = ({ merchant, period, day, firstId }: MadePeriod): string => `
  with folds as materialized (
    select x, strata_flow(3000, x, 0, 2500, 1) as lu_m, strata_flow(5000, x, 0, 2000, 1) as lu_g,
           strata_flow(7000, x, 0, 1500, 1) as lu_a, strata_flow(10000, x, 0, 1000, 1) as lu_b,
           strata_part(3000, x) as ps_m, strata_part(5000, x) as ps_g, strata_part(7000, x) as ps_a,
           -strata_half_even(3000 * 2500 * x, 1000000000) as hc_h, -strata_half_even(2000 * 2500 * x, 1000000000) as hc_m,
           -strata_half_even(2000 * 2000 * x, 1000000000) as hc_g, -strata_half_even(3000 * 1500 * x, 1000000000) as hc_a
      from (select (i * 10000)::bigint as x from generate_series(1, 200) i) stakes
  )
  insert into orders (merchant_id, period_id, id, day, game_id, kind, bettor, m, g, a, play, item, pankou, pay_kind, odds, pay_top,
                      stake, s_h, s_m, s_g, s_a, r_m, r_g, r_a, r_b, lu_m, lu_g, lu_a, lu_b, ps_m, ps_g, ps_a,
                      hc_h, hc_m, hc_g, hc_a, balance_after, bet_no, batch, at)
  select ${merchant}, ${period}, ${firstId} + i, '${day}', 2, 0, 2001 + b, 10, 11 + b % ${AGENTS} % ${GENERALS}, 100 + b % ${AGENTS},
         'R' || (it / 10 + 1), (it % 10 + 1)::text, substr('ABCD', 1 + b % 4, 1), 0, 19800, x * 198 / 100,
         x, 3000, 2000, 2000, 3000, 2500, 2000, 1500, 1000, lu_m, lu_g, lu_a, lu_b, ps_m, ps_g, ps_a,
         hc_h, hc_m, hc_g, hc_a, 1000000000000, 'bet' || (${firstId} + i), i / 500, 1767600000000 + i
    from (select i, ((i::bigint * 7919) % ${MEMBERS})::integer as b, ((i / ${MEMBERS} * 31 + i) % 100)::integer as it,
                 (10000 * (1 + (i / 7) % 200))::bigint as x
            from generate_series(1, $1::integer) i) made
    join folds using (x)`

/** A merchant with its paths and wallets. */
export async function addTree(pool: Pool, merchant: number): Promise<void> {
  await pool.query(
    `insert into merchants (id, code, name, fund_mode, config_version, credit_reset, created_at)
     values ($1, $2, 'bench', 'cash', 1, false, 0)`,
    [merchant, `bench${merchant}`],
  )
  await pool.query(treeOf(merchant))
  await pool.query(
    `insert into wallets (merchant_id, path_id, fund_mode, balance, open_stake)
     select ${merchant}, id, 'cash', 1000000000000, 0 from paths where merchant_id = ${merchant}`,
  )
}

/** The game of the periods. */
export const addGame = (pool: Pool): Promise<unknown> =>
  pool.query(
    `insert into games (id, game_type, name, options, schedule, result_source) values (2, 'PK', 'PK', '{}', '{}', 'feed')`,
  )

/** Noon of a day: a draw that belongs to it. */
export const drawOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** A closed and drawn period of the game, for all merchants. */
export async function addDrawnPeriod(pool: Pool, period: number, day: string): Promise<void> {
  await pool.query(`create table if not exists orders_bench_${period} partition of orders
                    for values from ('${day}') to ('${addDays(day as Day, 1)}')`)
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
}

/** `count` orders of a merchant in such a period. A million orders take a few seconds. */
export async function addOrders(pool: Pool, made: MadePeriod, count: number): Promise<void> {
  const { merchant, period, day } = made
  await pool.query('insert into merchant_periods (merchant_id, period_id, game_id, day) values ($1, $2, 2, $3)', [
    merchant,
    period,
    day,
  ])
  await pool.query(ordersOf(made), [count])
  // Without it what follows is planned for empty tables, until PostgreSQL looks by itself, and may take for ever.
  await pool.query('analyze orders, wallets')
  // A settlement reads the size of a period from the head's exposures.
  await pool.query(
    `insert into exposures (merchant_id, period_id, path_id, play, item, pankou, bet_count, bet_amount, changed)
     select merchant_id, period_id, 1, play, item, pankou, count(*), sum(stake), 1 from orders
      where merchant_id = $1 and period_id = $2 group by 1, 2, 4, 5, 6`,
    [merchant, period],
  )
  await pool.query(
    `update wallets w set open_stake = w.open_stake + s.stake
       from (select bettor, sum(stake)::bigint as stake from orders
              where merchant_id = $1 and period_id = $2 group by 1) s
      where w.merchant_id = $1 and w.path_id = s.bettor`,
    [merchant, period],
  )
}

/** Writes a merchant with one closed and drawn period of `count` orders. */
export async function generatePeriod(pool: Pool, count: number): Promise<void> {
  await addTree(pool, M)
  await addGame(pool)
  await addDrawnPeriod(pool, PERIOD, DAY)
  await addOrders(pool, { merchant: M, period: PERIOD, day: DAY, firstId: 0 }, count)
  await pool.query('vacuum analyze')
}

/** The reference: inserts winners and posts sums to wallets and agents, without flows, shares and rollups. */
const bare = `
  with won as materialized (
    select o.id, o.bettor, o.stake * o.odds / 10000 as p
      from outcomes c
      join orders o on o.merchant_id = ${M} and o.period_id = ${PERIOD} and o.day = '${DAY}' and o.play = c.play and o.item = c.item
     where c.merchant_id = ${M} and c.period_id = ${PERIOD} and c.version = 1 and c.result = 1
  ), winners as (
    insert into bench_winners (merchant_id, period_id, order_id, amount) select ${M}, ${PERIOD}, id, p from won
  ), staked as materialized (
    select o.bettor, sum(o.stake)::bigint as x from orders o
     where o.merchant_id = ${M} and o.period_id = ${PERIOD} and o.day = '${DAY}' group by o.bettor
  ), net as materialized (
    select s.bettor, s.x, coalesce(p.p, 0) as p
      from staked s left join (select bettor, sum(p)::bigint as p from won group by bettor) p on p.bettor = s.bettor
  ), wallets_posted as (
    update wallets w set balance = w.balance + net.p, open_stake = w.open_stake - net.x
      from net where w.merchant_id = ${M} and w.path_id = net.bettor
  ), agents_posted as (
    insert into bench_agents (merchant_id, path_id, stake, payout)
    select ${M}, n.id, sum(net.x), sum(net.p)
      from net join paths p on p.merchant_id = ${M} and p.id = net.bettor
     cross join lateral (values (p.chain_m), (p.chain_g), (p.chain_a)) n (id) group by n.id
  )
  select 1`

const scratch = `
  drop table if exists bench_winners, bench_agents;
  create table bench_winners (merchant_id integer, period_id integer, order_id bigint, amount bigint,
                              primary key (merchant_id, period_id, order_id));
  create table bench_agents (merchant_id integer, path_id integer, stake bigint, payout bigint, primary key (merchant_id, path_id))`

/** The usual design: a bet's row is updated with its result. Three indexes, default fillfactor. */
const plainTable = `
  create table bench_bets as
    select merchant_id, id, period_id, bettor, play, item, stake, odds, 0::smallint as state, 0::bigint as payout from orders
     where merchant_id = ${M} and period_id = ${PERIOD};
  alter table bench_bets add primary key (merchant_id, id);
  create index on bench_bets (merchant_id, bettor, id);
  create index on bench_bets (merchant_id, period_id, state)`
const plainUpdate = `
  update bench_bets b set state = 1 + c.result, payout = case when c.result = 1 then b.stake * b.odds / 10000 else 0 end
    from outcomes c
   where b.merchant_id = ${M} and b.period_id = ${PERIOD} and c.merchant_id = ${M} and c.period_id = ${PERIOD} and c.version = 1
     and c.play = b.play and c.item = b.item`

interface Measured {
  readonly ms: number
  /** Of all database processes together. NaN without /proc. */
  readonly cpuMs: number
  readonly walMb: number
  /** Who ran and who waited for a processor. */
  readonly processors: string
}

const TICK_MS = 10

/** User and system time of the postmaster and its children, including children that have ended. */
function databaseCpu(postmaster: string): number {
  let ticks = 0
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number)
        const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]]
        if (pid === postmaster) ticks += user + system + (fields[13] ?? 0) + (fields[14] ?? 0)
        else if (String(parent) === postmaster) ticks += user + system
      } catch {
        // The process ended meanwhile.
      }
    }
  } catch {
    return Number.NaN
  }
  return ticks * TICK_MS
}

async function measure(pool: Pool, work: () => Promise<unknown>): Promise<Measured> {
  const before = await row<{ lsn: string }>(pool, 'select pg_current_wal_insert_lsn()::text as lsn')
  const { text } = await row<{ text: string }>(pool, `select pg_read_file('postmaster.pid') as text`)
  const postmaster = text.split('\n', 1)[0] ?? ''
  const cpuBefore = databaseCpu(postmaster)
  const watched = watchedLine(Number(postmaster))
  const from = performance.now()
  await work()
  const ms = performance.now() - from
  const processors = watched()
  const cpuMs = databaseCpu(postmaster) - cpuBefore
  const wal = await row<{ bytes: string }>(
    pool,
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::text as bytes',
    [before.lsn],
  )
  return { ms, cpuMs, walMb: Number(wal.bytes) / 1e6, processors }
}

const middle = (all: readonly Measured[]): Measured => ({
  ms: median(all.map((one) => one.ms)),
  cpuMs: median(all.map((one) => one.cpuMs)),
  walMb: median(all.map((one) => one.walMb)),
  processors: all.at(-1)?.processors ?? '',
})

/** Restores the state before the settlement of merchant 1, so that it can be measured again. */
export async function unsettle(pool: Pool): Promise<void> {
  await pool.query(
    'truncate outcomes, payouts, rollup_paths, rollup_plays, rollup_applied, postings, posting_runs, ledger_entries',
  )
  await pool.query('update merchant_periods set settled_version = 0, revision = 0 where merchant_id = $1', [M])
  await pool.query(
    `update wallets w set balance = 1000000000000, open_stake = coalesce(s.stake, 0)
       from (select p.id, s.stake from paths p left join (
               select bettor, sum(stake)::bigint as stake from orders where merchant_id = $1 group by 1) s on s.bettor = p.id
              where p.merchant_id = $1) s
      where w.merchant_id = $1 and w.path_id = s.id`,
    [M],
  )
  await pool.query('vacuum analyze wallets, merchant_periods')
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const both = ({ ms, cpuMs }: Measured): string => `${seconds(ms)} (CPU ${seconds(cpuMs)})`
const against = (what: string, value: Measured, reference: Measured, limit: number): BenchRow => ({
  what,
  value: both(value),
  reference: both(reference),
  ratio: value.ms / reference.ms,
  goal: `<= ${limit}x`,
  met: value.ms / reference.ms <= limit,
  notes: [value.processors, `reference: ${reference.processors}`],
})

/**
 * Compares the settlement of `count` orders with the bare statement (medians of five runs in turn) and with one plain
 * update. Needs an empty migrated database.
 */
export async function benchSettlement(pool: Pool, count = 1_000_000): Promise<BenchRow[]> {
  const deps = { pool, clock: () => 1_767_700_000_000 }
  await generatePeriod(pool, count)
  const [folds, posts, bares]: [Measured[], Measured[], Measured[]] = [[], [], []]
  for (let run = 0; run < RUNS; run++) {
    folds.push(await measure(pool, () => foldMerchantPeriod(deps, M, PERIOD)))
    posts.push(await measure(pool, () => postDue(deps, M, PERIOD)))
    if (run === 0) {
      const fault = await verifySettlement(pool, M)
      if (fault) throw new Error(JSON.stringify(fault))
    }
    await pool.query(scratch)
    bares.push(await measure(pool, () => runTx(pool, { timeoutMs: 120_000 }, (tx) => tx.query(bare))))
    if (run < RUNS - 1) await unsettle(pool)
  }
  await pool.query(plainTable)
  await pool.query('vacuum analyze bench_bets')
  const plain = await measure(pool, () => runTx(pool, { timeoutMs: 300_000 }, (tx) => tx.query(plainUpdate)))
  const [fold, post, reference] = [middle(folds), middle(posts), middle(bares)]
  const whole: Measured = {
    ms: fold.ms + post.ms,
    cpuMs: fold.cpuMs + post.cpuMs,
    walMb: fold.walMb + post.walMb,
    processors: `fold: ${fold.processors}; wallets: ${post.processors}`,
  }
  const label = `settle ${count.toLocaleString('en')} orders`
  return [
    against(`${label}: fold (outcomes, payouts, flows, rollups, postings due) / bare`, fold, reference, 2),
    against(`${label}: fold and ${MEMBERS} wallets in chunks / bare`, whole, reference, 2),
    against(`${label}: fold and wallets / plain update`, whole, plain, 0.2),
    {
      what: `${label}: WAL of fold (${fold.walMb.toFixed(1)} MB) and wallets (${post.walMb.toFixed(1)} MB)`,
      value: `${whole.walMb.toFixed(1)} MB`,
      reference: `${reference.walMb.toFixed(1)} MB bare, ${plain.walMb.toFixed(1)} MB plain`,
      ratio: whole.walMb,
      goal: '<= 50 MB',
      met: whole.walMb <= 50,
    },
  ]
}
