import { EXTREMES, extremes, list, MEASURES, SHARES, sums } from './measures.ts'

const movedSums = MEASURES.map((m) => {
  if (m === 'orders' || m === 'stake') return `0::bigint as ${m}`
  return m === 'pw_b' ? '-strata_sum(w.payout) as pw_b' : `strata_sum(w.${m}) as ${m}`
}).join(', ')

/** Sums of the rows of differences in `moved`, with both groupings in one pass. */
export const shifted = `
  select grouping(w.bettor) as level, w.bettor, w.seat, w.play, w.pankou, w.kind, w.taker, ${movedSums}
    from moved w
   group by grouping sets ((w.bettor, w.kind, w.taker), (w.seat, w.play, w.pankou, w.kind, w.taker))`

/** Outside the range of shares. A row that adds no order uses them, so that it does not change the extremes. */
const NO_MINIMUM = 32767
const NO_MAXIMUM = -1
const noExtremes = [
  ...SHARES.map((s) => `${NO_MINIMUM}::smallint as smin_${s}`),
  ...SHARES.map((s) => `${NO_MAXIMUM}::smallint as smax_${s}`),
].join(', ')

/** The sums of both kinds for one grouping. A correction has no sums of lost orders. */
const summed = (withLost: boolean, level: 0 | 1, columns: string, extremesOfShifted = ''): string =>
  `${withLost ? `select ${columns}${extremesOfShifted && `, ${list(EXTREMES)}`} from lost where level = ${level} union all ` : ''}
   select ${columns}${extremesOfShifted && `, ${extremesOfShifted}`} from shifted where level = ${level}`

/** One row for each bettor, with its chain. The head has no row in a merchant's tree; it is a bettor only of fly-outs. */
export const byBettor = (withLost: boolean): string => `
  select b.*, coalesce(p.parent_id, 0) as parent_id, p.chain_m as m, p.chain_g as g, p.chain_a as a,
         case when b.kind = 0 then null else b.bettor end as own
    from (select l.bettor, l.kind, l.taker, ${sums('l')}, ${extremes('l')}
            from (${summed(withLost, 0, `bettor, kind, taker, ${list(MEASURES)}`, noExtremes)}) l
           group by l.bettor, l.kind, l.taker) b
    left join paths p on p.merchant_id = $1::integer and p.id = b.bettor`

/** One row for each seat and play, with the chain of the seat. */
export const bySeat = (withLost: boolean): string => `
  select c.*, p.chain_m as m, p.chain_g as g, p.chain_a as a, case when c.kind = 0 then null else c.seat end as own
    from (select l.seat, l.play, l.pankou, l.kind, l.taker, ${sums('l')}
            from (${summed(withLost, 1, `seat, play, pankou, kind, taker, ${list(MEASURES)}`)}) l
           group by l.seat, l.play, l.pankou, l.kind, l.taker) c
    left join paths p on p.merchant_id = $1::integer and p.id = c.seat`
