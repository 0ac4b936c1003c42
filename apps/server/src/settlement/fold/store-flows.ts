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
