import { countsInResults } from '../../book/orders.ts'

/** Columns of an order that the differences need. */
const ORDER_FACTS = [
  'id bettor play pankou kind taker stake s_h s_m s_g s_a r_m r_g r_a r_b',
  'lu_m lu_g lu_a lu_b ps_m ps_g ps_a hc_h hc_m hc_g hc_a',
].flatMap((names) => names.split(' '))

/** The path whose classification has the order: the node above a member, or the sender. The path row has its chain. */
export const SEAT = 'case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end'
const facts = `${ORDER_FACTS.map((name) => `o.${name}`).join(', ')}, ${SEAT} as seat`

export const scope = (alias: string): string =>
  `${alias}.merchant_id = $1::integer and ${alias}.period_id = $2::integer`

/** Orders `o` of the period that count in its results. */
export const ordersHere = `${scope('o')} and o.day = $3::date and ${countsInResults('$1::integer', '$2::integer')}`

/** Orders with a payout under the outcomes of a source. A voided order is a refund whatever was drawn. */
export const judgedBy = (outcomes: string): string => `
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

/** The same under the stored outcomes of result version $4. */
export const judged = judgedBy(`(select * from outcomes c where ${scope('c')} and c.version = $4::integer)`)

/** Orders with a payout as they stand written under result version $5. */
export const writtenBefore = `
  select ${facts}, y.result, y.tier, y.amount as payout
    from payouts y
    join orders o on ${ordersHere} and o.id = y.order_id
   where ${scope('y')} and y.version = $5::integer`

/** One order as a refund. */
export const refundOf = (
  id: '$4' | '$8',
): string => `select ${facts}, 2::smallint as result, 0::smallint as tier, o.stake as payout
  from orders o where ${ordersHere} and o.id = ${id}::bigint`
