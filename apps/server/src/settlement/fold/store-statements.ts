import { differences, takenBack } from './store-differences.ts'
import { lostOrders } from './store-lost.ts'
import { judged, refundOf, writtenBefore } from './store-orders.ts'
import { firstPostings, laterPostings, newPayouts } from './store-payouts.ts'
import { intoPaths, intoPlays } from './store-rollups.ts'
import { byBettor, bySeat, shifted } from './store-sums.ts'

/**
 * The statements that fold the orders of one merchant and period into rollups and postings. Every one runs the same
 * steps, each in the file that it is imported from; fold.sql has them written out.
 *
 * A losing order needs no arithmetic: its row stores every figure. So the fold is two sums: every order as if it lost,
 * plus the difference that a payout makes (wins, refunds, voids). A correction is only the second sum: the differences
 * of the new payouts less those of the old ones.
 *
 * Each sum is grouped in two ways in one pass: by bettor (rollup_paths, postings), and by seat and play (rollup_plays).
 * Two groupings of some 10,000 rows each stay in the processor's cache. This is half the work of one grouping by bettor
 * and play from which both are made.
 *
 * Parameters: $1 merchant, $2 period, $3 day, $4 result version, $5 version written before, $6 game, $7 revision.
 */
type Step = string

/** A step that is computed once, however often later steps read it. */
const once = (name: string, text: string): Step => `${name} as materialized (${text})`
const write = (name: string, text: string): Step => `${name} as (${text})`
/** The rows of differences that the sums add up. */
const moved = (text: string): Step => `moved as not materialized (${text})`

const inOne = (steps: readonly Step[]): string => `with
${steps.join(',\n')}
select (select count(*) from won)::integer as payouts, $5::integer as from_version`

/** The last steps: sums of what moved, and of all orders as if they lost, into the three tables. */
const sumsInto = (withLost: boolean, postings: string): readonly Step[] => [
  once('shifted', shifted),
  once('by_bettor', byBettor(withLost)),
  once('by_seat', bySeat(withLost)),
  write('paths_written', intoPaths),
  write('plays_written', intoPlays),
  write('postings_written', postings),
]

const lost = once('lost', lostOrders())
const won = once('won', differences(judged))
const afterWon: readonly Step[] = [
  write('payouts_written', newPayouts),
  moved('select * from won'),
  ...sumsInto(true, firstPostings),
]

/** First settlement. $5 unused (0). */
export const SETTLE = inOne([lost, won, ...afterWon])

/** First settlement of a large period, over the temporary tables lost and won of store-large.ts. */
export const SETTLE_LARGE = inOne(afterWon)

/** A correction from result version $5 to $4. */
export const CORRECT = inOne([
  won,
  write('payouts_written', newPayouts),
  moved(`select * from won union all ${takenBack(writtenBefore)}`),
  ...sumsInto(false, laterPostings),
])

/** Voids one settled order ($8) under result version $4 = $5: its row of payouts becomes a refund. */
export const VOID_ORDER = inOne([
  once('won', differences(refundOf('$8'))),
  // Before the row is changed: a cluster runs the steps one after the other, and later ones see what earlier ones wrote.
  once('before', takenBack(`select * from (${writtenBefore}) y where y.id = $8::bigint`)),
  write(
    'payouts_written',
    `${newPayouts}
  on conflict (merchant_id, period_id, version, order_id) do update set result = 2, tier = 0, amount = excluded.amount`,
  ),
  moved('select * from won union all select * from before'),
  ...sumsInto(false, laterPostings),
])

/** Adds one fly-out ($8) that was accepted after its period was settled, under result version $4 = $5. */
export const ADD_ORDER = inOne([
  once('lost', lostOrders('o.id = $8::bigint')),
  once('won', differences(`select * from (${judged}) j where j.id = $8::bigint`)),
  write('payouts_written', newPayouts),
  moved('select * from won'),
  ...sumsInto(true, laterPostings),
])
