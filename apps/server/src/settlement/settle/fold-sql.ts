/**
 * The statements that fold the orders of one merchant and period into rollups and postings. They are generated, because one
 * list of measures drives every sum.
 *
 * A losing order needs no arithmetic: its row holds every figure. So the fold is two sums: every order as if it lost, plus
 * what the orders with a payout (wins, refunds, voids) differ from that. A correction is the second sum alone: what the
 * new payouts differ, less what the old ones did.
 *
 * Each sum is made twice in one pass, by bettor (rollup_paths, postings) and by seat and play (rollup_plays). Two groupings
 * of some 10,000 rows each stay in the processor's cache: half the work of one by bettor and play that both are made from.
 */

import { countsInResults } from '../../book/exposures/store-fold.ts'

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

/** Beyond them a share never is: a row that adds no order leaves the extremes alone. */
const NO_MINIMUM = 32767
const NO_MAXIMUM = -1

/** Measures of an order taken as lost. */
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

/** Above this the products of a flow pass bigint and the slower, exact functions take over. */
const SMALL = 4_000_000_000

/** Half to even of n / d: what lies half way goes up when the quotient below it is odd. */
const halfEven = (n: string, d: number): string =>
  `(abs(${n}) + ${d / 2 - 1} + (abs(${n}) / ${d} & 1)) / ${d} * case when ${n} < 0 then -1 else 1 end`

const FLOW_SCALE = 1_000_000_000
const SHARE_SCALE = 10_000
const LEVELS = ['m', 'g', 'a', 'b'] as const
const NODES = ['m', 'g', 'a'] as const
/** Share held above each level. */
const ABOVE = { m: 'w.s_h', g: '(w.s_h + w.s_m)', a: '(w.s_h + w.s_m + w.s_g)', b: '10000' } as const

/** The numerator of each flow n and of each passed win/loss i; null where a product would pass bigint. */
const numerators = [
  ...LEVELS.map((l) => [`n_${l}`, `${ABOVE[l]}::bigint * ((w.stake - w.payout) * 100000 - w.r_${l} * w.stake)`]),
  ...NODES.map((l) => [`i_${l}`, `${ABOVE[l]}::bigint * (w.stake - w.payout)`]),
]
  .map(([name, term]) => `case when w.stake < ${SMALL} and w.payout < ${SMALL} then ${term} end as ${name}`)
  .join(', ')

/** Flows f and passed win/loss w of a win; a refund has none. */
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
 * Flows f_* and passed win/loss w_* of the orders with a payout in `source`, beside its columns `kept`. Exact at any size.
 * The offset keeps the products from being worked out again for each use; quoted it is a constant, and a constant of
 * nothing lets the query run in parallel.
 */
export const flowsInSql = (source: string, kept: string): string => `
  select ${kept}, ${flowTerms} from (select w.*, ${numerators} from ${source} w offset '0') w`

/** What an order with a payout differs from the same order lost; null where a win differs by nothing, which sums skip. */
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

/** Columns of an order that the difference needs. */
const ORDER_FACTS = [
  'id bettor play pankou kind taker stake s_h s_m s_g s_a r_m r_g r_a r_b',
  'lu_m lu_g lu_a lu_b ps_m ps_g ps_a hc_h hc_m hc_g hc_a',
].flatMap((names) => names.split(' '))

/** Whose classification an order lies in: the node above a member, or the sender itself. Its path knows the chain. */
const SEAT = 'case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end'
const facts = `${ORDER_FACTS.map((name) => `o.${name}`).join(', ')}, ${SEAT} as seat`

const list = (names: readonly string[], prefix = ''): string => names.map((name) => `${prefix}${name}`).join(', ')
const sums = (prefix: string): string => MEASURES.map((m) => `strata_sum(${prefix}.${m}) as ${m}`).join(', ')
const extremes = (prefix: string): string =>
  EXTREMES.map((name) => `${name.slice(1, 4)}(${prefix}.${name}) as ${name}`).join(', ')

/** $1 merchant, $2 period, $3 day in every statement of this file. */
const scope = (alias: string): string => `${alias}.merchant_id = $1::integer and ${alias}.period_id = $2::integer`
const ordersHere = `${scope('o')} and o.day = $3::date and ${countsInResults('$1::integer', '$2::integer')}`

/** Orders with a payout under the outcomes of result version $4. A voided order is a refund whatever was drawn. */
const judged = `
  select ${facts}, c.result, c.tier,
         strata_payout(o.pay_kind, o.stake, o.odds, o.odds_tiers, o.pay_cap, c.result, c.tier, c.hits, c.pushed) as payout
    from outcomes c
    join orders o on ${ordersHere} and o.play = c.play and o.item = c.item
   where ${scope('c')} and c.version = $4::integer and c.result <> 0
     and o.id not in (select x.order_id from voids x where ${scope('x')})
  union all
  select ${facts}, 2::smallint, 0::smallint, o.stake
    from voids x
    join orders o on ${ordersHere} and o.id = x.order_id
   where ${scope('x')}`

/** Orders with a payout as they stand written under result version $5. */
const writtenBefore = `
  select ${facts}, y.result, y.tier, y.amount as payout
    from payouts y
    join orders o on ${ordersHere} and o.id = y.order_id
   where ${scope('y')} and y.version = $5::integer`

const lostMeasures = MEASURES.map((m) => `${AS_LOST[m]}::bigint as ${m}`).join(', ')

