import type { HolderRole } from '@strata/domain/book/shares'
import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { countsInResults } from '../../book/orders.ts'

/**
 * The statements that fold the orders of one merchant and period into rollups and postings. They are generated, because
 * one list of measures drives every sum.
 *
 * A losing order needs no arithmetic: its row stores every figure. So the fold is two sums: every order as if it lost,
 * plus the difference that a payout makes (wins, refunds, voids). A correction is only the second sum: the differences
 * of the new payouts less those of the old ones.
 *
 * Each sum is grouped in two ways in one pass: by bettor (rollup_paths, postings), and by seat and play (rollup_plays).
 * Two groupings of some 10,000 rows each stay in the processor's cache. This is half the work of one grouping by bettor
 * and play from which both are made.
 */

/** Sums of a rollup row, in the order of the tables. */
export const MEASURES = [
  'orders',
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
  'hc_h',
  'hc_m',
  'hc_g',
  'hc_a',
] as const

type Measure = (typeof MEASURES)[number]

const SHARES = ['h', 'm', 'g', 'a'] as const
const EXTREMES = [...SHARES.map((s) => `smin_${s}`), ...SHARES.map((s) => `smax_${s}`)]

/** Outside the range of shares. A row that adds no order uses them, so that it does not change the extremes. */
const NO_MINIMUM = 32767
const NO_MAXIMUM = -1

/** Measures of an order as if it lost. */
const AS_LOST: Readonly<Record<Measure, string>> = {
  orders: 'count(*)',
  stake: 'strata_sum(o.stake)',
  valid: 'strata_sum(o.stake)',
  payout: '0',
  u_m: 'strata_sum(o.lu_m)',
  u_g: 'strata_sum(o.lu_g)',
  u_a: 'strata_sum(o.lu_a)',
  u_b: 'strata_sum(o.lu_b)',
  pv_m: 'strata_sum(o.ps_m)',
  pv_g: 'strata_sum(o.ps_g)',
  pv_a: 'strata_sum(o.ps_a)',
  pw_m: 'strata_sum(o.ps_m)',
  pw_g: 'strata_sum(o.ps_g)',
  pw_a: 'strata_sum(o.ps_a)',
  pw_b: 'strata_sum(o.stake)',
  hc_h: 'strata_sum(o.hc_h)',
  hc_m: 'strata_sum(o.hc_m)',
  hc_g: 'strata_sum(o.hc_g)',
  hc_a: 'strata_sum(o.hc_a)',
}

/** Above this a product of a flow exceeds bigint, and the slower exact functions are used. */
const SMALL = 4_000_000_000

/** n / d rounded half to even: half way rounds up when the quotient below is odd. */
const halfEven = (n: string, d: number): string =>
  `(abs(${n}) + ${d / 2 - 1} + (abs(${n}) / ${d} & 1)) / ${d} * case when ${n} < 0 then -1 else 1 end`

const FLOW_SCALE = 1_000_000_000
const SHARE_SCALE = 10_000
const LEVELS = ['m', 'g', 'a', 'b'] as const
const NODES = ['m', 'g', 'a'] as const
/** The share held above each level. */
const ABOVE = { m: 'w.s_h', g: '(w.s_h + w.s_m)', a: '(w.s_h + w.s_m + w.s_g)', b: '10000' } as const

/** The numerator of each flow n and of each passed win/loss i. Null when a product would exceed bigint. */
const numerators = [
  ...LEVELS.map((l) => [`n_${l}`, `${ABOVE[l]}::bigint * ((w.stake - w.payout) * 100000 - w.r_${l} * w.stake)`]),
  ...NODES.map((l) => [`i_${l}`, `${ABOVE[l]}::bigint * (w.stake - w.payout)`]),
]
  .map(([name, term]) => `case when w.stake < ${SMALL} and w.payout < ${SMALL} then ${term} end as ${name}`)
  .join(', ')

/** Flows f and passed win/loss w of a win. A refund has none. */
const flowTerms = [
  ...LEVELS.map(
    (
      l,
    ) => `case when w.result = 2 then 0 when w.n_${l} is null then strata_flow(${ABOVE[l]}, w.stake, w.payout, w.r_${l}, 1)
            else ${halfEven(`w.n_${l}`, FLOW_SCALE)} end as f_${l}`,
  ),
  ...NODES.map(
    (l) => `case when w.result = 2 then 0 when w.i_${l} is null then strata_part(${ABOVE[l]}, w.stake - w.payout)
            else ${halfEven(`w.i_${l}`, SHARE_SCALE)} end as w_${l}`,
  ),
].join(', ')

