import type { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import type { PeriodToSettle } from '../../book/open-games.ts'
import { endPeriod } from '../../games/periods.ts'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'

/** A correction, with which reports mark a day. */
export interface NotedCorrection {
  readonly kind: 'correction' | 'periodVoid' | 'orderVoid'
  readonly order: { readonly id: bigint; readonly bettor: PathId } | null
  readonly paths: readonly PathId[]
}

export async function insertCorrection(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  noted: NotedCorrection,
  at: number,
): Promise<void> {
  await on.query(
    `insert into corrections (merchant_id, day, period_id, revision, game_id, kind, order_id, bettor, paths, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      period.merchantId,
      period.day,
      period.periodId,
      revision,
      period.gameId,
      noted.kind,
      noted.order === null ? null : String(noted.order.id),
      noted.order?.bettor ?? null,
      noted.paths,
      at,
    ],
  )
}

/** A revision can be applied only once: a second row of it fails. */
export async function insertApplied(
  on: Queryable,
  part: { readonly merchantId: MerchantId; readonly periodId: PeriodId },
  revision: number,
  at: number,
): Promise<void> {
  await on.query('insert into rollup_applied (merchant_id, period_id, version, at) values ($1, $2, $3, $4)', [
    part.merchantId,
    part.periodId,
    revision,
    at,
  ])
}

/** The result under which all of a drawn period is folded and posted; undefined: a merchant's part of it waits. */
async function doneUnder(on: Queryable, periodId: PeriodId): Promise<number | undefined> {
  const found = await maybeRow<{ result_version: number }>(
    on,
    `/* all merchants */
     select p.result_version from periods p
      where p.id = $1 and p.state = 'drawn'
        and (select count(*) from merchant_periods mp join periods q on q.id = mp.period_id
              where mp.period_id = $1
                and (mp.settled_version < q.result_version
                     or exists (select from posting_runs r
                                 where r.merchant_id = mp.merchant_id and r.period_id = mp.period_id and not r.done))) = 0`,
    [periodId],
  )
  return found?.result_version
}

/**
 * Marks a drawn period as settled when every merchant's part is folded and posted. Returns whether this call did it.
 */
export async function finishPeriod(on: Queryable, periodId: PeriodId): Promise<boolean> {
  const version = await doneUnder(on, periodId)
  return version !== undefined && (await endPeriod(on, periodId, version))
}

export interface DuePart {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
}

/** Merchants' parts of one period that still have something to do. */
export async function dueParts(on: Queryable, periodId: PeriodId): Promise<DuePart[]> {
  const found = await rows<{ merchant_id: MerchantId }>(
    on,
    `/* all merchants */
     select mp.merchant_id from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.period_id = $1
        and (mp.settled_version < p.result_version
             or exists (select from posting_runs r
                         where r.merchant_id = mp.merchant_id and r.period_id = mp.period_id and not r.done))
      order by mp.merchant_id`,
    [periodId],
  )
  return found.map(({ merchant_id }) => ({ merchantId: merchant_id, periodId }))
}

/**
 * Periods with a result that may have parts left: drawn ones, and in any state those with a part that nobody settled
 * (a merchant's first batch may commit after all others were done), with a run that is not posted, or with a part that
 * was settled before the period was voided. None of it depends on age: a job may have been lost at any time.
 */
export async function periodsWithResults(on: Queryable): Promise<PeriodId[]> {
  const found = await rows<{ id: PeriodId }>(
    on,
    `/* all merchants */
     select id from periods where state = 'drawn'
     union
     select mp.period_id from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.settled_version = 0 and p.result_version > 0
     union
     select r.period_id from posting_runs r where not r.done
     union
     select mp.period_id from draws d join periods p on p.id = d.period_id join merchant_periods mp on mp.period_id = p.id
      where d.kind = 'void' and p.state = 'void' and mp.settled_version < p.result_version
     order by 1 limit 1000`,
  )
  return found.map(({ id }) => id)
}

/** A correction or void in a range, as far as it concerns an opened path. */
export interface CorrectionMark {
  readonly merchant_id: MerchantId
  readonly day: string
  readonly period_id: PeriodId
  readonly game_id: GameId
  readonly kind: 'correction' | 'periodVoid' | 'orderVoid'
  readonly bettor: PathId | null
  readonly paths: PathId[]
}

/** More marks than these nobody reads one by one. */
const MAX_MARKS = 2000

/** Corrections of a range in which the opened path had an order. */
export const correctionsIn = async (
  on: Queryable,
  asked: {
    readonly merchantIds: readonly MerchantId[]
    readonly pathId: PathId
    readonly days: { readonly from: string; readonly to: string } | null
    readonly periodIds: readonly PeriodId[] | null
    readonly gameIds: readonly GameId[] | null
  },
): Promise<CorrectionMark[]> =>
  rows<CorrectionMark & Record<string, unknown>>(
    on,
    `select merchant_id, day, period_id, game_id, kind, bettor, paths from corrections
      where merchant_id = any($1) and paths @> array[$2::integer]
        and ($3::date is null or day between $3 and $4)
        and ($5::integer[] is null or period_id = any($5)) and ($6::smallint[] is null or game_id = any($6))
      order by day desc, period_id desc limit ${MAX_MARKS}`,
    [asked.merchantIds, asked.pathId, asked.days?.from ?? null, asked.days?.to ?? null, asked.periodIds, asked.gameIds],
  )
