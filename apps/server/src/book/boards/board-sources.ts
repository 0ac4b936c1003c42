import { gameById } from '@strata/domain/games/catalogue'
import { parseDraw } from '@strata/domain/games/draw'
import { type PreparedDraw, prepareDraw } from '@strata/domain/games/settle'
import { type GameId, MerchantId, type PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { currentPeriod, type Period, periodByNumber } from '../../games/periods.ts'
import { ballsOf } from '../../games/results.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Pool, Queryable } from '../../platform/db.ts'
import type { MerchantSnapshot, Wanted } from '../../tree/snapshot.ts'
import { type ExposureRow, readExposures } from '../exposures/store-exposures.ts'
import type { OpenGames } from '../open-games/batch-games.ts'
import type { GamePrices } from '../open-games/catalogue-book.ts'
import { type OddsMark, readOddsMark, readSubtreeExposures } from './store-boards.ts'

/** Where a board is read from: a pool with its cache of snapshots, or one transaction and its own snapshot. */
export interface BoardDeps<P extends Queryable = Pool> {
  readonly pool: P
  readonly clock: Clock
  readonly snapshots: {
    readonly current: (on: P, merchantId: MerchantId, wanted: Wanted) => Promise<MerchantSnapshot>
  }
  readonly openGames: OpenGames
  /** The cache of boards, so that a screen costs only what has changed. Without it everything is read again. */
  readonly cache?: { readonly read: (scope: Scope, asked: Asked) => Promise<BoardSources | undefined> }
}

/** Whose exposure a board shows. For the head: the sum over `merchantIds`. `through`: only orders of this subtree. */
export interface Scope {
  readonly merchantIds: readonly MerchantId[]
  readonly holder: PathId
  readonly role: 0 | 1 | 2 | 3
  readonly through: PathId | null
}

/** The merchant whose terms a board uses. 0: a sum over merchants, which has no terms. */
export const merchantOf = ({ merchantIds }: Scope): MerchantId =>
  (merchantIds.length === 1 ? merchantIds[0] : undefined) ?? MerchantId(0)

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
  readonly gameId: GameId
  /** Undefined: the current period. */
  readonly periodNo: string | undefined
  /** Null: all plays of the game. */
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
    : readSubtreeExposures(on, must(scope.merchantIds[0], 'the merchant of a path'), {
        periodId: period.periodId,
        day: period.day,
        holder: scope.holder,
        through: scope.through,
      })

export async function drawOf(on: Queryable, period: Period, prices: GamePrices): Promise<Drawn | null> {
  const result = period.resultVersion === 0 ? null : await ballsOf(on, period.periodId, period.resultVersion)
  if (!result) return null
  const code = gameById(period.gameId)?.code ?? ''
  const draw = parseDraw(code, result.balls, result.date)
  if (!draw.ok) throw new Error(`stored result of period ${period.periodId}: ${draw.refusal}`)
  return { balls: result.balls, draw: prepareDraw(draw.value, prices.rules.options) }
}

/** Reads everything again. Undefined: there is no such period. */
export async function readSources<P extends Queryable>(
  deps: BoardDeps<P>,
  scope: Scope,
  { gameId, periodNo, plays }: Asked,
): Promise<BoardSources | undefined> {
  const { pool } = deps
  const period = await (periodNo === undefined ? currentPeriod(pool, gameId) : periodByNumber(pool, gameId, periodNo))
  if (!period) return undefined
  const merchantId = merchantOf(scope)
  const [rows, odds, snapshot] = await Promise.all([
    readRows(pool, scope, period, plays),
    readOddsMark(pool, period),
    // The head has settings per merchant, so the sum over merchants has none.
    merchantId === 0 ? null : deps.snapshots.current(pool, merchantId, { ids: [scope.holder] }),
  ])
  // Read prices after the odds mark. Otherwise a version could be older than the prices sent with it.
  const games = await deps.openGames(pool, merchantId, [period])
  const prices = games.prices(gameId, period.periodNo)
  if (!prices) throw new Error(`no prices of game ${gameId}`)
  return { period, rows, odds, snapshot, prices, drawn: await drawOf(pool, period, prices) }
}
