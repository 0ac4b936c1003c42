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

export type Measure = (typeof MEASURES)[number]

export const SHARES = ['h', 'm', 'g', 'a'] as const
/** Smallest and largest share of each holder, beside the sums of a rollup row. */
export const EXTREMES = [...SHARES.map((s) => `smin_${s}`), ...SHARES.map((s) => `smax_${s}`)]

/** Names as a list of columns, each behind a prefix such as `b.`. */
export const list = (names: readonly string[], prefix = ''): string =>
  names.map((name) => `${prefix}${name}`).join(', ')

export const sums = (alias: string): string => MEASURES.map((m) => `strata_sum(${alias}.${m}) as ${m}`).join(', ')

export const extremes = (alias: string): string =>
  EXTREMES.map((name) => `${name.slice(1, 4)}(${alias}.${name}) as ${name}`).join(', ')
