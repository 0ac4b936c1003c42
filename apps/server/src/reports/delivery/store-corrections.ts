import { type Queryable, rows } from '../../platform/db.ts'
import type { DayRange } from './store-rollups.ts'

/** A correction or void in a range, as far as it concerns an opened path. */
export interface NotedCorrection {
  readonly merchant_id: number
  readonly day: string
  readonly period_id: number
  readonly game_id: number
  readonly kind: 'correction' | 'periodVoid' | 'orderVoid'
  readonly bettor: number | null
  readonly paths: number[]
}

/** More marks than these nobody reads one by one. */
const MOST = 2000

/** Corrections of a range in which the opened path had an order. */
export const correctionsIn = async (
  on: Queryable,
  asked: {
    readonly merchantIds: readonly number[]
    readonly pathId: number
    readonly days: DayRange | null
    readonly periodIds: readonly number[] | null
    readonly gameIds: readonly number[] | null
  },
): Promise<NotedCorrection[]> =>
  rows<NotedCorrection & Record<string, unknown>>(
    on,
    `select merchant_id, day, period_id, game_id, kind, bettor, paths from corrections
      where merchant_id = any($1) and paths @> array[$2::integer]
        and ($3::date is null or day between $3 and $4)
        and ($5::integer[] is null or period_id = any($5)) and ($6::smallint[] is null or game_id = any($6))
      order by day desc, period_id desc limit ${MOST}`,
    [asked.merchantIds, asked.pathId, asked.days?.from ?? null, asked.days?.to ?? null, asked.periodIds, asked.gameIds],
  )

/** Which of these bettors bet in which of these periods. */
export const bettorsIn = async (
  on: Queryable,
  merchantIds: readonly number[],
  periodIds: readonly number[],
  bettors: readonly number[],
): Promise<{ path_id: number; period_id: number }[]> =>
  rows(
    on,
    `select distinct path_id, period_id from member_items
      where merchant_id = any($1) and period_id = any($2::integer[]) and path_id = any($3::integer[])`,
    [merchantIds, periodIds, bettors],
  )
