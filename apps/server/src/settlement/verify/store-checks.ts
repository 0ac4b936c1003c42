import { businessDaySql } from '../../access/platform-settings.ts'
import { countsAnywhere } from '../../book/orders.ts'
import { MEASURES } from '../fold/measures.ts'
import { droppedChecks, PATH_KEYS, PLAY_KEYS } from './store-dropped-checks.ts'

/** The share held above each level of an order. */
const ABOVE = { m: 'o.s_h::bigint', g: '(o.s_h::bigint + o.s_m)', a: '(o.s_h::bigint + o.s_m + o.s_g)' } as const

const held = (s: string, r: string): string => `-strata_half_even(o.${s}::bigint * o.${r} * o.stake, 1000000000)`

/**
 * Each stored figure and its value by the order's own terms. A fly-out has no shares, so nothing passes above its
 * sender.
 */
const ARITHMETIC: readonly (readonly [column: string, expected: string])[] = [
  ['lu_m', `strata_flow(${ABOVE.m}, o.stake, 0::bigint, o.r_m, 1::bigint)`],
  ['lu_g', `strata_flow(${ABOVE.g}, o.stake, 0::bigint, o.r_g, 1::bigint)`],
  ['lu_a', `strata_flow(${ABOVE.a}, o.stake, 0::bigint, o.r_a, 1::bigint)`],
  ['lu_b', 'strata_flow(10000::bigint, o.stake, 0::bigint, o.r_b, 1::bigint)'],
  ['ps_m', `strata_part(${ABOVE.m}, o.stake)`],
  ['ps_g', `strata_part(${ABOVE.g}, o.stake)`],
  ['ps_a', `strata_part(${ABOVE.a}, o.stake)`],
  ['hc_h', held('s_h', 'r_m')],
  ['hc_m', held('s_m', 'r_m')],
  ['hc_g', held('s_g', 'r_g')],
  ['hc_a', held('s_a', 'r_a')],
]

/** What one run of the checks looks at: everything that is stored, or one business day ($2). */
type Reach = 'all' | 'day'

const onDay = (reach: Reach, column: string): string => (reach === 'day' ? ` and ${column} = $2::date` : '')

/** Not of a day whose single orders were dropped: nothing is left to recompute it from. */
const stored = (day: string): string =>
  ` and not exists (select from dropped_days x where x.day = ${day} and x.state <> 'closing')`

/** Settled orders with their written payouts, figure by figure. */
export const settledOrders = (reach: Reach): string => `
  select o.day, o.period_id, o.game_id, o.bettor, o.kind, coalesce(o.taker, 9) as taker, o.play, o.pankou, o.m, o.g, o.a,
         1::bigint as orders, o.stake, case when v.v = 1 then o.stake else 0 end as valid, v.p as payout,
         case when v.v = 1 then strata_flow(${ABOVE.m}, o.stake, v.p, o.r_m, 1::bigint) else 0 end as u_m,
         case when v.v = 1 then strata_flow(${ABOVE.g}, o.stake, v.p, o.r_g, 1::bigint) else 0 end as u_g,
         case when v.v = 1 then strata_flow(${ABOVE.a}, o.stake, v.p, o.r_a, 1::bigint) else 0 end as u_a,
         case when v.v = 1 then strata_flow(10000::bigint, o.stake, v.p, o.r_b, 1::bigint) else 0 end as u_b,
         o.ps_m * v.v as pv_m, o.ps_g * v.v as pv_g, o.ps_a * v.v as pv_a,
         strata_part(${ABOVE.m}, o.stake - v.p) as pw_m, strata_part(${ABOVE.g}, o.stake - v.p) as pw_g,
         strata_part(${ABOVE.a}, o.stake - v.p) as pw_a, o.stake - v.p as pw_b,
         o.hc_h * v.v as hc_h, o.hc_m * v.v as hc_m, o.hc_g * v.v as hc_g, o.hc_a * v.v as hc_a
    from orders o
    join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id and mp.settled_version > 0
    left join payouts y on y.merchant_id = o.merchant_id and y.period_id = o.period_id
                       and y.version = mp.settled_version and y.order_id = o.id
   cross join lateral (select coalesce(y.amount, 0) as p, case when y.result = 2 then 0 else 1 end as v) v
   where o.merchant_id = $1${onDay(reach, 'o.day')} and ${countsAnywhere}`

