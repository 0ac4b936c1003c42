import type { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import { ballsOf } from '../../games/results.ts'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'

export type PeriodState = 'scheduled' | 'open' | 'closed' | 'drawn' | 'settled' | 'void'

export interface Period {
  readonly periodId: PeriodId
  readonly gameId: GameId
  readonly periodNo: string
  readonly day: string
  readonly openAt: number
  readonly closeAt: number
  readonly hedgeCloseAt: number
  readonly drawAt: number
  readonly state: PeriodState
  readonly options: unknown
  readonly resultVersion: number
}

export interface PeriodRow {
  readonly id: PeriodId
  readonly game_id: GameId
  readonly period_no: string
  readonly day: string
  readonly open_at: bigint
  readonly close_at: bigint
  readonly hedge_close_at: bigint
  readonly draw_at: bigint
  readonly state: PeriodState
  readonly options: unknown
  readonly result_version: number
}

export const toPeriod = (row: PeriodRow): Period => ({
  periodId: row.id,
  gameId: row.game_id,
  periodNo: row.period_no,
  day: row.day,
  openAt: Number(row.open_at),
  closeAt: Number(row.close_at),
  hedgeCloseAt: Number(row.hedge_close_at),
  drawAt: Number(row.draw_at),
  state: row.state,
  options: row.options,
  resultVersion: row.result_version,
})

export const periodColumns =
  'p.id, p.game_id, p.period_no, p.day, p.open_at, p.close_at, p.hedge_close_at, p.draw_at, p.state, p.options, p.result_version'

export async function findPeriod(on: Queryable, gameId: GameId, periodNo: string): Promise<Period | undefined> {
  const found = await maybeRow<PeriodRow>(
    on,
    `select ${periodColumns} from periods p where p.game_id = $1 and p.period_no = $2`,
    [gameId, periodNo],
  )
  return found && toPeriod(found)
}

export async function periodById(on: Queryable, periodId: PeriodId): Promise<Period | undefined> {
  const found = await maybeRow<PeriodRow>(on, `select ${periodColumns} from periods p where p.id = $1`, [periodId])
  return found && toPeriod(found)
}

/** The default period of a board: the open one, else the one waiting for its draw, the next, the last. */
export async function currentPeriod(on: Queryable, gameId: GameId): Promise<Period | undefined> {
  const found = await maybeRow<PeriodRow>(
    on,
    `select ${periodColumns} from periods p
      where p.game_id = $1 and p.id = coalesce(
        (select id from periods where game_id = $1 and state = 'open' order by close_at limit 1),
        (select id from periods where game_id = $1 and state = 'closed' order by draw_at limit 1),
        (select id from periods where game_id = $1 and state = 'scheduled' order by open_at limit 1),
        (select id from periods where game_id = $1 order by draw_at desc limit 1))`,
    [gameId],
  )
  return found && toPeriod(found)
}

/** Periods in which agents may still replenish. */
export async function replenishablePeriods(on: Queryable, gameId: GameId, now: number): Promise<Period[]> {
  const found = await rows<PeriodRow>(
    on,
    `select ${periodColumns} from periods p
      where p.game_id = $1 and p.state in ('open', 'closed') and p.hedge_close_at > $2 order by p.id limit 100`,
    [gameId, now],
  )
  return found.map(toPeriod)
}

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

/** The balls of the result in force, in draw order. Null before the draw and for a void period. */
export const resultOf = async (on: Queryable, period: Period): Promise<{ balls: number[]; date: string } | null> =>
  period.resultVersion === 0 ? null : ballsOf(on, period.periodId, period.resultVersion)
