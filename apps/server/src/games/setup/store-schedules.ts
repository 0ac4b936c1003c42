import type { ScheduleChange } from '@strata/domain/games/schedule-changes'
import type { GameId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'

export interface StoredChange extends ScheduleChange {
  readonly operator: string
  readonly at: number
}

interface ChangeRow {
  readonly game_id: GameId
  readonly from_day: string
  readonly days: ScheduleChange['days']
  readonly operator: string
  readonly at: bigint
}

const toChange = ({ from_day, days, operator, at }: ChangeRow): StoredChange => ({
  fromDay: from_day,
  days,
  operator,
  at: Number(at),
})

const columns = 'game_id, from_day, days, operator, at'

/** The changes of a game's schedule, the earliest day first. */
export async function readScheduleChanges(on: Queryable, gameId: GameId): Promise<StoredChange[]> {
  const found = await rows<ChangeRow & Record<string, unknown>>(
    on,
    `select ${columns} from schedule_changes where game_id = $1 order by from_day`,
    [gameId],
  )
  return found.map(toChange)
}

/** The same of all games. */
export async function allScheduleChanges(on: Queryable): Promise<Map<GameId, StoredChange[]>> {
  const found = await rows<ChangeRow & Record<string, unknown>>(
    on,
    `select ${columns} from schedule_changes order by game_id, from_day`,
  )
  return new Map([...Map.groupBy(found, (row) => row.game_id)].map(([gameId, own]) => [gameId, own.map(toChange)]))
}

export interface StoredSchedule {
  readonly name: string
  readonly gameType: string
  /** A Schedule; empty: periods are opened by hand. */
  readonly schedule: unknown
  readonly version: number
}

const scheduleColumns = 'name, game_type as "gameType", schedule, schedule_version as version'

export async function readSchedule(on: Queryable, gameId: GameId): Promise<StoredSchedule | undefined> {
  const found = await rows<StoredSchedule & Record<string, unknown>>(
    on,
    `select ${scheduleColumns} from games where id = $1`,
    [gameId],
  )
  return found[0]
}

/** Holds the lock of everybody who plans the game's periods. */
export async function lockSchedule(on: Queryable, gameId: GameId): Promise<StoredSchedule | undefined> {
  const found = await rows<StoredSchedule & Record<string, unknown>>(
    on,
    `select ${scheduleColumns} from games where id = $1 for no key update`,
    [gameId],
  )
  return found[0]
}

export async function saveScheduleChange(on: Queryable, gameId: GameId, change: StoredChange): Promise<void> {
  await on.query(
    `insert into schedule_changes (game_id, from_day, days, operator, at) values ($1, $2, $3, $4, $5)
     on conflict (game_id, from_day)
     do update set days = excluded.days, operator = excluded.operator, at = excluded.at`,
    [gameId, change.fromDay, JSON.stringify(change.days), change.operator, change.at],
  )
  await on.query('update games set schedule_version = schedule_version + 1 where id = $1', [gameId])
}

/** Whether the game has a period drawn in a span. */
export async function hasDraws(
  on: Queryable,
  gameId: GameId,
  span: { readonly from: number; readonly until: number },
): Promise<boolean> {
  const found = await rows(on, 'select from periods where game_id = $1 and draw_at >= $2 and draw_at < $3 limit 1', [
    gameId,
    span.from,
    span.until,
  ])
  return found.length > 0
}