const sums = MEASURES.map((m) => `sum(s.${m})::bigint as ${m}`).join(', ')
/** The holders of an order `s`: role, path and parent. */
const nodes = `(values (0, 1, 0), (1, s.m, 1), (2, s.g, s.m), (3, s.a, coalesce(s.g, s.m))) as n (role, path_id, parent_id)`

/** Rows of a rollup that differ from the fold of the orders. A row of zeros equals an absent row. */
const differing = (reach: Reach, table: string, keys: readonly string[], folded: string): string => `
  with settled as materialized (${settledOrders(reach)}), folded as (${folded})
  select ${keys.join(', ')}, ${MEASURES.map((m) => `coalesce(r.${m}, 0)::text as ${m}, coalesce(f.${m}, 0)::text as expected_${m}`).join(', ')}
    from (select * from ${table} t where t.merchant_id = $1${onDay(reach, 't.day')}${stored('t.day')}) r full join folded f using (${keys.join(', ')})
   where (${MEASURES.map((m) => `coalesce(r.${m}, 0)`).join(', ')})
         is distinct from (${MEASURES.map((m) => `coalesce(f.${m}, 0)`).join(', ')})
   order by ${keys.join(', ')} limit 1`

const foldedPaths = `
  select s.day, s.game_id, b.path_id, b.as_bettor, s.kind, s.taker, ${sums}
    from settled s
   cross join lateral (
         select s.bettor as path_id, true as as_bettor
         union all
         select n.path_id, false from ${nodes}
          where n.path_id is not null and n.role > 0 and n.path_id <> s.bettor
            and (s.kind = 0 or (s.kind = 1 and n.role > s.taker))) b
   group by 1, 2, 3, 4, 5, 6`

const foldedPlays = `
  select s.day, s.game_id, s.play, s.pankou, b.path_id, b.own, s.kind, s.taker, ${sums}
    from settled s
   cross join lateral (
         select s.bettor as path_id, true as own where s.kind <> 0
         union all
         select n.path_id, false from ${nodes}
          where n.path_id is not null and n.path_id <> s.bettor
            and (s.kind = 0 or (s.kind = 1 and n.role >= s.taker))) b
   group by 1, 2, 3, 4, 5, 6, 7, 8`

/** A day's settled orders `settled` by period, for holders: what rollup_plays says by play. */
export const foldedPeriods = `
  select s.day, s.period_id, s.game_id, b.path_id, b.own, s.kind, s.taker, ${sums}
    from settled s
   cross join lateral (
         select s.bettor as path_id, true as own where s.kind <> 0
         union all
         select n.path_id, false from ${nodes}
          where n.path_id is not null and n.path_id <> s.bettor
            and (s.kind = 0 or (s.kind = 1 and n.role >= s.taker))) b
   group by 1, 2, 3, 4, 5, 6, 7`