/**
 * Flows f_* and passed win/loss w_* of the orders with a payout in `source`, beside its columns `columns`. Exact at any
 * size. The offset makes PostgreSQL compute the products once and not again for each use. Written as '0' it is still a
 * constant, and with a constant offset of zero the query may run in parallel.
 */
export const flowsInSql = (source: string, columns: string): string => `
  select ${columns}, ${flowTerms} from (select w.*, ${numerators} from ${source} w offset '0') w`

/**
 * The difference between an order with a payout and the same order lost. Null: a win makes no difference; sums skip it.
 */
const DIFFERENCE: Readonly<Record<Measure, string>> = {
  orders: '0',
  stake: '0',
  valid: 'case when d.result = 2 then -d.stake end',
  payout: 'd.payout',
  u_m: 'd.f_m - d.lu_m',
  u_g: 'd.f_g - d.lu_g',
  u_a: 'd.f_a - d.lu_a',
  u_b: 'd.f_b - d.lu_b',
  pv_m: 'case when d.result = 2 then -d.ps_m end',
  pv_g: 'case when d.result = 2 then -d.ps_g end',
  pv_a: 'case when d.result = 2 then -d.ps_a end',
  pw_m: 'd.w_m - d.ps_m',
  pw_g: 'd.w_g - d.ps_g',
  pw_a: 'd.w_a - d.ps_a',
  pw_b: '-d.payout',
  hc_h: 'case when d.result = 2 then -d.hc_h end',
  hc_m: 'case when d.result = 2 then -d.hc_m end',
  hc_g: 'case when d.result = 2 then -d.hc_g end',
  hc_a: 'case when d.result = 2 then -d.hc_a end',
}

/** Columns of an order that the differences need. */
const ORDER_FACTS = [
  'id bettor play pankou kind taker stake s_h s_m s_g s_a r_m r_g r_a r_b',
  'lu_m lu_g lu_a lu_b ps_m ps_g ps_a hc_h hc_m hc_g hc_a',
].flatMap((names) => names.split(' '))

/** The path whose classification has the order: the node above a member, or the sender. The path row has its chain. */
const SEAT = 'case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end'
const facts = `${ORDER_FACTS.map((name) => `o.${name}`).join(', ')}, ${SEAT} as seat`

const list = (names: readonly string[], prefix = ''): string => names.map((name) => `${prefix}${name}`).join(', ')
const sums = (prefix: string): string => MEASURES.map((m) => `strata_sum(${prefix}.${m}) as ${m}`).join(', ')
const extremes = (prefix: string): string =>
  EXTREMES.map((name) => `${name.slice(1, 4)}(${prefix}.${name}) as ${name}`).join(', ')

/** In every statement of this file: $1 merchant, $2 period, $3 day. */
const scope = (alias: string): string => `${alias}.merchant_id = $1::integer and ${alias}.period_id = $2::integer`
const ordersHere = `${scope('o')} and o.day = $3::date and ${countsInResults('$1::integer', '$2::integer')}`

/** Orders with a payout under the outcomes of a source. A voided order is a refund whatever was drawn. */
const judgedBy = (outcomes: string): string => `
  select ${facts}, c.result, c.tier,
         strata_payout(o.pay_kind, o.stake, o.odds, o.odds_tiers, o.pay_cap, c.result, c.tier, c.hits, c.pushed) as payout
    from ${outcomes} c
    join orders o on ${ordersHere} and o.play = c.play and o.item = c.item
   where c.result <> 0
     and o.id not in (select x.order_id from voids x where ${scope('x')})
  union all
  select ${facts}, 2::smallint, 0::smallint, o.stake
    from voids x
    join orders o on ${ordersHere} and o.id = x.order_id
   where ${scope('x')}`

/** The stored outcomes of result version $4. */
const judged = judgedBy(`(select * from outcomes c where ${scope('c')} and c.version = $4::integer)`)

/** Orders with a payout as they stand written under result version $5. */
const writtenBefore = `
  select ${facts}, y.result, y.tier, y.amount as payout
    from payouts y
    join orders o on ${ordersHere} and o.id = y.order_id
   where ${scope('y')} and y.version = $5::integer`

const lostMeasures = MEASURES.map((m) => `${AS_LOST[m]}::bigint as ${m}`).join(', ')

