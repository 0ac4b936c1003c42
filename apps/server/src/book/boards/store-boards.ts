import type { ExposureFigures } from '@strata/domain/book/exposure'
import type { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Queryable, row, rows } from '../../platform/db.ts'
import { FIGURE_COLUMNS } from '../exposures/store-columns.ts'
import { type ExposureRow, type FigureRow, figuresOf } from '../exposures/store-exposures.ts'
import { foldedExposures } from '../exposures/store-fold.ts'

/** Whether an order came through a path: the path is in the chain, or is the bettor. */
const THROUGH_PATH = '$4::integer in (o.bettor, o.m, o.g, o.a)'

/** A holder's figures of a period, only from orders that came through a path below it. */
export async function readSubtreeExposures(
  on: Queryable,
  merchantId: MerchantId,
  at: { readonly periodId: PeriodId; readonly day: string; readonly holder: PathId; readonly through: PathId },
): Promise<ExposureRow[]> {
  const found = await rows<FigureRow & { play: string; item: string; pankou: string }>(
    on,
    `select folded.* from (${foldedExposures('$5', THROUGH_PATH)}) folded where folded.path_id = $3::integer`,
    [merchantId, at.periodId, at.holder, at.through, at.day],
  )
  return found.map((row) => ({
    play: row.play,
    item: row.item,
    pankou: row.pankou,
    figures: figuresOf(row) as ExposureFigures,
    // Folded for each request, so it always counts as changed.
    changed: 2n ** 62n,
  }))
}

/** All rows of some holders in a period, by holder. */
export async function readHoldersExposures(
  on: Queryable,
  merchantId: MerchantId,
  at: { readonly periodId: PeriodId; readonly paths: readonly PathId[] },
): Promise<Map<PathId, ExposureRow[]>> {
  const found = await rows<
    FigureRow & { path_id: PathId; play: string; item: string; pankou: string; changed: bigint }
  >(
    on,
    `select e.path_id, e.play, e.item, e.pankou, ${FIGURE_COLUMNS.map(([name]) => `e.${name}`).join(', ')}, e.changed
       from exposures e where e.merchant_id = $1 and e.period_id = $2 and e.path_id = any($3::integer[])`,
    [merchantId, at.periodId, [...at.paths]],
  )
  const byPath = Map.groupBy(found, (line) => line.path_id)
  return new Map(
    [...byPath].map(([path, lines]) => [
      path,
      lines.map((line) => ({
        play: line.play,
        item: line.item,
        pankou: line.pankou,
        figures: figuresOf(line) as ExposureFigures,
        changed: line.changed,
      })),
    ]),
  )
}

export interface OddsMark {
  /** Increases whenever the odds of a period change. */
  readonly mark: bigint
  /** By price key ("play key") that is lowered by streak: draws won in a row. */
  readonly streaks: ReadonlyMap<string, number>
}

export async function readOddsMark(
  on: Queryable,
  period: { readonly gameId: GameId; readonly periodId: PeriodId },
): Promise<OddsMark> {
  const { mark, streaks } = await row<{ mark: bigint; streaks: Record<string, number> | null }>(
    on,
    `select (g.odds_version + g.stop_changes + coalesce(d.changes, 0))::bigint as mark, d.streaks
       from games g
      cross join (select sum(changes) as changes,
                         jsonb_object_agg(play || ' ' || price_key, streak) filter (where cause = 'streak' and drop_odds > 0)
                           as streaks
                    from price_drops where period_id = $2) d
      where g.id = $1`,
    [period.gameId, period.periodId],
  )
  return { mark, streaks: new Map(Object.entries(streaks ?? {})) }
}

export interface TodayRow {
  readonly game_id: GameId
  readonly day: string
  readonly orders: bigint
  readonly stake: bigint
  readonly valid: bigint
  readonly result: bigint
}

/** By role, a holder's part of an order: what the level below owes it less what it owes above. */
const OWN_RESULT = ['r.u_m', 'r.u_g - r.u_m', 'r.u_a - r.u_g', 'r.u_b - r.u_a'] as const

/** Settled business of a holder by game and day: members' orders and stakes, and its result over all orders. */
export const readSettledDays = (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  at: { readonly path: PathId; readonly role: 0 | 1 | 2 | 3; readonly from: string; readonly to: string },
): Promise<TodayRow[]> =>
  rows<TodayRow>(
    on,
    `select r.game_id, r.day, coalesce(sum(r.orders) filter (where r.kind = 0), 0)::bigint as orders,
            coalesce(sum(r.stake) filter (where r.kind = 0), 0)::bigint as stake,
            coalesce(sum(r.valid) filter (where r.kind = 0), 0)::bigint as valid,
            sum(case when r.own then -r.u_b else ${OWN_RESULT[at.role]} end)::bigint as result
       from rollup_plays r
      where r.merchant_id = any($1::integer[]) and r.path_id = $2 and r.day between $3 and $4
      group by 1, 2`,
    [[...merchantIds], at.path, at.from, at.to],
  )

/** Open business of a holder by game: periods that are not settled. */
export const readOpen = (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  path: PathId,
): Promise<{ game_id: GameId; orders: bigint; stake: bigint }[]> =>
  rows<{ game_id: GameId; orders: bigint; stake: bigint }>(
    on,
    `select mp.game_id, sum(e.bet_count)::bigint as orders, sum(e.bet_amount)::bigint as stake
       from merchant_periods mp
       join exposures e on e.merchant_id = mp.merchant_id and e.period_id = mp.period_id and e.path_id = $2
      where mp.merchant_id = any($1::integer[]) and mp.settled_version = 0
      group by 1`,
    [[...merchantIds], path],
  )

export interface HeadToday {
  readonly merchant_id: MerchantId
  readonly game_id: GameId
  readonly orders: bigint
  readonly stake: bigint
  readonly result: bigint
  readonly open_orders: bigint
  readonly open_stake: bigint
}

/** The head's business of a day by merchant and game, settled and open: the same sums as readSettledDays and readOpen. */
export const readHeadToday = (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  at: { readonly path: PathId; readonly day: string },
): Promise<HeadToday[]> =>
  rows<HeadToday & Record<string, unknown>>(
    on,
    `with settled as (
       select r.merchant_id, r.game_id, coalesce(sum(r.orders) filter (where r.kind = 0), 0)::bigint as orders,
              coalesce(sum(r.stake) filter (where r.kind = 0), 0)::bigint as stake,
              sum(case when r.own then -r.u_b else ${OWN_RESULT[0]} end)::bigint as result
         from rollup_plays r
        where r.merchant_id = any($1::integer[]) and r.path_id = $2 and r.day = $3
        group by 1, 2),
     waiting as (
       select mp.merchant_id, mp.game_id, sum(e.bet_count)::bigint as orders, sum(e.bet_amount)::bigint as stake
         from merchant_periods mp
         join exposures e on e.merchant_id = mp.merchant_id and e.period_id = mp.period_id and e.path_id = $2
        where mp.merchant_id = any($1::integer[]) and mp.settled_version = 0
        group by 1, 2)
     select merchant_id, game_id, coalesce(s.orders, 0) as orders, coalesce(s.stake, 0) as stake,
            coalesce(s.result, 0) as result, coalesce(w.orders, 0) as open_orders, coalesce(w.stake, 0) as open_stake
       from settled s full join waiting w using (merchant_id, game_id)`,
    [[...merchantIds], at.path, at.day],
  )
