/**
 * The statement that folds the orders of one merchant and period into rollups and postings. It is generated, because one
 * list of measures drives five levels of sums.
 *
 * A losing order needs no arithmetic: its row holds every figure. So the fold is two sums: every order as if it lost, plus
 * what the orders with a payout (wins, refunds, voids) differ from that. A correction is the second sum alone: what the
 * new payouts differ, less what the old ones did.
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

/** Half to even of a numerator n whose t = abs(n) + d / 2 is at hand: half up, and one back from a tie to an odd number. */
const halfEven = (n: string, t: string, d: number): string =>
  `(${t} / ${d} - case when ${t} % ${d} = 0 then (${t} / ${d}) & 1 else 0 end) * case when ${n} < 0 then -1 else 1 end`

const FLOW_SCALE = 1_000_000_000
const SHARE_SCALE = 10_000
const LEVELS = ['m', 'g', 'a', 'b'] as const
const NODES = ['m', 'g', 'a'] as const
/** Share held above each level. */
const ABOVE = { m: 'w.s_h', g: '(w.s_h + w.s_m)', a: '(w.s_h + w.s_m + w.s_g)', b: '10000' } as const

/** Innermost: the numerator of each flow n and of each passed win/loss i. */
const numerators = [
  ...LEVELS.map((l) => `${ABOVE[l]}::bigint * ((w.stake - w.payout) * 100000 - w.r_${l} * w.stake) as n_${l}`),
  ...NODES.map((l) => `${ABOVE[l]}::bigint * (w.stake - w.payout) as i_${l}`),
].join(', ')

/** Then what half-even looks at, so that no term repeats the products. */
const halves = [
  ...LEVELS.map((l) => `abs(w.n_${l}) + ${FLOW_SCALE / 2} as t_${l}`),
  ...NODES.map((l) => `abs(w.i_${l}) + ${SHARE_SCALE / 2} as j_${l}`),
].join(', ')

/** Then flows f and passed win/loss w of a win; a refund has none. */
const flowsSmall = [
  ...LEVELS.map((l) => `${halfEven(`w.n_${l}`, `w.t_${l}`, FLOW_SCALE)} as f_${l}`),
  ...NODES.map((l) => `${halfEven(`w.i_${l}`, `w.j_${l}`, SHARE_SCALE)} as w_${l}`),
].join(', ')
const flowsLarge = [
  ...LEVELS.map((l) => `strata_flow(${ABOVE[l]}, w.stake, w.payout, w.r_${l}, 1) as f_${l}`),
  ...NODES.map((l) => `strata_part(${ABOVE[l]}, w.stake - w.payout) as w_${l}`),
].join(', ')
const flowsNone = [...LEVELS.map((l) => `0 as f_${l}`), ...NODES.map((l) => `0 as w_${l}`)].join(', ')

/** What an order with a payout differs from the same order lost. */
const DIFFERENCE: Readonly<Record<Measure, string>> = {
  orders: '0',
  stake: '0',
  valid: 'case when d.result = 2 then -d.stake else 0 end',
  payout: 'd.payout',
  u_m: 'd.f_m - d.lu_m',
  u_g: 'd.f_g - d.lu_g',
  u_a: 'd.f_a - d.lu_a',
  u_b: 'd.f_b - d.lu_b',
  pv_m: 'case when d.result = 2 then -d.ps_m else 0 end',
  pv_g: 'case when d.result = 2 then -d.ps_g else 0 end',
  pv_a: 'case when d.result = 2 then -d.ps_a else 0 end',
  pw_m: 'd.w_m - d.ps_m',
  pw_g: 'd.w_g - d.ps_g',
  pw_a: 'd.w_a - d.ps_a',
  pw_b: '-d.payout',
  hc_h: 'case when d.result = 2 then -d.hc_h else 0 end',
  hc_m: 'case when d.result = 2 then -d.hc_m else 0 end',
  hc_g: 'case when d.result = 2 then -d.hc_g else 0 end',
  hc_a: 'case when d.result = 2 then -d.hc_a else 0 end',
}

/** Columns of an order that the difference needs. */
const ORDER_FACTS = [
  'id bettor play pankou kind taker stake s_h s_m s_g s_a r_m r_g r_a r_b',
  'lu_m lu_g lu_a lu_b ps_m ps_g ps_a hc_h hc_m hc_g hc_a',
].flatMap((names) => names.split(' '))
const facts = ORDER_FACTS.map((name) => `o.${name}`).join(', ')

