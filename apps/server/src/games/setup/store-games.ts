import type { Stops } from '@strata/domain/games/stops'
import type { GameId } from '@strata/domain/ids'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'
import type { ResultSource } from '../periods/store-periods.ts'

/** Settings of a game that an operator can change. */
export interface StoredGame {
  readonly id: GameId
  readonly name: string
  readonly enabled: boolean
  readonly resultSource: ResultSource
  readonly sourcesNeeded: number
  /** A Schedule; empty: periods are opened by hand. */
  readonly schedule: unknown
  /** Rule options, possibly partial. */
  readonly options: unknown
  readonly version: number
}

interface GameRow {
  id: GameId
  name: string
  enabled: boolean
  result_source: ResultSource
  sources_needed: number
  schedule: unknown
  options: unknown
  version: number
}

const columns = 'id, name, enabled, result_source, sources_needed, schedule, options, version'
const toGame = ({ result_source, sources_needed, ...rest }: GameRow): StoredGame => ({
  ...rest,
  resultSource: result_source,
  sourcesNeeded: sources_needed,
})

export async function readGameSettings(on: Queryable): Promise<StoredGame[]> {
  return (await rows<GameRow & Record<string, unknown>>(on, `select ${columns} from games order by id`)).map(toGame)
}

export async function lockGameSettings(on: Queryable, gameId: GameId): Promise<StoredGame | undefined> {
  const found = await rows<GameRow & Record<string, unknown>>(
    on,
    `select ${columns} from games where id = $1 for no key update`,
    [gameId],
  )
  return found[0] && toGame(found[0])
}

export async function saveGameSettings(on: Queryable, game: StoredGame): Promise<void> {
  await on.query(
    `update games set enabled = $2, result_source = $3, sources_needed = $4, schedule = $5, options = $6, version = $7
      where id = $1`,
    [
      game.id,
      game.enabled,
      game.resultSource,
      game.sourcesNeeded,
      JSON.stringify(game.schedule),
      JSON.stringify(game.options),
      game.version,
    ],
  )
}

export async function gameMaintenance(on: Queryable): Promise<{ id: GameId; name: string; maintenance: unknown }[]> {
  return rows(on, 'select id, name, maintenance from games order by id')
}

export async function saveGameMaintenance(on: Queryable, gameId: GameId, value: unknown): Promise<void> {
  await on.query('update games set maintenance = $2 where id = $1', [
    gameId,
    value === null ? null : JSON.stringify(value),
  ])
}

export interface StoredStops {
  readonly stops: Stops
  /** Counts the changes. */
  readonly stop_changes: number
}

export const readStops = (on: Queryable, gameId: GameId): Promise<StoredStops | undefined> =>
  maybeRow<StoredStops & Record<string, unknown>>(on, 'select stops, stop_changes from games where id = $1', [gameId])

export const lockStops = (on: Queryable, gameId: GameId): Promise<StoredStops | undefined> =>
  maybeRow<StoredStops & Record<string, unknown>>(
    on,
    'select stops, stop_changes from games where id = $1 for no key update',
    [gameId],
  )

export async function saveStops(on: Queryable, gameId: GameId, stops: Stops): Promise<void> {
  await on.query('update games set stops = $2, stop_changes = stop_changes + 1 where id = $1', [
    gameId,
    JSON.stringify(stops),
  ])
}

/** Plays of a game with an open price. */
export async function readPricedPlays(on: Queryable, gameId: GameId): Promise<string[]> {
  const found = await rows<{ play: string }>(
    on,
    'select play from prices where game_id = $1 group by play having bool_or(open)',
    [gameId],
  )
  return found.map(({ play }) => play)
}
