import { type DropCause, type DropStep, dropKey } from '@strata/domain/games/drops'
import type { StreakStep } from '@strata/domain/games/streaks'
import type { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import { type Money, money, type Odds, odds } from '@strata/domain/money'
import { z } from 'zod'
import type { Statement } from '../../platform/chunks.ts'
import { type Queryable, row, rows } from '../../platform/db.ts'
import { HEAD_PATH } from '../../tree/paths.ts'

/** Steps of a price key, or of every key of the play that has no steps of its own of that kind. */
export interface StoredSteps {
  readonly gameId: GameId
  readonly play: string
  /** Null: all keys of the play. */
  readonly key: string | null
  readonly steps: readonly DropStep[]
  readonly streakSteps: readonly StreakStep[]
}

const units = z.string().regex(/^\d{1,19}$/)
const storedSteps = z.array(z.object({ stake: units, drop: units, floor: units }))
const storedStreakSteps = z.array(z.object({ draws: z.int(), drop: units, floor: units }))

const ALL_KEYS = ''

export async function readDropSteps(on: Queryable, gameId: GameId | null): Promise<StoredSteps[]> {
  const found = await rows<{ game_id: GameId; play: string; price_key: string; steps: unknown; streak_steps: unknown }>(
    on,
    `select game_id, play, price_key, steps, streak_steps from price_drop_steps
      where $1::integer is null or game_id = $1 order by game_id, play, price_key limit 10000`,
    [gameId],
  )
  return found.map((line) => ({
    gameId: line.game_id,
    play: line.play,
    key: line.price_key === ALL_KEYS ? null : line.price_key,
    steps: storedSteps.parse(line.steps).map(({ stake, drop, floor }) => ({
      stake: money(BigInt(stake)),
      drop: odds(BigInt(drop)),
      floor: odds(BigInt(floor)),
    })),
    streakSteps: storedStreakSteps.parse(line.streak_steps).map(({ draws, drop, floor }) => ({
      draws,
      drop: odds(BigInt(drop)),
      floor: odds(BigInt(floor)),
    })),
  }))
}

const streakStepsToJson = (steps: readonly StreakStep[]): string =>
  JSON.stringify(steps.map(({ draws, drop, floor }) => ({ draws, drop: `${drop}`, floor: `${floor}` })))

const stepsToJson = (steps: readonly DropStep[]): string =>
  JSON.stringify(steps.map(({ stake, drop, floor }) => ({ stake: `${stake}`, drop: `${drop}`, floor: `${floor}` })))

/** Replaces the steps of these keys. Empty steps of both kinds delete them. */
export async function putDropSteps(on: Queryable, gameId: GameId, items: readonly StoredSteps[]): Promise<void> {
  const columns = (some: readonly StoredSteps[]): string[][] => [
    some.map(({ play }) => play),
    some.map(({ key }) => key ?? ALL_KEYS),
  ]
  const hasSteps = ({ steps, streakSteps }: StoredSteps): boolean => steps.length + streakSteps.length > 0
  const [saved, gone] = [items.filter(hasSteps), items.filter((item) => !hasSteps(item))]
  await on.query(
    `insert into price_drop_steps (game_id, play, price_key, steps, streak_steps)
     select $1, t.play, t.price_key, t.steps::jsonb, t.streak_steps::jsonb
       from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as t (play, price_key, steps, streak_steps)
     on conflict (game_id, play, price_key) do update set steps = excluded.steps, streak_steps = excluded.streak_steps`,
    [
      gameId,
      ...columns(saved),
      saved.map(({ steps }) => stepsToJson(steps)),
      saved.map(({ streakSteps }) => streakStepsToJson(streakSteps)),
    ],
  )
  await on.query(
    `delete from price_drop_steps s using unnest($2::text[], $3::text[]) as t (play, price_key)
      where s.game_id = $1 and s.play = t.play and s.price_key = t.price_key`,
    [gameId, ...columns(gone)],
  )
}

export interface DropPeriod {
  readonly periodId: PeriodId
  readonly gameId: GameId
  readonly periodNo: string
  readonly state: 'scheduled' | 'open' | 'closed'
  readonly closeAt: number
  readonly drawAt: number
}

/** How long before it opens a period gets its drops by streak, so that they apply to the first bet. */
const BEFORE_OPEN_MS = 5_000

/** Periods on sale or about to open, of games that have steps or a drop that may have to be removed. */
export async function droppingPeriods(on: Queryable, now: number): Promise<DropPeriod[]> {
  const found = await rows<{
    id: PeriodId
    game_id: GameId
    period_no: string
    state: DropPeriod['state']
    close_at: bigint
    draw_at: bigint
  }>(
    on,
    `select p.id, p.game_id, p.period_no, p.state, p.close_at, p.draw_at from periods p
      where (p.state in ('open', 'closed') or p.state = 'scheduled' and p.open_at <= $1::bigint + ${BEFORE_OPEN_MS})
        and p.hedge_close_at > $1
        and (exists (select 1 from price_drop_steps s where s.game_id = p.game_id)
             or exists (select 1 from price_drops d where d.period_id = p.id and d.drop_odds > 0))
      order by p.id limit 200`,
    [now],
  )
  return found.map((line) => ({
    periodId: line.id,
    gameId: line.game_id,
    periodNo: line.period_no,
    state: line.state,
    closeAt: Number(line.close_at),
    drawAt: Number(line.draw_at),
  }))
}

export interface HeldItem {
  readonly play: string
  /** '' for plays with one price for all items. */
  readonly item: string
  readonly held: Money
}

/**
 * What the head holds of members' stakes in a period, over all merchants. Each of the plays in `flat` gives one sum.
 */
export async function readHeadHeld(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  at: { readonly periodId: PeriodId; readonly plays: readonly string[]; readonly flat: readonly string[] },
): Promise<HeldItem[]> {
  const found = await rows<{ play: string; item: string; held: bigint }>(
    on,
    `select e.play, case when e.play = any($4::text[]) then '' else e.item end as item, sum(e.held)::bigint as held
       from exposures e
      where e.merchant_id = any($1::integer[]) and e.period_id = $2 and e.path_id = ${HEAD_PATH} and e.play = any($3::text[])
      group by 1, 2`,
    [[...merchantIds], at.periodId, [...at.plays], [...at.flat]],
  )
  return found.map(({ play, item, held }) => ({ play, item, held: money(held) }))
}

export interface StoredDrop {
  readonly play: string
  readonly key: string
  readonly cause: DropCause
  /** For a drop by streak: draws won in a row; else 0. */
  readonly streak: number
  readonly drop: Odds
  readonly floor: Odds
}

export async function readDrops(on: Queryable, periodId: PeriodId): Promise<StoredDrop[]> {
  const found = await rows<{
    play: string
    price_key: string
    cause: DropCause
    streak: number
    drop_odds: bigint
    floor_odds: bigint
  }>(on, 'select play, price_key, cause, streak, drop_odds, floor_odds from price_drops where period_id = $1', [
    periodId,
  ])
  return found.map((line) => ({
    play: line.play,
    key: line.price_key,
    cause: line.cause,
    streak: line.streak,
    drop: odds(line.drop_odds),
    floor: odds(line.floor_odds),
  }))
}

/** What the head held when a price key was reset, by price key (`dropKey`). */
export type Resets = ReadonlyMap<string, Money>

export async function readResets(on: Queryable, periodId: PeriodId): Promise<Resets> {
  const found = await rows<{ play: string; price_key: string; held: bigint }>(
    on,
    'select play, price_key, held from price_drop_resets where period_id = $1',
    [periodId],
  )
  return new Map(found.map(({ play, price_key, held }) => [dropKey(play, price_key), money(held)]))
}

/** Stakes held until now no longer count for these price keys in the period. */
export async function putResets(
  on: Queryable,
  periodId: PeriodId,
  keys: readonly { readonly play: string; readonly key: string; readonly held: Money }[],
  at: number,
): Promise<void> {
  await on.query(
    `insert into price_drop_resets (period_id, play, price_key, held, at)
     select $1, t.play, t.price_key, t.held, $2
       from unnest($3::text[], $4::text[], $5::text[]::bigint[]) as t (play, price_key, held)
     on conflict (period_id, play, price_key) do update set held = excluded.held, at = excluded.at`,
    [periodId, at, keys.map(({ play }) => play), keys.map(({ key }) => key), keys.map(({ held }) => String(held))],
  )
}

export interface DropChange extends StoredDrop {
  readonly id: bigint
  /** For a drop by stake: what the head held; else 0. */
  readonly held: Money
  readonly before: Odds
}

/** Puts new drops of a period in force and logs each. */
export async function writeDrops(
  on: Queryable,
  period: DropPeriod,
  changes: readonly DropChange[],
  { at, resetBy }: { readonly at: number; readonly resetBy: string | null },
): Promise<void> {
  const columns = [
    changes.map(({ play }) => play),
    changes.map(({ key }) => key),
    changes.map(({ drop }) => String(drop)),
    changes.map(({ floor }) => String(floor)),
    changes.map(({ cause }) => cause),
    changes.map(({ streak }) => streak),
  ]
  await on.query(
    `insert into price_drops (period_id, play, price_key, drop_odds, floor_odds, cause, streak, at)
     select $1, t.play, t.price_key, t.drop_odds, t.floor_odds, t.cause, t.streak, $2
       from unnest($3::text[], $4::text[], $5::text[]::bigint[], $6::text[]::bigint[], $7::text[], $8::integer[])
            as t (play, price_key, drop_odds, floor_odds, cause, streak)
     on conflict (period_id, play, price_key, cause) do update
        set drop_odds = excluded.drop_odds, floor_odds = excluded.floor_odds, streak = excluded.streak, at = excluded.at,
            changes = price_drops.changes + 1`,
    [period.periodId, at, ...columns],
  )
  await on.query(
    `insert into price_drop_log (id, game_id, period_id, play, price_key, cause, streak, held, drop_before, drop_after,
                                 floor_odds, at, reset_by)
     select t.id, $1, $2, t.play, t.price_key, t.cause, t.streak, t.held, t.drop_before, t.drop_after, t.floor_odds, $3,
            $13
       from unnest($4::text[], $5::text[], $6::text[]::bigint[], $7::text[]::bigint[], $8::text[], $9::integer[],
                   $10::text[]::bigint[], $11::text[]::bigint[], $12::text[]::bigint[])
            as t (play, price_key, drop_after, floor_odds, cause, streak, id, held, drop_before)`,
    [
      period.gameId,
      period.periodId,
      at,
      ...columns,
      changes.map(({ id }) => String(id)),
      changes.map(({ held }) => String(held)),
      changes.map(({ before }) => String(before)),
      resetBy,
    ],
  )
}

export interface DropLogRow {
  readonly id: bigint
  readonly at: bigint
  readonly period_no: string
  readonly play: string
  readonly price_key: string
  readonly cause: DropCause
  readonly streak: number
  readonly held: bigint
  readonly drop_before: bigint
  readonly drop_after: bigint
  readonly floor_odds: bigint
  readonly reset_by: string | null
}

export interface DropLogFilter {
  readonly gameId: GameId
  readonly periodNo: string | null
  readonly play: string | null
}

const LOGGED = `l.game_id = $1
  and ($2::text is null or l.period_id = (select id from periods where game_id = $1 and period_no = $2))
  and ($3::text is null or l.play = $3)`

export interface DropLogPage {
  /** Null: no limit. */
  readonly limit: number | null
  readonly offset: number
  readonly descending: boolean
}

const loggedValues = ({ gameId, periodNo, play }: DropLogFilter): unknown[] => [gameId, periodNo, play]

export const dropLogStatement = (filter: DropLogFilter, page: DropLogPage): Statement => ({
  text: `select l.id, l.at, p.period_no, l.play, l.price_key, l.cause, l.streak, l.held, l.drop_before, l.drop_after, l.floor_odds,
              l.reset_by
       from price_drop_log l join periods p on p.id = l.period_id
      where ${LOGGED} order by l.id ${page.descending ? 'desc' : 'asc'} limit $4 offset $5`,
  values: [...loggedValues(filter), page.limit, page.offset],
})

/** The number of lines, counted up to `most`. */
export async function countDropLog(on: Queryable, filter: DropLogFilter, most: number | null): Promise<number> {
  const counted = await row<{ total: bigint }>(
    on,
    `select count(*)::bigint as total from (select 1 from price_drop_log l where ${LOGGED} limit $4) as counted`,
    [...loggedValues(filter), most],
  )
  return Number(counted.total)
}

const MAX_COUNTED = 10_000

export async function readDropLog(
  on: Queryable,
  filter: DropLogFilter,
  page: DropLogPage,
): Promise<{ items: DropLogRow[]; total: number }> {
  const { text, values } = dropLogStatement(filter, page)
  const items = await rows<DropLogRow & Record<string, unknown>>(on, text, values)
  return { items, total: await countDropLog(on, filter, MAX_COUNTED) }
}