/**
 * Every order for which `part` holds, as if it lost. Shares are grouping columns: they seldom differ, and extremes cost
 * more.
 */
const lostOrders = (part = 'true'): string => `
  select grouping(o.bettor) as level, o.bettor, ${SEAT} as seat, o.play, o.pankou, o.kind, coalesce(o.taker, 9)::smallint as taker,
         ${lostMeasures}, ${SHARES.map((s) => `o.s_${s} as smin_${s}`).join(', ')}, ${SHARES.map((s) => `o.s_${s} as smax_${s}`).join(', ')}
    from orders o where ${ordersHere} and ${part}
   group by grouping sets ((o.bettor, o.kind, o.taker, o.s_h, o.s_m, o.s_g, o.s_a), (seat, o.play, o.pankou, o.kind, o.taker))`

/** Columns that the two groupings and the payouts need of an order with a payout. */
const PLAIN = ['id', 'result', 'tier', 'payout', 'bettor', 'seat', 'play', 'pankou', 'kind']
/** Measures that the rows of differences carry. The others are 0, or the payout with a sign. */
const MOVING = MEASURES.filter((m) => !['orders', 'stake', 'payout', 'pw_b'].includes(m))

const differences = (source: string): string => `
  select ${list(PLAIN, 'd.')}, coalesce(d.taker, 9)::smallint as taker, ${MOVING.map((m) => `(${DIFFERENCE[m]})::bigint as ${m}`).join(', ')}
    from (${flowsInSql(`(${source})`, 'w.*')}) d`

/** The written differences with inverted signs: a correction reverses them. */
const takenBack = (source: string): string => `
  select ${PLAIN.map((name) => (name === 'payout' ? '-w.payout' : `w.${name}`)).join(', ')}, w.taker, ${MOVING.map((m) => `-w.${m}`).join(', ')}
    from (${differences(source)}) w`

const movedSums = MEASURES.map((m) => {
  if (m === 'orders' || m === 'stake') return `0::bigint as ${m}`
  return m === 'pw_b' ? '-strata_sum(w.payout) as pw_b' : `strata_sum(w.${m}) as ${m}`
}).join(', ')

/** Sums of the rows of differences in `moved`, with both groupings in one pass. */
const shifted = `
  select grouping(w.bettor) as level, w.bettor, w.seat, w.play, w.pankou, w.kind, w.taker, ${movedSums}
    from moved w
   group by grouping sets ((w.bettor, w.kind, w.taker), (w.seat, w.play, w.pankou, w.kind, w.taker))`

const noExtremes = [
  ...SHARES.map((s) => `${NO_MINIMUM}::smallint as smin_${s}`),
  ...SHARES.map((s) => `${NO_MAXIMUM}::smallint as smax_${s}`),
].join(', ')
/** The sums of both kinds for one grouping. A correction has no sums of lost orders. */
const summed = (withLost: boolean, level: 0 | 1, columns: string, extremesOfShifted = ''): string =>
  `${withLost ? `select ${columns}${extremesOfShifted && `, ${list(EXTREMES)}`} from lost where level = ${level} union all ` : ''}
   select ${columns}${extremesOfShifted && `, ${extremesOfShifted}`} from shifted where level = ${level}`

/** Adds the chain of each bettor. The head has no row in a merchant's tree; it is a bettor only of fly-outs. */
const byBettor = (withLost: boolean): string => `
  select b.*, coalesce(p.parent_id, 0) as parent_id, p.chain_m as m, p.chain_g as g, p.chain_a as a,
         case when b.kind = 0 then null else b.bettor end as own
    from (select l.bettor, l.kind, l.taker, ${sums('l')}, ${extremes('l')}
            from (${summed(withLost, 0, `bettor, kind, taker, ${list(MEASURES)}`, noExtremes)}) l
           group by l.bettor, l.kind, l.taker) b
    left join paths p on p.merchant_id = $1::integer and p.id = b.bettor`

const bySeat = (withLost: boolean): string => `
  select c.*, p.chain_m as m, p.chain_g as g, p.chain_a as a, case when c.kind = 0 then null else c.seat end as own
    from (select l.seat, l.play, l.pankou, l.kind, l.taker, ${sums('l')}
            from (${summed(withLost, 1, `seat, play, pankou, kind, taker, ${list(MEASURES)}`)}) l
           group by l.seat, l.play, l.pankou, l.kind, l.taker) c
    left join paths p on p.merchant_id = $1::integer and p.id = c.seat`

