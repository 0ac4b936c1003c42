import { gameById } from '@strata/domain/games/catalogue'
import { parseDraw } from '@strata/domain/games/draw'
import { type PreparedDraw, prepareDraw } from '@strata/domain/games/settle'
import type { Clock } from '../../platform/clock.ts'
import type { Pool, Queryable } from '../../platform/db.ts'
import type { MerchantSnapshot, Wanted } from '../../tree/snapshot/merchant-snapshot.ts'
import { type ExposureRow, readExposures } from '../exposures/store-exposures.ts'
import type { OpenGames } from '../open-games/batch-games.ts'
import type { GamePrices } from '../open-games/catalogue-book.ts'
import { currentPeriod, findPeriod, type Period, resultOf } from '../open-games/store-periods.ts'
import { type OddsMark, readOddsMark, readSubtreeExposures } from './store-boards.ts'

/** What a board is read with: a pool with its cache of snapshots, or one transaction and what that sees. */
export interface BoardDeps<P extends Queryable = Pool> {
  readonly pool: P
  readonly clock: Clock
  readonly snapshots: {
    readonly current: (on: P, merchantId: number, wanted: Wanted) => Promise<MerchantSnapshot>
  }
  readonly openGames: OpenGames
  /** What a server knows from boards asked before, so that a screen costs what has changed. Without it all is read again. */
  readonly kept?: { readonly read: (scope: Scope, asked: Asked) => Promise<BoardSources | undefined> }
}

/** Whose exposure a board shows: of the head the sum over merchants, of one merchant's or a subtree's orders if named. */
export interface Scope {
  readonly merchantIds: readonly number[]
  readonly holder: number
  readonly role: 0 | 1 | 2 | 3
  readonly through: number | null
}

/** The merchant whose terms a board has; 0: the sum of them, which has none. */
export const merchantOf = ({ merchantIds }: Scope): number => (merchantIds.length === 1 ? (merchantIds[0] ?? 0) : 0)

interface Drawn {
  readonly balls: number[]
  readonly draw: PreparedDraw
}

/** Everything that is read for a board. */
export interface BoardSources {
  readonly period: Period
  readonly rows: readonly ExposureRow[]
  readonly odds: OddsMark
  readonly snapshot: MerchantSnapshot | null
  readonly prices: GamePrices
  readonly drawn: Drawn | null
}

export interface Asked {
  readonly gameId: number
  /** Undefined: the current one. */
  readonly periodNo: string | undefined
  /** Null: all of the game. */
  readonly plays: readonly string[] | null
}

export const readRows = (
  on: Queryable,
  scope: Scope,
  period: Period,
  plays: readonly string[] | null,
): Promise<ExposureRow[]> =>
  scope.through === null
    ? readExposures(on, scope.merchantIds, { periodId: period.periodId, path: scope.holder, plays })
    : readSubtreeExposures(on, scope.merchantIds[0] ?? 0, {
        periodId: period.periodId,
        holder: scope.holder,
        through: scope.through,
      })

export async function drawOf(on: Queryable, period: Period, prices: GamePrices): Promise<Drawn | null> {
  const result = await resultOf(on, period)
  if (!result) return null
  const code = gameById(period.gameId)?.code ?? ''
  const draw = parseDraw(code, result.balls, result.date)
  if (!draw.ok) throw new Error(`stored result of period ${period.periodId}: ${draw.refusal}`)
  return { balls: result.balls, draw: prepareDraw(draw.value, prices.rules.options) }
}

/** Read again, all of it. Undefined: there is no such period. */
export async function readSources<P extends Queryable>(
  deps: BoardDeps<P>,
  scope: Scope,
  { gameId, periodNo, plays }: Asked,
): Promise<BoardSources | undefined> {
  const { pool } = deps
  const period = await (periodNo === undefined ? currentPeriod(pool, gameId) : findPeriod(pool, gameId, periodNo))
  if (!period) return undefined
  const merchantId = merchantOf(scope)
  const [rows, odds, snapshot] = await Promise.all([
    readRows(pool, scope, period, plays),
    readOddsMark(pool, period),
    // The head's settings are kept per merchant: over the sum of them it has none.
    merchantId === 0 ? null : deps.snapshots.current(pool, merchantId, { ids: [scope.holder] }),
  ])
  // After the mark of the odds, or a version could stand for prices newer than those that came with it.
  const games = await deps.openGames(pool, merchantId, [period])
  const prices = games.prices(gameId, period.periodNo)
  if (!prices) throw new Error(`no prices of game ${gameId}`)
  return { period, rows, odds, snapshot, prices, drawn: await drawOf(pool, period, prices) }
}
