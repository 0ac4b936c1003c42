import { MEASURES, type Measure, SHARES } from './measures.ts'
import { ordersHere, SEAT } from './store-orders.ts'

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

const lostMeasures = MEASURES.map((m) => `${AS_LOST[m]}::bigint as ${m}`).join(', ')

/**
 * Sums of every order for which `part` holds, as if it lost: by bettor (level 0), and by seat and play (level 1).
 * Shares are grouping columns: they seldom differ, and extremes cost more.
 */
export const lostOrders = (part = 'true'): string => `
  select grouping(o.bettor) as level, o.bettor, ${SEAT} as seat, o.play, o.pankou, o.kind, coalesce(o.taker, 9)::smallint as taker,
         ${lostMeasures}, ${SHARES.map((s) => `o.s_${s} as smin_${s}`).join(', ')}, ${SHARES.map((s) => `o.s_${s} as smax_${s}`).join(', ')}
    from orders o where ${ordersHere} and ${part}
   group by grouping sets ((o.bettor, o.kind, o.taker, o.s_h, o.s_m, o.s_g, o.s_a), (seat, o.play, o.pankou, o.kind, o.taker))`
