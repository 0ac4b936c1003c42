import type { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { type Period, type PeriodRow, periodColumns, toPeriod } from '../../games/periods.ts'
import type { Queryable } from '../../platform/db.ts'
import { FIGURE_COLUMNS } from '../exposures/store-columns.ts'
import { type ExposureRow, type FigureRow, figuresOf } from '../exposures/store-exposures.ts'
import type { OddsMark } from './store-boards.ts'

/** Everything boards read besides figures, in one statement for many boards. */

export interface HeadKey {
  /** 0: the head's sum over all merchants. */
  readonly merchantId: MerchantId
  readonly gameId: GameId
  /** Undefined: the current period. */
  readonly periodNo: string | undefined
}

export interface BoardHead {
  readonly period: Period
  readonly odds: OddsMark
  /** The merchant's version; 0n for the sum over merchants. */
  readonly configVersion: bigint
  readonly gameOptions: unknown
}

interface HeadRow extends PeriodRow {
  readonly n: number
  readonly mark: bigint
  readonly streaks: Record<string, number> | null
  readonly config_version: bigint | null
  readonly game_options: unknown
}

/** One head per key; undefined: there is no such period. */
export async function readBoardHeads(
  on: Queryable,
  keys: readonly HeadKey[],
): Promise<readonly (BoardHead | undefined)[]> {
  const found = await on.query<HeadRow & Record<string, unknown>>({
    name: 'book-board-heads',
    text: `select t.n::integer as n, ${periodColumns}, g.options as game_options, m.config_version,
                  (g.odds_version + g.stop_changes + coalesce(d.changes, 0))::bigint as mark, d.streaks
             from unnest($1::integer[], $2::integer[], $3::text[]) with ordinality as t (merchant_id, game_id, period_no, n)
             join games g on g.id = t.game_id
            cross join lateral (
              select case when t.period_no is not null
                          then (select id from periods where game_id = t.game_id and period_no = t.period_no)
                          else coalesce(
                            (select id from periods where game_id = t.game_id and state = 'open' order by close_at limit 1),
                            (select id from periods where game_id = t.game_id and state = 'closed' order by draw_at limit 1),
                            (select id from periods where game_id = t.game_id and state = 'scheduled' order by open_at limit 1),
                            (select id from periods where game_id = t.game_id order by draw_at desc limit 1)) end as id) asked
             join periods p on p.id = asked.id
            cross join lateral (
              select sum(changes) as changes,
                     jsonb_object_agg(play || ' ' || price_key, streak) filter (where cause = 'streak' and drop_odds > 0)
                       as streaks
                from price_drops where period_id = p.id) d
             left join merchants m on m.id = t.merchant_id`,
    values: [
      keys.map(({ merchantId }) => merchantId),
      keys.map(({ gameId }) => gameId),
      keys.map(({ periodNo }) => periodNo ?? null),
    ],
  })
  const heads: (BoardHead | undefined)[] = keys.map(() => undefined)
  for (const line of found.rows)
    heads[line.n - 1] = {
      period: toPeriod(line),
      odds: { mark: line.mark, streaks: new Map(Object.entries(line.streaks ?? {})) },
      configVersion: line.config_version ?? 0n,
      gameOptions: line.game_options,
    }
  return heads
}

export interface FiguresKey {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
  readonly path: PathId
  readonly plays: readonly string[]
}

/**
 * The rows of a holder that changed after a batch, with `count` and `sum` to check that nothing else changed. Every
 * write increases a row's `changed`, so equal count and sum of `changed` mean equal rows.
 */
export interface ChangedRows {
  readonly count: number
  readonly sum: bigint
  readonly rows: readonly ExposureRow[]
}

interface ChangedRow extends FigureRow {
  readonly n: number
  readonly rows_now: number
  readonly changed_sum: string
  readonly play: string | null
  readonly item: string
  readonly pankou: string
  readonly changed: bigint
}

export const ALL_ROWS = -1n

type Wanted = { readonly key: FiguresKey; readonly after: bigint }

/** What changed of each holder. Each merchant's holders are one statement, because they lie on its machine. */
export async function readChangedRows(on: Queryable, wanted: readonly Wanted[]): Promise<readonly ChangedRows[]> {
  const places = Map.groupBy(wanted.keys(), (place) => wanted[place]?.key.merchantId)
  const found = new Map<number, ChangedRows>()
  await Promise.all(
    [...places].map(async ([merchantId, own]) => {
      if (merchantId === undefined) return
      const lines = await changedRowsOf(
        on,
        merchantId,
        own.flatMap((place) => wanted[place] ?? []),
      )
      for (const [index, place] of own.entries()) found.set(place, changedOf(lines, index + 1))
    }),
  )
  return wanted.map((_, place) => must(found.get(place), 'the rows of a holder'))
}

async function changedRowsOf(
  on: Queryable,
  merchantId: MerchantId,
  wanted: readonly Wanted[],
): Promise<Map<number, ChangedRow[]>> {
  const found = await on.query<ChangedRow & Record<string, unknown>>({
    name: 'book-board-changes',
    // Lateral joins: one look-up by primary key per holder, even if the planner misjudges the sizes.
    text: `select t.n::integer as n, s.rows_now, s.changed_sum, e.*
             from unnest($2::integer[], $3::integer[], $4::text[], $5::bigint[]) with ordinality
                  as t (period_id, path_id, plays, after, n)
            cross join lateral (
              select count(*)::integer as rows_now, coalesce(sum(x.changed), 0)::text as changed_sum
                from exposures x
               where x.merchant_id = $1 and x.period_id = t.period_id and x.path_id = t.path_id
                 and x.play = any(t.plays::text[])) s
             left join lateral (
              select x.play, x.item, x.pankou, ${FIGURE_COLUMNS.map(([name]) => `x.${name}`).join(', ')}, x.changed
                from exposures x
               where x.merchant_id = $1 and x.period_id = t.period_id and x.path_id = t.path_id
                 and x.play = any(t.plays::text[]) and x.changed > t.after offset 0) e on true`,
    values: [
      merchantId,
      wanted.map(({ key }) => key.periodId),
      wanted.map(({ key }) => key.path),
      wanted.map(({ key }) => `{${key.plays.join(',')}}`),
      wanted.map(({ after }) => String(after)),
    ],
  })
  return Map.groupBy(found.rows, (line) => line.n)
}

function changedOf(byPlace: ReadonlyMap<number, readonly ChangedRow[]>, place: number): ChangedRows {
  const lines = byPlace.get(place) ?? []
  const [first] = lines
  if (!first) throw new Error('the statement returned no row for a holder')
  const rows = lines.flatMap((line) =>
    line.play === null
      ? []
      : [{ play: line.play, item: line.item, pankou: line.pankou, figures: figuresOf(line), changed: line.changed }],
  )
  return { count: first.rows_now, sum: BigInt(first.changed_sum), rows }
}
