import { MEASURES } from '../../settlement/settle.ts'

/**
 * The measures of all reports, as columns of the rollups and as sums over orders. A skipped level copies the level
 * below it, so any seat reads the columns of its own level from the same row.
 */

type Measure = (typeof MEASURES)[number]
export type Measures = Record<Measure, bigint>

/** Shares held at each level, smallest and largest, over the same orders. */
export const SHARE_BOUNDS = ['h', 'm', 'g', 'a'] as const
export type ShareBounds = Record<`smin_${'h' | 'm' | 'g' | 'a'}` | `smax_${'h' | 'm' | 'g' | 'a'}`, number>

/** SQL: `sum(..)` of every measure of rollup rows with this alias. */
export const summedMeasures = (alias = 'r'): string =>
  MEASURES.map((name) => `strata_sum(${alias}.${name}) as ${name}`).join(', ')

export const boundShares = (alias = 'r'): string =>
  SHARE_BOUNDS.flatMap((level) => [
    `min(${alias}.smin_${level})::integer as smin_${level}`,
    `max(${alias}.smax_${level})::integer as smax_${level}`,
  ]).join(', ')

/** SQL: smallest and largest share per level of orders `o`. */
export const boundOrderShares = SHARE_BOUNDS.flatMap((level) => [
  `min(o.s_${level})::integer as smin_${level}`,
  `max(o.s_${level})::integer as smax_${level}`,
]).join(', ')

const levels = ['m', 'g', 'a'] as const
/** SQL: share held above a level, from the order's own columns. */
const above = { m: 'o.s_h', g: '(o.s_h + o.s_m)', a: '(o.s_h + o.s_m + o.s_g)', b: '10000' } as const

const sum = (expression: string, name: string): string => `strata_sum(${expression}) as ${name}`

/** SQL: the flow that the bettor of order `o` with payout `p` owes its parent. */
export const flowOfBettor =
  'case when p.result is null then o.lu_b when p.result = 2 then 0 else strata_flow(10000, o.stake, p.amount, o.r_b, 1) end'

/**
 * SQL: the same measures summed from orders `o` left-joined with their payouts `p` (winners and refunds; no row: it
 * lost). Losing orders use their stored values; only winners are computed.
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

/** Open orders: stakes and who would hold them; nothing is won or lost yet. */
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