/** The nodes of a chain with role and parent. Path 1 is the head. */
const nodes = (alias: string): string =>
  `(values (0, 1, 0), (1, ${alias}.m, 1), (2, ${alias}.g, ${alias}.m), (3, ${alias}.a, coalesce(${alias}.g, ${alias}.m)))
   as n (role, path_id, parent_id)`

const addTo = (table: string, names: readonly string[]): string =>
  names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')

const intoPaths = `
  insert into rollup_paths (merchant_id, day, game_id, path_id, as_bettor, kind, taker, parent_id, ${list(MEASURES)}, ${list(EXTREMES)})
  select $1::integer, $3::date, $6::smallint, r.path_id, r.as_bettor, r.kind, r.taker, r.parent_id, ${list(MEASURES, 'r.')}, ${list(EXTREMES, 'r.')}
    from (select b.bettor as path_id, true as as_bettor, b.kind, b.taker, b.parent_id,
                 ${list(MEASURES, 'b.')}, ${list(EXTREMES, 'b.')}
            from by_bettor b
          union all
          select n.path_id, false, c.kind, c.taker, n.parent_id, ${sums('c')}, ${extremes('c')}
            from by_bettor c cross join lateral ${nodes('c')}
           where n.path_id is not null and n.role > 0
             and (c.kind = 0 or (c.kind = 1 and n.role > c.taker and n.path_id <> c.own))
           group by n.path_id, c.kind, c.taker, n.parent_id) r
   order by r.path_id, r.as_bettor, r.kind, r.taker
  on conflict (merchant_id, path_id, day, game_id, as_bettor, kind, taker) do update set
    ${addTo('rollup_paths', MEASURES)},
    ${SHARES.map((s) => `smin_${s} = least(rollup_paths.smin_${s}, excluded.smin_${s}), smax_${s} = greatest(rollup_paths.smax_${s}, excluded.smax_${s})`).join(', ')}`

const intoPlays = `
  insert into rollup_plays (merchant_id, day, game_id, play, pankou, path_id, own, kind, taker, ${list(MEASURES)})
  select $1::integer, $3::date, $6::smallint, c.play, c.pankou, n.path_id, n.own, c.kind, c.taker, ${sums('c')}
    from by_seat c
   cross join lateral (
         select n.path_id, false as own from ${nodes('c')}
          where n.path_id is not null
            and (c.kind = 0 or (c.kind = 1 and n.role >= c.taker and n.path_id <> c.own))
         union all
         select c.own, true where c.kind <> 0) n
   group by n.path_id, n.own, c.play, c.pankou, c.kind, c.taker
   order by n.path_id, c.play, c.pankou, n.own, c.kind, c.taker
  on conflict (merchant_id, path_id, day, game_id, play, pankou, own, kind, taker) do update set
    ${addTo('rollup_plays', MEASURES)}`

/**
 * First settlement: the member's amounts by kind and the stake that leaves clearing, less what voids already posted.
 */
const intoPostingsFirst = `
  insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
  select $1::integer, $2::integer, $7::integer, b.bettor, k.kind, k.amount, k.stake
    from by_bettor b
    left join (select e.path_id, sum(e.amount)::bigint as refunded, sum(e.stake)::bigint as released
                 from postings e where ${scope('e')} group by e.path_id) e on e.path_id = b.bettor
   cross join lateral (values
          ('commission', b.stake - b.payout - b.u_b, b.stake - coalesce(e.released, 0)),
          ('payout', b.payout - (b.stake - b.valid), 0),
          ('refund', b.stake - b.valid - coalesce(e.refunded, 0), 0)) k (kind, amount, stake)
   where b.kind = 0 and (k.amount <> 0 or k.stake <> 0)`

/**
 * A correction: the difference of the member's total (stake less flow). The stake left clearing at the first
 * settlement.
 */
const intoPostingsDifference = `
  insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
  select $1::integer, $2::integer, $7::integer, b.bettor, 'correction', -b.u_b, 0
    from by_bettor b
   where b.kind = 0 and b.u_b <> 0`

/** `withLost`: whether there are sums of lost orders. */
const tail = (withLost: boolean, intoPostings: string): string => `
shifted as materialized (${shifted}),
by_bettor as materialized (${byBettor(withLost)}),
by_seat as materialized (${bySeat(withLost)}),
paths_written as (${intoPaths}),
plays_written as (${intoPlays}),
postings_written as (${intoPostings})
select (select count(*) from won)::integer as payouts, $5::integer as from_version`

