import type { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import type { ItemKey } from '../../book/orders.ts'
import { type Queryable, rows } from '../../platform/db.ts'

export interface PeriodToSettle {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
  readonly gameId: GameId
  readonly periodNo: string
  /** Business day. */
  readonly day: string
  /** Result version whose folds are written. 0: none. */
  readonly settledVersion: number
  readonly revision: number
  /** Result version in force. 0: no result yet. */
  readonly resultVersion: number
  /** Rule options frozen when the period opened. Null: it never opened. */
  readonly options: unknown
}

interface PeriodRow {
  game_id: GameId
  period_no: string
  day: string
  settled_version: number
  revision: number
  result_version: number
  options: unknown
}

/** Locks the merchant's part of a period. Only the owner of this lock settles, corrects or voids in it. */
export async function lockMerchantPeriod(
  on: Queryable,
  merchantId: MerchantId,
  periodId: PeriodId,
): Promise<PeriodToSettle | undefined> {
  const locked = await rows(
    on,
    'select period_id from merchant_periods where merchant_id = $1 and period_id = $2 for update',
    [merchantId, periodId],
  )
  return locked.length === 0 ? undefined : readMerchantPeriod(on, merchantId, periodId)
}

/** The same without a lock, for those who only read. Undefined: the merchant has no orders in the period. */
export async function readMerchantPeriod(
  on: Queryable,
  merchantId: MerchantId,
  periodId: PeriodId,
): Promise<PeriodToSettle | undefined> {
  const found = await rows<PeriodRow>(
    on,
    `select mp.game_id, p.period_no, mp.day, mp.settled_version, mp.revision, p.result_version, p.options
       from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.merchant_id = $1 and mp.period_id = $2`,
    [merchantId, periodId],
  )
  const period = found[0]
  if (!period) return undefined
  return {
    merchantId,
    periodId,
    gameId: period.game_id,
    periodNo: period.period_no,
    day: period.day,
    settledVersion: period.settled_version,
    revision: period.revision,
    resultVersion: period.result_version,
    options: period.options,
  }
}

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
