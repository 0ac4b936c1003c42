import type { WireQuote } from '@strata/domain/games/price'
import type { GameId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'

/** Fields of a price as stored in the history; odds as on the wire. */
export interface PriceFields {
  readonly quote?: WireQuote
  readonly floor?: string
  readonly open?: boolean
}

/** One price in one change: the changed fields before and after. */
export interface RecordedPrice {
  readonly play: string
  readonly key: string
  readonly pankou: string
  readonly before: PriceFields
  readonly after: PriceFields
}

export interface PriceVersion {
  readonly version: number
  readonly at: number
  /** 0: the system, for a new lunar year. */
  readonly operatorId: number
  readonly operatorName: string
  readonly changes: readonly RecordedPrice[]
}

export async function insertPriceVersion(on: Queryable, gameId: GameId, made: PriceVersion): Promise<void> {
  if (made.changes.length === 0) return
  await on.query(
    `insert into price_changes (game_id, version, at, operator_id, operator_name, changes) values ($1, $2, $3, $4, $5, $6)`,
    [gameId, made.version, made.at, made.operatorId, made.operatorName, JSON.stringify(made.changes)],
  )
}

interface VersionRow {
  version: bigint
  at: bigint
  operator_id: number
  operator_name: string
  changes: RecordedPrice[]
}

const fromRow = (found: VersionRow): PriceVersion => ({
  version: Number(found.version),
  at: Number(found.at),
  operatorId: found.operator_id,
  operatorName: found.operator_name,
  changes: found.changes,
})

const columns = 'version, at, operator_id, operator_name, changes'

/** The latest changes of a game's prices, newest first. */
export async function lastPriceVersions(on: Queryable, gameId: GameId, limit: number): Promise<PriceVersion[]> {
  const found = await rows<VersionRow & Record<string, unknown>>(
    on,
    `select ${columns} from price_changes where game_id = $1 order by version desc limit $2`,
    [gameId, limit],
  )
  return found.map(fromRow)
}

/** Every change after a version, oldest first. */
export async function priceVersionsAfter(on: Queryable, gameId: GameId, version: number): Promise<PriceVersion[]> {
  const found = await rows<VersionRow & Record<string, unknown>>(
    on,
    `select ${columns} from price_changes where game_id = $1 and version > $2 order by version`,
    [gameId, version],
  )
  return found.map(fromRow)
}