const writePayouts = `
  insert into payouts (merchant_id, period_id, version, order_id, result, tier, amount)
  select $1::integer, $2::integer, $4::integer, w.id, w.result, w.tier, w.payout from won w order by w.id`

const settleRest = `
payouts_written as (${writePayouts}),
moved as not materialized (select * from won),
${tail(true, intoPostingsFirst)}`

/** First settlement. $4 result version, $5 unused (0), $6 game, $7 revision. */
export const SETTLE = `with lost as materialized (${lostOrders()}),
won as materialized (${differences(judged)}), ${settleRest}`

/** From this number of orders on, temporary tables are worth their cost. */
export const LARGE = 50_000

/**
 * The first settlement of a large period. A statement that writes never runs in parallel, so the large reads run first,
 * into temporary tables. These add rows to the system catalogue, so small periods do without them. The values are
 * written into the text, because `create table as` takes no parameters.
 */
export const settleLarge = (of: {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
  readonly day: string
  readonly resultVersion: number
  /** Ascending pages that divide the table of orders into parts with about equally many orders of the period. */
  readonly cuts: readonly number[]
}): readonly string[] => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(of.day)) throw new Error(`not a day: ${of.day}`)
  const values = [Math.trunc(of.merchantId), Math.trunc(of.periodId), `'${of.day}'`, Math.trunc(of.resultVersion)]
  const from = [0, ...of.cuts].map((page) => `o.ctid >= '(${Math.trunc(page)},0)'`)
  const below = of.cuts.map((page) => ` and o.ctid < '(${Math.trunc(page)},0)'`)
  const parts = from.map((condition, index) => `${condition}${below[index] ?? ''}`)
  const literal = (text: string): string =>
    text.replaceAll(/\$([1-4])/g, (_, n: string) => String(values[Number(n) - 1]))
  const temporary = (name: string, text: string): string =>
    `create temporary table ${name} on commit drop as ${literal(text)}`
  return [
    'set local max_parallel_workers_per_gather = 2',
    'set local parallel_setup_cost = 0',
    'set local min_parallel_table_scan_size = 0',
    // Low enough that workers take whole parts, high enough that they do not return single orders.
    'set local parallel_tuple_cost = 0.01',
    // A worker reads its part of the table alone, so each order is read once for both groupings.
    temporary('lost', parts.map(lostOrders).join(' union all ')),
    temporary('won', differences(judged)),
  ]
}
export const SETTLE_LARGE = `with ${settleRest}`

const CORRECTED = tail(false, intoPostingsDifference)

/** A correction from result version $5 to $4. */
export const CORRECT = `with
won as materialized (${differences(judged)}),
payouts_written as (${writePayouts}),
moved as not materialized (select * from won union all ${takenBack(writtenBefore)}),
${CORRECTED}`

/** Voids one settled order ($8) under result version $4 = $5: its row of payouts becomes a refund. */
export const VOID_ORDER = `with
won as materialized (${differences(`select ${facts}, 2::smallint as result, 0::smallint as tier, o.stake as payout
  from orders o where ${ordersHere} and o.id = $8::bigint`)}),
payouts_written as (${writePayouts}
  on conflict (merchant_id, period_id, version, order_id) do update set result = 2, tier = 0, amount = excluded.amount),
moved as not materialized (select * from won union all ${takenBack(`select * from (${writtenBefore}) y where y.id = $8::bigint`)}),
${CORRECTED}`

/** Adds one fly-out ($8) that was accepted after its period was settled, under result version $4 = $5. */
export const ADD_ORDER = `with lost as materialized (${lostOrders('o.id = $8::bigint')}),
won as materialized (${differences(`select * from (${judged}) j where j.id = $8::bigint`)}),
payouts_written as (${writePayouts}),
moved as not materialized (select * from won),
${tail(true, intoPostingsDifference)}`

/** What a correction would do: outcomes that nobody has stored, beside the orders as they stand written under $5. */
const SUPPOSED = `(select * from unnest($4::text[], $6::text[], $7::smallint[], $8::smallint[], $9::smallint[], $10::integer[])
  as c (play, item, result, tier, hits, pushed))`
const MOVED = ['u_m', 'u_g', 'u_a', 'u_b']