/** Every order as if it lost, or those for which `part` holds. A bettor's shares seldom differ: grouping by them costs less than extremes. */
const lostOrders = (part = 'true'): string => `
  select grouping(o.bettor) as level, o.bettor, ${SEAT} as seat, o.play, o.pankou, o.kind, coalesce(o.taker, 9)::smallint as taker,
         ${lostMeasures}, ${SHARES.map((s) => `o.s_${s} as smin_${s}`).join(', ')}, ${SHARES.map((s) => `o.s_${s} as smax_${s}`).join(', ')}
    from orders o where ${ordersHere} and ${part}
   group by grouping sets ((o.bettor, o.kind, o.taker, o.s_h, o.s_m, o.s_g, o.s_a), (seat, o.play, o.pankou, o.kind, o.taker))`

/** What the two groupings and the payouts need of an order with a payout. */
const KEPT = ['id', 'result', 'tier', 'payout', 'bettor', 'seat', 'play', 'pankou', 'kind']
/** Measures that the rows of differences carry; the others are none or a payout with its sign. */
const MOVING = MEASURES.filter((m) => !['orders', 'stake', 'payout', 'pw_b'].includes(m))

const differences = (source: string): string => `
  select ${list(KEPT, 'd.')}, coalesce(d.taker, 9)::smallint as taker, ${MOVING.map((m) => `(${DIFFERENCE[m]})::bigint as ${m}`).join(', ')}
    from (${flowsInSql(`(${source})`, 'w.*')}) d`

/** The written differences with their signs turned: a correction takes them back. */
const takenBack = (source: string): string => `
  select ${KEPT.map((name) => (name === 'payout' ? '-w.payout' : `w.${name}`)).join(', ')}, w.taker, ${MOVING.map((m) => `-w.${m}`).join(', ')}
    from (${differences(source)}) w`

const movedSums = MEASURES.map((m) => {
  if (m === 'orders' || m === 'stake') return `0::bigint as ${m}`
  return m === 'pw_b' ? '-strata_sum(w.payout) as pw_b' : `strata_sum(w.${m}) as ${m}`
}).join(', ')

/** Sums of the rows of differences in `moved`, both groupings in one pass. */
const shifted = `
  select grouping(w.bettor) as level, w.bettor, w.seat, w.play, w.pankou, w.kind, w.taker, ${movedSums}
    from moved w
   group by grouping sets ((w.bettor, w.kind, w.taker), (w.seat, w.play, w.pankou, w.kind, w.taker))`

const noExtremes = [
  ...SHARES.map((s) => `${NO_MINIMUM}::smallint as smin_${s}`),
  ...SHARES.map((s) => `${NO_MAXIMUM}::smallint as smax_${s}`),
].join(', ')
/** The sums of both kinds of one grouping; a correction has no lost ones. */
const summed = (withLost: boolean, level: 0 | 1, columns: string, extremesOfShifted = ''): string =>
  `${withLost ? `select ${columns}${extremesOfShifted && `, ${list(EXTREMES)}`} from lost where level = ${level} union all ` : ''}
   select ${columns}${extremesOfShifted && `, ${extremesOfShifted}`} from shifted where level = ${level}`

/** Where a bettor stands. The head has no row in a merchant's tree; it bets only by flying out. */
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

/** A chain with role and parent of each node; 1 is the head. */
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

/** First settlement: what each member gets by kind and the stake that leaves clearing, less what voids posted before. */
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

/** A correction: the difference of what the member gets in all (stake less flow; the stake has left clearing long ago). */
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

/** Orders from which the large reads are worth temporary tables. */
export const LARGE = 50_000

/**
 * The same for a large period: a statement that writes never runs in parallel, so the large reads come first, into
 * temporary tables. These cost rows of the catalogue, so small periods go without. `create table as` takes no parameters.
 */
export const settleLarge = (of: {
  readonly merchantId: number
  readonly periodId: number
  readonly day: string
  readonly resultVersion: number
  /** Rising pages of the orders' table between which about equally many of them lie. */
  readonly cuts: readonly number[]
}): readonly string[] => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(of.day)) throw new Error(`not a day: ${of.day}`)
  const values = [Math.trunc(of.merchantId), Math.trunc(of.periodId), `'${of.day}'`, Math.trunc(of.resultVersion)]
  const from = [0, ...of.cuts].map((page) => `o.ctid >= '(${Math.trunc(page)},0)'`)
  const below = of.cuts.map((page) => ` and o.ctid < '(${Math.trunc(page)},0)'`)
  const parts = from.map((condition, index) => `${condition}${below[index] ?? ''}`)
  const literal = (text: string): string =>
    text.replaceAll(/\$([1-4])/g, (_, n: string) => String(values[Number(n) - 1]))
  const keep = (name: string, text: string): string =>
    `create temporary table ${name} on commit drop as ${literal(text)}`
  return [
    'set local max_parallel_workers_per_gather = 2',
    'set local parallel_setup_cost = 0',
    'set local min_parallel_table_scan_size = 0',
    // Cheap enough that whole parts go to workers, dear enough that single orders do not come back from them.
    'set local parallel_tuple_cost = 0.01',
    // Workers take parts of the table whole: so each order is read once, for both groupings.
    keep('lost', parts.map(lostOrders).join(' union all ')),
    keep('won', differences(judged)),
  ]
}
export const SETTLE_LARGE = `with ${settleRest}`

const CORRECTED = tail(false, intoPostingsDifference)

/** From result version $5 to $4. */
export const CORRECT = `with
won as materialized (${differences(judged)}),
payouts_written as (${writePayouts}),
moved as not materialized (select * from won union all ${takenBack(writtenBefore)}),
${CORRECTED}`

/** Voids one settled order ($8) under result version $4 = $5: its payout row becomes a refund. */
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
