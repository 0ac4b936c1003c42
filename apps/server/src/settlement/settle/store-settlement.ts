import type { PeriodToSettle } from '../../book/open-games.ts'
import type { ItemKey } from '../../book/orders.ts'
import type { Queryable } from '../../platform/db.ts'

export interface OutcomeRow extends ItemKey {
  /** 0 lose, 1 win, 2 refund. */
  readonly result: 0 | 1 | 2
  readonly tier: number
  readonly hits: number
  readonly pushed: number
}

export async function insertOutcomes(
  on: Queryable,
  period: PeriodToSettle,
  version: number,
  outcomes: readonly OutcomeRow[],
): Promise<void> {
  await on.query(
    `insert into outcomes (merchant_id, period_id, version, play, item, result, tier, hits, pushed)
     select $1, $2, $3, c.play, c.item, c.result, c.tier, c.hits, c.pushed
       from unnest($4::text[], $5::text[], $6::smallint[], $7::smallint[], $8::smallint[], $9::integer[])
            as c (play, item, result, tier, hits, pushed)`,
    [
      period.merchantId,
      period.periodId,
      version,
      outcomes.map((c) => c.play),
      outcomes.map((c) => c.item),
      outcomes.map((c) => c.result),
      outcomes.map((c) => c.tier),
      outcomes.map((c) => c.hits),
      outcomes.map((c) => c.pushed),
    ],
  )
}