/** Each statement ($1 merchant; $2 day, where one is looked at) finds the first row that breaks its rule. */
const checksOf = (reach: Reach): readonly (readonly [name: string, text: string])[] => [
  [
    'the stored arithmetic of an order follows from its terms',
    `select o.id::text, ${ARITHMETIC.map(([column, expected]) => `o.${column}::text, (${expected})::text as expected_${column}`).join(', ')}
       from orders o
      where o.merchant_id = $1${onDay(reach, 'o.day')} and (${ARITHMETIC.map(([column, expected]) => `o.${column} <> ${expected}`).join(' or ')})
      order by o.id limit 1`,
  ],
  [
    'the chain of an order is that of its bettor',
    `select o.id::text, o.bettor, o.m, o.g, o.a, p.chain_m, p.chain_g, p.chain_a
       from orders o join paths p on p.merchant_id = o.merchant_id and p.id = o.bettor
      where o.merchant_id = $1${onDay(reach, 'o.day')} and (o.m, o.g, o.a) is distinct from (p.chain_m, p.chain_g, p.chain_a)
      order by o.id limit 1`,
  ],
  [
    'the day of a period is that of its draw',
    `select mp.period_id, mp.day, p.day as day_of_period, p.draw_at::text
       from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.merchant_id = $1${onDay(reach, 'mp.day')}
        and (mp.day <> p.day or p.day <> ${businessDaySql('p.draw_at')})
      order by 1 limit 1`,
  ],
  [
    'the day of an order is that of its period',
    `select o.id::text, o.period_id, o.day, p.day as day_of_period
       from orders o join periods p on p.id = o.period_id
      where o.merchant_id = $1${onDay(reach, 'o.day')} and o.day <> p.day order by o.id limit 1`,
  ],
  [
    'no order is older than the commitment of its period',
    `select o.id::text, o.period_id, o.at::text, p.committed_at::text
       from orders o join periods p on p.id = o.period_id
      where o.merchant_id = $1${onDay(reach, 'o.day')} and o.at < p.committed_at and p.state <> 'void' order by o.id limit 1`,
  ],
  [
    'every item of a settled period with an order has an outcome',
    `select o.id::text, o.period_id, o.play, o.item
       from orders o
       join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id and mp.settled_version > 0
      where o.merchant_id = $1${onDay(reach, 'o.day')}
        and not exists (select from outcomes c where c.merchant_id = o.merchant_id and c.period_id = o.period_id
                           and c.version = mp.settled_version and c.play = o.play and c.item = o.item)
      order by o.id limit 1`,
  ],
  [
    'a payout is what the outcome pays, and a void is a refund',
    `with right_ones as (
       select o.id as order_id, o.period_id, case when v.order_id is null then c.result else 2 end as result,
              case when v.order_id is null then strata_payout(o.pay_kind, o.stake, o.odds, o.odds_tiers, o.pay_cap,
                   c.result, c.tier, c.hits, c.pushed) else o.stake end as amount
         from orders o
         join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id and mp.settled_version > 0
         join outcomes c on c.merchant_id = o.merchant_id and c.period_id = o.period_id
                        and c.version = mp.settled_version and c.play = o.play and c.item = o.item
         left join voids v on v.merchant_id = o.merchant_id and v.order_id = o.id
        where o.merchant_id = $1${onDay(reach, 'o.day')} and ${countsAnywhere} and (c.result <> 0 or v.order_id is not null)
     ), written as (
       select y.order_id, y.period_id, y.result, y.amount
         from payouts y
         join merchant_periods mp on mp.merchant_id = y.merchant_id and mp.period_id = y.period_id
                                 and mp.settled_version = y.version
        where y.merchant_id = $1${onDay(reach, 'mp.day')}${stored('mp.day')}
     )
     select coalesce(w.order_id, c.order_id)::text as order_id, w.result, w.amount::text,
            c.result as expected_result, c.amount::text as expected_amount
       from written w full join right_ones c on c.order_id = w.order_id
      where (w.result, w.amount) is distinct from (c.result, c.amount)
      order by 1 limit 1`,
  ],
  ['rollup_paths is the fold of the settled orders', differing(reach, 'rollup_paths', PATH_KEYS, foldedPaths)],
  ['rollup_plays is the fold of the settled orders', differing(reach, 'rollup_plays', PLAY_KEYS, foldedPlays)],
  [
    'postings of a settled period are what its members get',
    `with settled as materialized (
       select o.period_id, o.bettor as path_id, o.stake,
              case when y.result = 2 then o.stake
                   else o.stake - strata_flow(10000::bigint, o.stake, coalesce(y.amount, 0), o.r_b, 1::bigint) end as due
         from orders o
         join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id and mp.settled_version > 0
         left join payouts y on y.merchant_id = o.merchant_id and y.period_id = o.period_id
                            and y.version = mp.settled_version and y.order_id = o.id
        where o.merchant_id = $1${onDay(reach, 'o.day')} and o.kind = 0
     ), due as (
       select period_id, path_id, sum(due) as amount, sum(stake) as stake from settled group by 1, 2
     ), posted as (
       select p.period_id, p.path_id, sum(p.amount) as amount, sum(p.stake) as stake
         from postings p
         join merchant_periods mp on mp.merchant_id = p.merchant_id and mp.period_id = p.period_id and mp.settled_version > 0
        where p.merchant_id = $1${onDay(reach, 'mp.day')}${stored('mp.day')} group by 1, 2
     )
     select period_id, path_id, p.amount::text, d.amount::text as expected_amount, p.stake::text, d.stake::text as expected_stake
       from posted p full join due d using (period_id, path_id)
      where (coalesce(p.amount, 0), coalesce(p.stake, 0)) is distinct from (coalesce(d.amount, 0), coalesce(d.stake, 0))
      order by 1, 2 limit 1`,
  ],
  [
    'every revision of a settled period is noted once',
    `select mp.period_id, mp.revision, count(r.version) as noted
       from merchant_periods mp
       left join posting_runs r on r.merchant_id = mp.merchant_id and r.period_id = mp.period_id
      where mp.merchant_id = $1${onDay(reach, 'mp.day')} group by 1, 2 having count(r.version) <> mp.revision order by 1 limit 1`,
  ],
]

export const checks = { all: [...checksOf('all'), ...droppedChecks], day: checksOf('day') } as const
