import type { GameId, PeriodId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { type Queryable, rows } from '../../platform/db.ts'

export type PeriodState = 'scheduled' | 'open' | 'closed' | 'drawn' | 'settled' | 'void'
export type ResultSource = 'manual' | 'feed' | 'demo'

export interface GameRecord {
  readonly id: GameId
  readonly gameType: string
  readonly name: string
  readonly hub: string
  readonly enabled: boolean
  /** Rule options, possibly partial: read with readOptions. */
  readonly options: unknown
  /** A Schedule, or null: periods are opened by hand. */
  readonly schedule: unknown
  readonly resultSource: ResultSource
  readonly sourcesNeeded: number
  readonly oddsVersion: number
}

interface GameRow {
  id: GameId
  game_type: string
  name: string
  hub: string
  enabled: boolean
  options: unknown
  schedule: unknown
  result_source: ResultSource
  sources_needed: number
  odds_version: bigint
}

export async function listGames(on: Queryable): Promise<GameRecord[]> {
  const found = await rows<GameRow>(
    on,
    `select id, game_type, name, hub, enabled, options, schedule, result_source, sources_needed, odds_version
       from games order by id`,
  )
  return found.map((game) => ({
    id: game.id,
    gameType: game.game_type,
    name: game.name,
    hub: game.hub,
    enabled: game.enabled,
    options: game.options,
    schedule: game.schedule,
    resultSource: game.result_source,
    sourcesNeeded: game.sources_needed,
    oddsVersion: Number(game.odds_version),
  }))
}

export interface PeriodRecord {
  readonly id: PeriodId
  readonly gameId: GameId
  readonly periodNo: string
  readonly day: string
  readonly openAt: number
  readonly closeAt: number
  readonly hedgeCloseAt: number
  readonly drawAt: number
  readonly state: PeriodState
  readonly options: unknown
  readonly commitment: string | null
  readonly resultVersion: number
}

export interface PeriodRow {
  id: PeriodId
  game_id: GameId
  period_no: string
  day: string
  open_at: bigint
  close_at: bigint
  hedge_close_at: bigint
  draw_at: bigint
  state: PeriodState
  options: unknown
  commitment: string | null
  result_version: number
}

const columns = `p.id, p.game_id, p.period_no, p.day, p.open_at, p.close_at, p.hedge_close_at, p.draw_at, p.state, p.options,
  p.commitment, p.result_version`

export const toPeriod = (row: PeriodRow): PeriodRecord => ({
  id: row.id,
  gameId: row.game_id,
  periodNo: row.period_no,
  day: row.day,
  openAt: Number(row.open_at),
  closeAt: Number(row.close_at),
  hedgeCloseAt: Number(row.hedge_close_at),
  drawAt: Number(row.draw_at),
  state: row.state,
  options: row.options,
  commitment: row.commitment,
  resultVersion: row.result_version,
})

export interface NewPeriod {
  readonly gameId: GameId
  readonly periodNo: string
  readonly day: string
  readonly openAt: number
  readonly closeAt: number
  readonly hedgeCloseAt: number
  readonly drawAt: number
}

/** Adds a scheduled period; undefined when the number exists already. */
export async function insertPeriod(on: Queryable, period: NewPeriod): Promise<PeriodId | undefined> {
  const found = await rows<{ id: PeriodId }>(
    on,
    `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, 'scheduled') on conflict (game_id, period_no) do nothing returning id`,
    [period.gameId, period.periodNo, period.day, period.openAt, period.closeAt, period.hedgeCloseAt, period.drawAt],
  )
  return found[0]?.id
}

/** Held by every process that plans a game's periods. */
export async function lockGame(on: Queryable, gameId: GameId): Promise<void> {
  await on.query('select id from games where id = $1 for no key update', [gameId])
}

/** Scheduled periods without a commitment: they were planned while results came from a feed. */
export async function uncommittedPeriods(on: Queryable, gameId: GameId): Promise<PeriodId[]> {
  const found = await rows<{ id: PeriodId }>(
    on,
    `select id from periods where game_id = $1 and state = 'scheduled' and commitment is null order by id limit 1000`,
    [gameId],
  )
  return found.map((period) => period.id)
}

/** Closed periods in which agents may still replenish. */
export async function closingPeriods(on: Queryable, now: number): Promise<PeriodId[]> {
  const found = await rows<{ id: PeriodId }>(
    on,
    `select id from periods
      where state in ('open', 'closed') and close_at <= $1 and hedge_close_at > $1 order by hedge_close_at, id limit 200`,
    [now],
  )
  return found.map((period) => period.id)
}

/** Times of the game's periods that are drawn after an instant. */
export async function plannedTimes(
  on: Queryable,
  gameId: GameId,
  after: number,
): Promise<{ openAt: number; drawAt: number }[]> {
  const found = await rows<{ open_at: bigint; draw_at: bigint }>(
    on,
    'select open_at, draw_at from periods where game_id = $1 and draw_at > $2 order by draw_at limit 1000',
    [gameId, after],
  )
  return found.map((period) => ({ openAt: Number(period.open_at), drawAt: Number(period.draw_at) }))
}

/**
 * Opens due periods and freezes the game's options into them. A demo period without a commitment never opens.
 * The games are read by a statement of their own: on a cluster an update locks all small tables that it reads, and who
 * plans periods has locked the games before the periods.
 */
export async function openDue(on: Queryable, now: number): Promise<PeriodRecord[]> {
  const due = await rows<{ id: PeriodId; options: unknown }>(
    on,
    `select p.id, g.options
       from periods p join games g on g.id = p.game_id
      where g.enabled and p.state = 'scheduled' and p.open_at <= $1 and p.close_at > $1
        and (g.result_source <> 'demo' or p.commitment is not null)`,
    [now],
  )
  if (due.length === 0) return []
  const found = await rows<PeriodRow>(
    on,
    `update periods p set state = 'open', options = $2::jsonb -> p.id::text
      where p.id = any($3::integer[]) and p.state = 'scheduled' and p.open_at <= $1 and p.close_at > $1
     returning ${columns}`,
    [now, JSON.stringify(Object.fromEntries(due.map(({ id, options }) => [id, options]))), due.map(({ id }) => id)],
  )
  return found.map(toPeriod)
}

/** Looks before it writes: nearly always nothing is due, and on a cluster even then an update locks the whole table. */
export async function closeDue(on: Queryable, now: number): Promise<PeriodRecord[]> {
  const due = await rows(on, `select from periods where state = 'open' and close_at <= $1 limit 1`, [now])
  if (due.length === 0) return []
  const found = await rows<PeriodRow>(
    on,
    `update periods p set state = 'closed' where p.state = 'open' and p.close_at <= $1 returning ${columns}`,
    [now],
  )
  return found.map(toPeriod)
}

/** Scheduled periods that closed before they could open, because the server was paused or the game switched off. */
export async function missedPeriods(on: Queryable, now: number): Promise<PeriodRecord[]> {
  const found = await rows<PeriodRow>(
    on,
    `select ${columns} from periods p where p.state = 'scheduled' and p.close_at <= $1 order by p.id limit 200`,
    [now],
  )
  return found.map(toPeriod)
}

/**
 * Closed periods with a commitment whose draw is due. A commitment is binding, even if the game's source has
 * changed.
 */
export async function seedDrawsDue(on: Queryable, now: number): Promise<PeriodRecord[]> {
  const found = await rows<PeriodRow>(
    on,
    `select ${columns} from periods p
      where p.state = 'closed' and p.draw_at <= $1 and p.commitment is not null order by p.draw_at, p.id limit 200`,
    [now],
  )
  return found.map(toPeriod)
}

/** Moves the close of a locked period; at or before `now` it is closed. */
export async function moveClose(
  on: Queryable,
  periodId: PeriodId,
  times: { readonly closeAt: number; readonly hedgeCloseAt: number; readonly now: number },
): Promise<PeriodRecord> {
  const found = await rows<PeriodRow>(
    on,
    `update periods p set close_at = $2, hedge_close_at = $3,
            state = case when $2::bigint <= $4::bigint then 'closed' else p.state end
      where p.id = $1 returning ${columns}`,
    [periodId, times.closeAt, times.hedgeCloseAt, times.now],
  )
  return toPeriod(must(found[0], 'the locked period'))
}

/** Number and times of a locked period that has not closed. */
export async function changePeriod(
  on: Queryable,
  periodId: PeriodId,
  to: Omit<NewPeriod, 'gameId'>,
): Promise<PeriodRecord> {
  const found = await rows<PeriodRow>(
    on,
    `update periods p
        set period_no = $2, day = $3, open_at = $4, close_at = $5, hedge_close_at = $6, draw_at = $7
      where p.id = $1 returning ${columns}`,
    [periodId, to.periodNo, to.day, to.openAt, to.closeAt, to.hedgeCloseAt, to.drawAt],
  )
  return toPeriod(must(found[0], 'the locked period'))
}

export async function lockPeriod(on: Queryable, periodId: PeriodId): Promise<PeriodRecord | undefined> {
  const found = await rows<PeriodRow>(on, `select ${columns} from periods p where p.id = $1 for update`, [periodId])
  return found[0] && toPeriod(found[0])
}

export async function readPeriod(on: Queryable, periodId: PeriodId): Promise<PeriodRecord | undefined> {
  const found = await rows<PeriodRow>(on, `select ${columns} from periods p where p.id = $1`, [periodId])
  return found[0] && toPeriod(found[0])
}

/** The period of a game that is on sale, else the one that waits for its result; undefined: neither. */
export async function runningPeriod(on: Queryable, gameId: GameId): Promise<PeriodRecord | undefined> {
  const found = await rows<PeriodRow>(
    on,
    `select ${columns} from periods p
      where p.game_id = $1 and p.state in ('open', 'closed') order by p.state = 'open' desc, p.close_at limit 1`,
    [gameId],
  )
  return found[0] && toPeriod(found[0])
}

/** The period of a game that opens next. */
export async function comingPeriod(on: Queryable, gameId: GameId): Promise<PeriodRecord | undefined> {
  const found = await rows<PeriodRow>(
    on,
    `select ${columns} from periods p where p.game_id = $1 and p.state = 'scheduled' order by p.open_at, p.id limit 1`,
    [gameId],
  )
  return found[0] && toPeriod(found[0])
}

export async function findPeriod(on: Queryable, gameId: GameId, periodNo: string): Promise<PeriodRecord | undefined> {
  const found = await rows<PeriodRow>(
    on,
    `select ${columns} from periods p where p.game_id = $1 and p.period_no = $2`,
    [gameId, periodNo],
  )
  return found[0] && toPeriod(found[0])
}

export interface NewResult {
  readonly kind: 'draw' | 'correction' | 'void'
  /** Null for a void. */
  readonly result: readonly number[] | null
  readonly drawDate: string
  readonly source: string
  readonly operator: string
  readonly reason: string
  readonly at: number
}

async function optionsOf(on: Queryable, gameId: GameId): Promise<unknown> {
  const found = await rows<{ options: unknown }>(on, 'select options from games where id = $1', [gameId])
  return must(found[0], 'the game of a period').options
}

/** Writes the next result version of a locked period and makes it the one in force. */
export async function insertResult(on: Queryable, period: PeriodRecord, result: NewResult): Promise<number> {
  const version = period.resultVersion + 1
  await on.query(
    `insert into draws (period_id, version, kind, result, draw_date, source, operator, reason, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      period.id,
      version,
      result.kind,
      result.result,
      result.drawDate,
      result.source,
      result.operator,
      result.reason,
      result.at,
    ],
  )
  // A period that never opened has no frozen options yet; it gets the current ones.
  const options = period.options ?? (await optionsOf(on, period.gameId))
  await on.query(
    'update periods set result_version = $2, state = $3, options = coalesce(options, $4::jsonb) where id = $1',
    [period.id, version, result.kind === 'void' ? 'void' : 'drawn', JSON.stringify(options)],
  )
  return version
}

/** Balls of the result in force; null for a void or before the draw. */
export async function resultInForce(on: Queryable, period: PeriodRecord): Promise<number[] | null> {
  const found = await rows<{ result: number[] | null }>(
    on,
    'select result from draws where period_id = $1 and version = $2',
    [period.id, period.resultVersion],
  )
  return found[0]?.result ?? null
}

/** Where the first result of a period came from; undefined: it never was drawn. */
export async function sourceOfDraw(on: Queryable, periodId: PeriodId): Promise<string | undefined> {
  const found = await rows<{ source: string }>(
    on,
    `select source from draws where period_id = $1 and kind = 'draw' order by version limit 1`,
    [periodId],
  )
  return found[0]?.source
}

/** What each source says of a period. */
export async function saidBySources(
  on: Queryable,
  periodId: PeriodId,
): Promise<{ source: string; result: number[]; at: number }[]> {
  const found = await rows<{ source: string; result: number[]; at: bigint }>(
    on,
    'select source, result, at from draw_entries where period_id = $1 order by source',
    [periodId],
  )
  return found.map(({ source, result, at }) => ({ source, result, at: Number(at) }))
}

/** Sources that say these balls of a period. */
export async function sourcesSaying(on: Queryable, periodId: PeriodId, balls: readonly number[]): Promise<string[]> {
  const found = await rows<{ source: string }>(
    on,
    'select source from draw_entries where period_id = $1 and result = $2::smallint[] order by source',
    [periodId, balls],
  )
  return found.map(({ source }) => source)
}

/**
 * Stores the result of one source; a source may change it until the draw. Its time is that of the first call with this
 * result. Returns how many sources sent the same result.
 */
export async function putDrawEntry(
  on: Queryable,
  entry: {
    readonly periodId: PeriodId
    readonly source: string
    readonly result: readonly number[]
    readonly at: number
  },
): Promise<number> {
  await on.query(
    `insert into draw_entries (period_id, source, result, at) values ($1, $2, $3, $4)
     on conflict (period_id, source) do update
        set result = excluded.result,
            at = case when draw_entries.result = excluded.result then draw_entries.at else excluded.at end`,
    [entry.periodId, entry.source, entry.result, entry.at],
  )
  const found = await rows<{ agreeing: number }>(
    on,
    `select count(*)::integer as agreeing from draw_entries
      where period_id = $1 and result = $2::smallint[]`,
    [entry.periodId, entry.result],
  )
  return found[0]?.agreeing ?? 0
}

/** Ends a drawn period, as long as this result is still in force. Answers whether it did. */
export async function endPeriod(on: Queryable, periodId: PeriodId, resultVersion: number): Promise<boolean> {
  const ended = await on.query(
    `update periods set state = 'settled' where id = $1 and state = 'drawn' and result_version = $2`,
    [periodId, resultVersion],
  )
  return (ended.rowCount ?? 0) > 0
}
