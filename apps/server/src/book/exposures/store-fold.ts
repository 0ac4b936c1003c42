import { FIGURE_COLUMNS } from './store-columns.ts'

/**
 * Condition on an order `o`: it counts in results. A fly-out that is pending or rejected does not. Parameters: the
 * merchant; the period, which limits the rows that are searched.
 */
export const countsInResults = (merchant: string, period: string): string =>
  `not (o.kind = 2 and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = ${merchant} and u.period_id = ${period} and u.state not in ('confirmed', 'corrected')))`

/** The same for orders of any period and merchant, with one look-up per fly-out. */
export const countsAnywhere = `not (o.kind = 2 and exists (
     select from fly_outs u
      where u.merchant_id = o.merchant_id and u.order_id = o.id and u.state not in ('confirmed', 'corrected')))`

/** The four holders of a chain: path column (the head's is always 1), letter, and letter of the level below. */
const LEVELS = [
  { path: '1', role: 0, own: null, below: 'm' },
  { path: 'o.m', role: 1, own: 'm', below: 'g' },
  { path: 'o.g', role: 2, own: 'g', below: 'a' },
  { path: 'o.a', role: 3, own: 'a', below: 'b' },
] as const

const flowIfWin = (level: string, above: string): string =>
  `strata_flow(${above}, o.stake, o.pay_top, o.r_${level}, 1::bigint) as wu_${level}`

/** The stake held above a level; above the bettor the whole stake. */
const passed = (level: string | null): string => (level === null ? '0' : level === 'b' ? 'f.stake' : `f.ps_${level}`)
const losing = (level: string | null): string => (level === null ? '0' : `f.lu_${level}`)
const winning = (level: string | null): string => (level === null ? '0' : `f.wu_${level}`)
const difference = (of: (level: string | null) => string, below: string, own: string | null): string =>
  own === null ? of(below) : `${of(below)} - ${of(own)}`

const memberRow = ({ path, own, below }: (typeof LEVELS)[number]): string => {
  const commission = own === null ? 'f.oc_m' : `f.oc_${own}`
  const lose = difference(losing, below, own)
  const win = difference(winning, below, own)
  return `(${path.replace('o.', 'f.')}, f.kind = 0, f.n, f.stake, ${difference(passed, below, own)}, 0, 0, 0, 0,
           ${lose}, ${win}, ${lose}, ${win}, f.pay, ${commission})`
}

const passRow = ({ path, role, own, below }: (typeof LEVELS)[number]): string => {
  const column = path.replace('o.', 'f.')
  return `(${column}, f.kind = 1 and ${column} <> f.sender and ${role} >= f.taker, 0, 0, 0,
           case when f.taker = ${role} then f.stake else 0 end, 0, case when f.taker = ${role} then 0 else f.stake end, 0,
           ${difference(losing, below, own)}, ${difference(winning, below, own)}, 0, 0, 0, 0)`
}

const senderRow = `(f.sender, f.kind in (1, 2) and not f.waits, 0, 0, 0, 0, f.stake, 0, 0, -f.lu_b, -f.wu_b, 0, 0, 0, 0)`
const outsideRow = `(f.holder, f.kind = 2 and not f.waits, 0, 0, 0, f.stake, 0, 0, 0, f.lu_b, f.wu_b, 0, 0, 0, 0)`
/** A pending fly-out counts as pending for both its sender and its fly-order account. */
const waitingRow = (path: string): string => `(${path}, f.waits, 0, 0, 0, 0, 0, 0, f.stake, 0, 0, 0, 0, 0, 0)`

const names = FIGURE_COLUMNS.map(([name]) => name)
const figureRows = [
  ...LEVELS.map(memberRow),
  ...LEVELS.map(passRow),
  senderRow,
  outsideRow,
  waitingRow('f.sender'),
  waitingRow('f.holder'),
].join(',\n')

/**
 * Exposure figures folded again from the orders of a period, with the exact integers of the domain's `exposureDeltas`.
 * One pass sums by chain, item and pankou; each sum then gives one row per holder. Parameters: $1 merchant, $2 period.
 * `day` is the parameter with the period's day, `filter` restricts the orders (aliased o). Voided orders and rejected
 * fly-outs do not count.
 */
export const foldedExposures = (day: `$${number}`, filter = 'true'): string => `
  with priced as (
    select o.*, coalesce(u.state in ('pending', 'unknown'), false) as waits, ${flowIfWin('m', 'o.s_h')}, ${flowIfWin('g', 'o.s_h::bigint + o.s_m')},
           ${flowIfWin('a', 'o.s_h::bigint + o.s_m + o.s_g')}, ${flowIfWin('b', '10000::bigint')},
           strata_half_even(o.r_m * o.stake, 100000) as oc_m, strata_half_even(o.r_g * o.stake, 100000) as oc_g,
           strata_half_even(o.r_a * o.stake, 100000) as oc_a
      from orders o
      left join fly_outs u on o.kind = 2 and u.merchant_id = o.merchant_id and u.order_id = o.id
     where o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = ${day}::date and ${filter} and u.state is distinct from 'rejected'
       and not exists (select 1 from voids v where v.merchant_id = o.merchant_id and v.order_id = o.id)
  ), folded as (
    select o.kind, o.taker, o.holder, o.waits, case when o.kind = 0 then null else o.bettor end as sender, o.m, o.g, o.a,
           o.play, o.item, o.pankou, count(*) as n, strata_sum(o.stake) as stake, strata_sum(o.pay_top) as pay,
           strata_sum(o.ps_m) as ps_m, strata_sum(o.ps_g) as ps_g, strata_sum(o.ps_a) as ps_a,
           strata_sum(o.lu_m) as lu_m, strata_sum(o.lu_g) as lu_g, strata_sum(o.lu_a) as lu_a, strata_sum(o.lu_b) as lu_b,
           strata_sum(o.wu_m) as wu_m, strata_sum(o.wu_g) as wu_g, strata_sum(o.wu_a) as wu_a, strata_sum(o.wu_b) as wu_b,
           strata_sum(o.oc_m) as oc_m, strata_sum(o.oc_g) as oc_g, strata_sum(o.oc_a) as oc_a
      from priced o group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  )
  select r.path_id, f.play, f.item, f.pankou, ${FIGURE_COLUMNS.map(([name, type]) => `sum(r.${name})::${type} as ${name}`).join(', ')}
    from folded f
   cross join lateral (values ${figureRows}) as r (path_id, counts, ${names.join(', ')})
   where r.path_id is not null and r.counts
   group by r.path_id, f.play, f.item, f.pankou`
