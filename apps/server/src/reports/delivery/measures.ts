import { MEASURES } from '../../settlement/settle/fold-sql.ts'

/**
 * The measures that every report is made of, as columns of the rollups and as a fold over orders.
 * A skipped level copies the level below it, so any seat reads its own columns off the same row.
 */

type Measure = (typeof MEASURES)[number]
export type Measures = Record<Measure, bigint>

/** Shares held at each level, smallest and largest, over the same orders. */
export const SHARE_BOUNDS = ['h', 'm', 'g', 'a'] as const
export type ShareBounds = Record<`smin_${'h' | 'm' | 'g' | 'a'}` | `smax_${'h' | 'm' | 'g' | 'a'}`, number>

/** `sum(..)` of every measure of rollup rows named `r`. */
export const summedMeasures = (alias = 'r'): string =>
  MEASURES.map((name) => `strata_sum(${alias}.${name}) as ${name}`).join(', ')

export const boundShares = (alias = 'r'): string =>
  SHARE_BOUNDS.flatMap((level) => [
    `min(${alias}.smin_${level})::integer as smin_${level}`,
    `max(${alias}.smax_${level})::integer as smax_${level}`,
  ]).join(', ')

/** Shares of orders named `o`, bound from the order rows. */
export const boundOrderShares = SHARE_BOUNDS.flatMap((level) => [
  `min(o.s_${level})::integer as smin_${level}`,
  `max(o.s_${level})::integer as smax_${level}`,
]).join(', ')

const levels = ['m', 'g', 'a'] as const
/** Share held above a level, from the order's own columns. */
const above = { m: 'o.s_h', g: '(o.s_h + o.s_m)', a: '(o.s_h + o.s_m + o.s_g)', b: '10000' } as const

const sum = (expression: string, name: string): string => `strata_sum(${expression}) as ${name}`

/** The flow that the bettor of order `o` with payout `p` owes its parent. */
export const flowOfBettor =
  'case when p.result is null then o.lu_b when p.result = 2 then 0 else strata_flow(10000, o.stake, p.amount, o.r_b, 1) end'

/**
 * The same measures folded from orders `o` left-joined with their payouts `p` (winners and refunds; no row: it lost).
 * Losing orders use what they store; only winners are computed.
 */
export const foldedMeasures = [
  'count(*)::bigint as orders',
  sum('o.stake', 'stake'),
  sum('case when p.result = 2 then 0 else o.stake end', 'valid'),
  sum('p.amount', 'payout'),
  ...(['m', 'g', 'a', 'b'] as const).map((level) =>
    sum(
      `case when p.result is null then o.lu_${level} when p.result = 2 then 0 else strata_flow(${above[level]}, o.stake, p.amount, o.r_${level}, 1) end`,
      `u_${level}`,
    ),
  ),
  ...levels.map((level) => sum(`case when p.result = 2 then 0 else o.ps_${level} end`, `pv_${level}`)),
  ...levels.map((level) =>
    sum(
      `case when p.result is null then o.ps_${level} when p.result = 2 then 0 else strata_part(${above[level]}, o.stake - p.amount) end`,
      `pw_${level}`,
    ),
  ),
  sum('o.stake - coalesce(p.amount, 0)', 'pw_b'),
  ...(['h', 'm', 'g', 'a'] as const).map((level) =>
    sum(`case when p.result = 2 then 0 else o.hc_${level} end`, `hc_${level}`),
  ),
].join(', ')

/** Open orders: what is staked and who would hold it; nothing has been won or lost yet. */
export const openMeasures = [
  'count(*)::bigint as orders',
  sum('o.stake', 'stake'),
  sum('o.stake', 'valid'),
  '0::bigint as payout',
  ...(['m', 'g', 'a', 'b'] as const).map((level) => `0::bigint as u_${level}`),
  ...levels.map((level) => sum(`o.ps_${level}`, `pv_${level}`)),
  ...levels.map((level) => `0::bigint as pw_${level}`),
  '0::bigint as pw_b',
  ...(['h', 'm', 'g', 'a'] as const).map((level) => `0::bigint as hc_${level}`),
].join(', ')
