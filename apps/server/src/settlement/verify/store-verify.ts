import type { Day } from '@strata/domain/calendar'
import type { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import type { DrawRow } from '../../games/results.ts'
import { type Queryable, rows } from '../../platform/db.ts'
import type { OutcomeRow } from '../settle/store-settlement.ts'
import { checks } from './store-checks.ts'

/** The first fault in what settlement wrote: the broken rule and the row that breaks it. */
export interface SettlementFault {
  readonly check: string
  readonly row: Readonly<Record<string, unknown>>
}

interface SettledPart {
  period_id: PeriodId
  game_id: GameId
  settled_version: number
  options: unknown
  kind: DrawRow['kind']
  result: number[] | null
  draw_date: string
}

/** The settled periods of a merchant, each with the draw it was settled by. */
export const readSettledPeriods = (on: Queryable, merchantId: MerchantId): Promise<SettledPart[]> =>
  rows<SettledPart>(
    on,
    `select mp.period_id, mp.game_id, mp.settled_version, p.options, d.kind, d.result, d.draw_date
       from merchant_periods mp
       join periods p on p.id = mp.period_id
       join draws d on d.period_id = mp.period_id and d.version = mp.settled_version
      where mp.merchant_id = $1 and mp.settled_version > 0 order by mp.period_id`,
    [merchantId],
  )

/** The stored outcomes of a settled period. */
export const readOutcomes = (
  on: Queryable,
  merchantId: MerchantId,
  { period_id, settled_version }: Pick<SettledPart, 'period_id' | 'settled_version'>,
): Promise<OutcomeRow[]> =>
  rows<OutcomeRow>(
    on,
    `select c.play, c.item, c.result, c.tier, c.hits, c.pushed from outcomes c
      where c.merchant_id = $1 and c.period_id = $2 and c.version = $3`,
    [merchantId, period_id, settled_version],
  )

/**
 * From here on no day leaves `orders`. It goes before the first read of a snapshot: the snapshot would not know that the
 * day was dropped, and find no orders.
 */
export async function holdDays(on: Queryable): Promise<void> {
  await on.query('/* all merchants */ lock table orders in access share mode')
}

/** The first rule that the written rows break, or null: of all days, or of one. */
export async function findBrokenRule(
  on: Queryable,
  merchantId: MerchantId,
  day?: Day,
): Promise<SettlementFault | null> {
  const values = day === undefined ? [merchantId] : [merchantId, day]
  for (const [check, text] of checks[day === undefined ? 'all' : 'day']) {
    const wrong = (await rows(on, text, values))[0]
    if (wrong) return { check, row: wrong }
  }
  return null
}
