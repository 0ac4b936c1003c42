import { list, MEASURES, type Measure } from './measures.ts'
import { flowsInSql } from './store-flows.ts'

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

/** Columns that the two groupings and the payouts need of an order with a payout. */
const PLAIN = ['id', 'result', 'tier', 'payout', 'bettor', 'seat', 'play', 'pankou', 'kind']
/** Measures that the rows of differences carry. The others are 0, or the payout with a sign. */
const MOVING = MEASURES.filter((m) => !['orders', 'stake', 'payout', 'pw_b'].includes(m))

/** One row of differences for each order of `source`, which are orders with a payout (store-orders.ts). */
export const differences = (source: string): string => `
  select ${list(PLAIN, 'd.')}, coalesce(d.taker, 9)::smallint as taker, ${MOVING.map((m) => `(${DIFFERENCE[m]})::bigint as ${m}`).join(', ')}
    from (${flowsInSql(`(${source})`, 'w.*')}) d`

/** The written differences with inverted signs: a correction reverses them. */
export const takenBack = (source: string): string => `
  select ${PLAIN.map((name) => (name === 'payout' ? '-w.payout' : `w.${name}`)).join(', ')}, w.taker, ${MOVING.map((m) => `-w.${m}`).join(', ')}
    from (${differences(source)}) w`
