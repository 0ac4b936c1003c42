import type { MonthPlan } from '@strata/domain/games/month'
import type { GameId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'
import type { PeriodState, ResultSource } from './store-periods.ts'

export interface StoredPlan {
  readonly version: number
  readonly plan: MonthPlan
}

export async function readPlan(on: Queryable, gameId: GameId): Promise<StoredPlan | undefined> {
  const found = await rows<{ version: number; plan: MonthPlan }>(
    on,
    'select version, plan from period_templates where game_id = $1',
    [gameId],
  )
  return found[0]
}

/** The caller holds the game's lock. */
export async function savePlan(on: Queryable, gameId: GameId, { version, plan }: StoredPlan): Promise<void> {
  await on.query(
    `insert into period_templates (game_id, version, plan) values ($1, $2, $3)
     on conflict (game_id) do update set version = excluded.version, plan = excluded.plan`,
    [gameId, version, JSON.stringify(plan)],
  )
}

export interface LockedGame {
  readonly name: string
  readonly gameType: string
  readonly resultSource: ResultSource
}

/** Holds the lock of everybody who plans the game's periods. */
export async function lockGameToOpen(on: Queryable, gameId: GameId): Promise<LockedGame | undefined> {
  const found = await rows<{ name: string; game_type: string; result_source: ResultSource }>(
    on,
    'select name, game_type, result_source from games where id = $1 for no key update',
    [gameId],
  )
  return found[0] && { name: found[0].name, gameType: found[0].game_type, resultSource: found[0].result_source }
}

export interface StoredPeriod {
  readonly periodNo: string
  readonly state: PeriodState
  readonly openAt: number
  readonly closeAt: number
  readonly drawAt: number
}

const columns = 'period_no, state, open_at, close_at, draw_at'
type KnownRow = {
  readonly period_no: string
  readonly state: PeriodState
  readonly open_at: bigint
  readonly close_at: bigint
  readonly draw_at: bigint
}
const known = (row: KnownRow): StoredPeriod => ({
  periodNo: row.period_no,
  state: row.state,
  openAt: Number(row.open_at),
  closeAt: Number(row.close_at),
  drawAt: Number(row.draw_at),
})

/** More periods than these no month shows: operators open a few a week. The newest of them. */
const MAX_KNOWN = 2000

/** Periods drawn in a span, in the order of their draws, with the last one before it. */
export async function periodsDrawn(
  on: Queryable,
  gameId: GameId,
  span: { readonly from: number; readonly until: number },
): Promise<StoredPeriod[]> {
  const found = await rows<KnownRow>(
    on,
    `(select ${columns} from periods where game_id = $1 and draw_at < $2 order by draw_at desc limit 1)
     union all
     (select ${columns} from periods where game_id = $1 and draw_at >= $2 and draw_at < $3
       order by draw_at desc limit ${MAX_KNOWN})
     order by draw_at`,
    [gameId, span.from, span.until],
  )
  return found.map(known)
}

/** Periods that a new one may meet: those drawn after an instant, and those with one of these numbers. */
export async function periodsInTheWay(
  on: Queryable,
  gameId: GameId,
  after: number,
  numbers: readonly string[],
): Promise<StoredPeriod[]> {
  const found = await rows<KnownRow>(
    on,
    `select ${columns} from periods where game_id = $1 and (draw_at > $2 or period_no = any($3::text[])) order by draw_at`,
    [gameId, after, numbers],
  )
  return found.map(known)
}
