import type { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'

/** The merchant's rows of these periods, as far as it has any, locked in share mode until the transaction ends. */
export const lockShared = async (
  on: Queryable,
  merchantId: MerchantId,
  periodIds: readonly PeriodId[],
): Promise<{ period_id: PeriodId; settled_version: number }[]> =>
  (
    await on.query<{ period_id: PeriodId; settled_version: number }>({
      name: 'book-share',
      text: `select period_id, settled_version from merchant_periods
              where merchant_id = $1 and period_id = any($2::integer[]) order by period_id for share`,
      values: [merchantId, `{${periodIds.join(',')}}`],
    })
  ).rows

/** Creates the merchant's rows of periods that it has none of. */
export async function insertParts(
  on: Queryable,
  merchantId: MerchantId,
  periods: readonly { readonly periodId: PeriodId; readonly gameId: GameId; readonly day: string }[],
): Promise<void> {
  await on.query(
    `insert into merchant_periods (merchant_id, period_id, game_id, day)
     select $1::integer, t.period_id, t.game_id, t.day
       from unnest($2::integer[], $3::smallint[], $4::date[]) as t (period_id, game_id, day)
      order by t.period_id on conflict do nothing`,
    [
      merchantId,
      `{${periods.map((period) => period.periodId).join(',')}}`,
      `{${periods.map((period) => period.gameId).join(',')}}`,
      `{${periods.map((period) => period.day).join(',')}}`,
    ],
  )
}

/** Marks the merchant's final pass of a period as done. False when it was before or the merchant has no bets in it. */
export async function markFinalPass(on: Queryable, merchantId: MerchantId, periodId: PeriodId): Promise<boolean> {
  const claimed = await on.query(
    `update merchant_periods set final_pass = true
      where merchant_id = $1 and period_id = $2 and not final_pass and settled_version = 0`,
    [merchantId, periodId],
  )
  return claimed.rowCount === 1
}

/** Merchants that have bets in a period but have not done its final pass. */
export const merchantsWithoutFinalPass = async (on: Queryable, periodId: PeriodId): Promise<MerchantId[]> =>
  (
    await rows<{ merchant_id: MerchantId }>(
      on,
      'select merchant_id from merchant_periods where period_id = $1 and not final_pass and settled_version = 0 order by 1',
      [periodId],
    )
  ).map((row) => row.merchant_id)

/** Answers whether the merchant's part of the period had an earlier revision, which this one follows. */
export async function noteSettled(
  on: Queryable,
  part: {
    readonly merchantId: MerchantId
    readonly periodId: PeriodId
    readonly settledVersion: number
    readonly revision: number
  },
): Promise<boolean> {
  const noted = await on.query(
    `update merchant_periods set settled_version = $3, revision = $4
      where merchant_id = $1 and period_id = $2 and revision = $4 - 1`,
    [part.merchantId, part.periodId, part.settledVersion, part.revision],
  )
  return noted.rowCount === 1
}

/** A merchant's part of a period, with the result and the rules it is settled by. */
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