/** Each order that a change touches, with what it was and becomes; then sums by bettor, by where the bettor stands. */
const touched = (won: string, was: string): string => `with
won as materialized (${differences(won)}),
was as materialized (${differences(was)}),
touched as materialized (
  select coalesce(n.id, y.id) as id, coalesce(n.bettor, y.bettor) as bettor, coalesce(n.kind, y.kind) as kind,
         coalesce(y.result, 0) as before, coalesce(n.result, 0) as after, coalesce(y.u_b, 0) as was_b,
         ${MOVED.map((m) => `coalesce(n.${m}, 0) - coalesce(y.${m}, 0) as ${m}`).join(', ')}
    from won n full join was y on y.id = n.id
   where (n.result, n.tier, n.payout) is distinct from (y.result, y.tier, y.payout)),
by_bettor as materialized (
  select t.bettor, t.kind, count(*) as orders,
         count(*) filter (where t.before <> 1 and t.after = 1) as to_win,
         count(*) filter (where t.before = 1 and t.after <> 1) as from_win,
         ${MOVED.map((m) => `strata_sum(t.${m}) as ${m}`).join(', ')}
    from touched t group by t.bettor, t.kind),
placed as materialized (
  select b.*, coalesce(p.role, 0) as role, p.name, p.chain_g, p.chain_a,
         case when b.kind = 0 then 9 else least(coalesce(p.role, 0), 9) end as sends_from
    from by_bettor b left join paths p on p.merchant_id = $1::integer and p.id = b.bettor)`

const inChain = (role: HolderRole): string =>
  ['true', 'true', 'b.chain_g is not null', 'b.chain_a is not null'][role] ?? 'true'
const FLOWS = ['', 'u_m', 'u_g', 'u_a', 'u_b']
/** What each level pays up and gets from below: members' orders, and replenishments that came through it. */
const levelSums = ([0, 1, 2, 3] as const).flatMap((role) => {
  const own = `b.kind < 2 and ${inChain(role)}`
  const payable = role === 0 ? '0' : `strata_sum(b.${FLOWS[role]}) filter (where ${own} and b.sends_from >= ${role})`
  return [
    `coalesce(${payable}, 0) as payable_${role}`,
    `coalesce(strata_sum(b.${FLOWS[role + 1]}) filter (where ${own} and b.sends_from > ${role}), 0) as receivable_${role}`,
    `coalesce(strata_sum(b.u_b) filter (where b.kind >= 2 and b.role = ${role}), 0) as outside_${role}`,
  ]
})

const previewTail = `
select (select row_to_json(s) from (
          select coalesce(sum(b.orders), 0)::integer as orders, coalesce(sum(b.to_win), 0)::integer as to_win,
                 coalesce(sum(b.from_win), 0)::integer as from_win,
                 (coalesce(-strata_sum(b.u_b) filter (where b.kind = 0), 0))::text as wallets,
                 ${levelSums.map((sum) => sum.replace(/^(.*) as (\w+)$/s, '($1)::text as $2')).join(',\n                 ')}
            from placed b) s) as sums,
       (select coalesce(json_agg(f), '[]') from (
          select b.bettor, b.name, w.balance::text as balance, (-b.u_b)::text as difference, count(*) over ()::integer as total
            from placed b join wallets w on w.merchant_id = $1::integer and w.path_id = b.bettor
           where b.kind = 0 and b.u_b > 0 and w.balance - b.u_b < 0
           order by w.balance - b.u_b, b.bettor limit 200) f) as negative,
       (select coalesce(json_agg(f), '[]') from (
          select t.id::text as id, p.name, o.play, o.item, o.pankou, o.kind, o.stake::text as stake, t.before, t.after,
                 (-(o.lu_b + t.was_b))::text as was, (-t.u_b)::text as difference
            from (select * from touched order by abs(u_b) desc, id limit $11::integer) t
            join orders o on ${ordersHere} and o.id = t.id
            left join paths p on p.merchant_id = $1::integer and p.id = t.bettor
           order by abs(t.u_b) desc, t.id) f) as orders`

/** What another result, or the void of a settled period, would change. $4, $6 to $10 outcomes, $5 version written, $11 how many orders are named. */
export const PREVIEW_PERIOD = `${touched(judgedBy(SUPPOSED), writtenBefore)}${previewTail}`

/** What the void of one settled order ($4) would change. $5 version written, $11 how many orders are named. */
export const PREVIEW_ORDER = `${touched(
  `select ${facts}, 2::smallint as result, 0::smallint as tier, o.stake as payout
     from orders o where ${ordersHere} and o.id = $4::bigint`,
  `select * from (${writtenBefore}) y where y.id = $4::bigint`,
)}${previewTail.replaceAll('$11', '$6')}`