const list = (names: readonly string[], prefix = ''): string => names.map((name) => `${prefix}${name}`).join(', ')
const sums = (prefix: string): string => MEASURES.map((m) => `strata_sum(${prefix}.${m}) as ${m}`).join(', ')
const extremes = (prefix: string): string =>
  SHARES.map((s) => `min(${prefix}.smin_${s}) as smin_${s}, max(${prefix}.smax_${s}) as smax_${s}`).join(', ')

/** $1 merchant, $2 period, $3 day in every statement of this file. */
const scope = (alias: string): string => `${alias}.merchant_id = $1::integer and ${alias}.period_id = $2::integer`
const ordersHere = `${scope('o')} and o.day = $3::date`

/**
 * Orders with a payout under the outcomes of result version $4. A voided order is a refund whatever was drawn.
 * Also used alone by verify.
 */
export const judged = `
  select ${facts}, c.result, c.tier,
         strata_payout(o.pay_kind, o.stake, o.odds, o.odds_tiers, o.pay_cap, c.result, c.tier, c.hits, c.pushed) as payout
    from outcomes c
    join orders o on ${ordersHere} and o.play = c.play and o.item = c.item
   where ${scope('c')} and c.version = $4::integer and c.result <> 0
     and not exists (select 1 from voids x where x.merchant_id = $1::integer and x.order_id = o.id)
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

/**
 * Shares (14 bits each), kind and taker in one number: grouping by it costs half of grouping by its parts, and the extremes
 * of the shares need no aggregate of their own.
 */
const CODE = `(o.s_h::bigint << 48) + (o.s_m::bigint << 34) + (o.s_g::bigint << 20) + (o.s_a * 64 + o.kind * 16 + coalesce(o.taker, 9))`
const codedShare = (s: (typeof SHARES)[number]): string =>
  `(c.code >> ${{ h: 48, m: 34, g: 20, a: 6 }[s]} & 16383)::smallint`

const asLost = `
  select c.bettor, c.play, c.pankou, (c.code >> 4 & 3)::smallint as kind, (c.code & 15)::smallint as taker, ${list(MEASURES, 'c.')},
         ${SHARES.map((s) => `${codedShare(s)} as smin_${s}, ${codedShare(s)} as smax_${s}`).join(', ')}
    from (select o.bettor, o.play, o.pankou, ${CODE} as code, ${MEASURES.map((m) => `${AS_LOST[m]}::bigint as ${m}`).join(', ')}
            from orders o
           where ${ordersHere}
           group by o.bettor, o.play, o.pankou, code) c`

const moved = [...ORDER_FACTS, 'result', 'payout', 'sign'].map((name) => `w.${name}`).join(', ')

/** Flows f_* and passed win/loss w_* of the orders with a payout in `source`, beside its columns `kept`. Exact at any size. */
export const flowsInSql = (source: string, kept: string): string => `
  select ${kept}, ${flowsSmall}
    from (select w.*, ${halves}
            from (select w.*, ${numerators} from ${source} w
                   where w.result = 1 and w.stake < ${SMALL} and w.payout < ${SMALL} offset 0) w offset 0) w
  union all
  select ${kept}, ${flowsLarge} from ${source} w where w.result = 1 and (w.stake >= ${SMALL} or w.payout >= ${SMALL})
  union all
  select ${kept}, ${flowsNone} from ${source} w where w.result = 2`

const differences = (source: string): string => `
  select d.bettor, d.play, d.pankou, d.kind, coalesce(d.taker, 9)::smallint as taker,
         ${MEASURES.map((m) => `(d.sign * (${DIFFERENCE[m]}))::bigint as ${m}`).join(', ')},
         ${SHARES.map((s) => `${NO_MINIMUM}::smallint as smin_${s}, ${NO_MAXIMUM}::smallint as smax_${s}`).join(', ')}
    from (${flowsInSql(source, moved)}) d`

/** Where a bettor stands. The head has no row in a merchant's tree; it bets only by flying out. */
const placed = `
  select g.*, coalesce(p.parent_id, 0) as parent_id, p.chain_m as m, p.chain_g as g, p.chain_a as a,
         case when p.role = 10001 then null else g.bettor end as own
    from folded g
    left join paths p on p.merchant_id = $1::integer and p.id = g.bettor`

/** The chain above a bettor with role and parent of each node; 1 is the head. */
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
          select n.path_id, false, c.kind, c.taker, n.parent_id, ${sums('c')},
                 ${EXTREMES.map((name) => `${name.slice(0, 3) === 'smi' ? 'min' : 'max'}(c.${name})`).join(', ')}
            from by_chain c cross join lateral ${nodes('c')}
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
    from by_chain c
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

const tail = (folded: string, intoPostings: string): string => `
folded as not materialized (${folded}),
placed as not materialized (${placed}),
-- both sums in one pass over the groups
grouped as materialized (
  select grouping(b.bettor) as level, b.bettor, b.parent_id, b.m, b.g, b.a, b.own, b.play, b.pankou, b.kind, b.taker,
         ${sums('b')}, ${extremes('b')}
    from placed b
   group by grouping sets ((b.bettor, b.parent_id, b.kind, b.taker),
                           (b.m, b.g, b.a, b.own, b.play, b.pankou, b.kind, b.taker))
),
by_bettor as not materialized (select * from grouped where level = 0),
by_chain as not materialized (select * from grouped where level = 1),
paths_written as (${intoPaths}),
plays_written as (${intoPlays}),
postings_written as (${intoPostings})
select (select count(*) from won)::integer as payouts, $5::integer as from_version`

const writePayouts = `
  insert into payouts (merchant_id, period_id, version, order_id, result, tier, amount)
  select $1::integer, $2::integer, $4::integer, w.id, w.result, w.tier, w.payout from won w order by w.id`

const settleRest = `
payouts_written as (${writePayouts}),
${tail(`select * from lost union all ${differences('(select w.*, 1 as sign from won w)')}`, intoPostingsFirst)}`

/** First settlement. $4 result version, $5 unused (0), $6 game, $7 revision. */
export const SETTLE = `with lost as materialized (${asLost}), won as materialized (${judged}), ${settleRest}`

/** Orders from which the two large reads are worth temporary tables. */
export const LARGE = 50_000

/**
 * The same for a large period: a statement that writes never runs in parallel, so the two large reads come first, into
 * temporary tables. These cost rows of the catalogue, so small periods go without. `create table as` takes no parameters.
 */
export const settleLarge = (of: {
  readonly merchantId: number
  readonly periodId: number
  readonly day: string
  readonly resultVersion: number
}): readonly string[] => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(of.day)) throw new Error(`not a day: ${of.day}`)
  const values = [Math.trunc(of.merchantId), Math.trunc(of.periodId), `'${of.day}'`, Math.trunc(of.resultVersion)]
  const literal = (text: string): string =>
    text.replaceAll(/\$([1-4])/g, (_, n: string) => String(values[Number(n) - 1]))
  return [
    'set local max_parallel_workers_per_gather = 2',
    'set local parallel_setup_cost = 0',
    'set local parallel_tuple_cost = 0',
    'set local min_parallel_table_scan_size = 0',
    `create temporary table lost on commit drop as ${literal(asLost)}`,
    `create temporary table won on commit drop as ${literal(judged)}`,
  ]
}
export const SETTLE_LARGE = `with ${settleRest}`

/** From result version $5 to $4. */
export const CORRECT = `with
won as materialized (${judged}),
payouts_written as (${writePayouts}),
moved as (select w.*, 1 as sign from won w union all select w.*, -1 from (${writtenBefore}) w),
${tail(differences('moved'), intoPostingsDifference)}`

/** Voids one settled order ($8) under result version $4 = $5: its payout row becomes a refund. */
export const VOID_ORDER = `with
won as materialized (select ${facts}, 2::smallint as result, 0::smallint as tier, o.stake as payout
  from orders o where ${ordersHere} and o.id = $8::bigint),
before as materialized (select * from (${writtenBefore}) w where w.id = $8::bigint),
payouts_written as (${writePayouts}
  on conflict (merchant_id, period_id, version, order_id) do update set result = 2, tier = 0, amount = excluded.amount),
moved as (select w.*, 1 as sign from won w union all select w.*, -1 from before w),
${tail(differences('moved'), intoPostingsDifference)}`
