import { calendarDay } from '@strata/domain/calendar'
import { gameById } from '@strata/domain/games/catalogue'
import { DRAW_SHAPES, type DrawRefusal, parseDraw } from '@strata/domain/games/draw'
import type { GameId, PeriodId } from '@strata/domain/ids'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, runTx, type Tx } from '../../platform/db.ts'
import {
  findPeriod,
  type GameRecord,
  insertResult,
  listGames,
  lockPeriod,
  type NewResult,
  type PeriodRecord,
  putDrawEntry,
  resultInForce,
  sourcesSaying,
} from '../periods/store-periods.ts'

export interface PeriodDeps {
  readonly pool: Pool
  readonly clock: Clock
  /**
   * Called in the transaction that puts a result in force, so that its settlement is started exactly when the
   * result is committed.
   */
  readonly onResult?: (tx: Tx, periodId: PeriodId) => Promise<void>
  /** Called after a period changed its state, outside any transaction. */
  readonly onChange?: (period: PeriodRecord) => void
  /**
   * Called for a closing period after its last bet and before the end of replenishment, until it succeeds; after a
   * restart possibly once more.
   */
  readonly onClosing?: (periodId: PeriodId) => Promise<unknown>
  /** Whether the period has an order older than its commitment: then its seed must not draw it. */
  readonly hasEarlyOrder?: (tx: Tx, periodId: PeriodId) => Promise<boolean>
}

/** Puts the next result version of a locked period in force. */
export async function putResult(
  tx: Tx,
  deps: PeriodDeps,
  period: PeriodRecord,
  result: NewResult,
): Promise<PeriodRecord> {
  const resultVersion = await insertResult(tx, period, result)
  await deps.onResult?.(tx, period.id)
  const changed = { ...period, resultVersion, state: result.kind === 'void' ? ('void' as const) : ('drawn' as const) }
  tx.afterCommit(() => deps.onChange?.(changed))
  return changed
}

const drawProblem = (gameId: GameId, refusal: DrawRefusal): string => {
  const shape = DRAW_SHAPES[gameById(gameId)?.code ?? '5M']
  const texts = {
    unknownGame: '没有这个彩种',
    badDrawShape: '开奖号码格式不正确',
    wrongBallCount: `开奖号码应为${shape.count}个`,
    badBall: `开奖号码应在${shape.min}至${shape.max}之间`,
    repeatedBallDrawn: '开奖号码不能重复',
    badDate: '开奖日期不正确',
    dateOutOfTable: '开奖日期超出农历年份表',
  } satisfies Record<DrawRefusal, string>
  return texts[refusal]
}

/** `message`: the game's objection in Chinese. */
export interface BadResult {
  readonly refusal: 'badResult'
  readonly message: string
}

/** The balls if the game accepts them as a draw of this period. */
export function checkedBalls(period: PeriodRecord, balls: readonly number[]): readonly number[] | BadResult {
  const checked = parseDraw(gameById(period.gameId)?.code ?? '', balls, calendarDay(period.drawAt))
  if (checked.ok) return checked.value.balls
  return { refusal: 'badResult', message: drawProblem(period.gameId, checked.refusal) }
}

export type PublishAnswer =
  | { readonly state: 'accepted' | 'waiting'; readonly result: readonly number[] }
  | { readonly refusal: 'notFound' | 'stateForbids' }
  | BadResult

export interface Published {
  readonly source: string
  readonly gameId: GameId
  readonly periodNo: string
  readonly result: readonly number[]
}

/**
 * When a source may publish a period's result. `never`: it is not drawn by sources (a period with a commitment is drawn
 * only by its seed, even if the game's source has changed), or it is void.
 */
function whenAwaited(
  period: PeriodRecord,
  game: Pick<GameRecord, 'resultSource'>,
  at: number,
): 'now' | 'later' | 'never' {
  const { state } = period
  if (period.commitment !== null || game.resultSource === 'manual') return 'never'
  if (state !== 'scheduled' && state !== 'open' && state !== 'closed') return 'never'
  const closed = state === 'closed' || (state === 'open' && period.closeAt <= at)
  return closed && period.hedgeCloseAt <= at ? 'now' : 'later'
}

export type TrialAnswer =
  | {
      readonly would: 'accepted' | 'waiting' | 'tooEarly' | 'notAwaited' | 'differs'
      readonly result: readonly number[]
    }
  | { readonly refusal: 'notFound' }
  | BadResult

/** What publishing this result would do now. Reads only: nothing is written and nothing is locked. */
export async function tryDraw(deps: Pick<PeriodDeps, 'pool' | 'clock'>, published: Published): Promise<TrialAnswer> {
  const { pool } = deps
  const game = (await listGames(pool)).find((candidate) => candidate.id === published.gameId)
  const period = game && (await findPeriod(pool, published.gameId, published.periodNo))
  if (!game || !period) return { refusal: 'notFound' }
  const result = checkedBalls(period, published.result)
  if ('refusal' in result) return result
  if (period.state === 'drawn' || period.state === 'settled') {
    const isSame = String(await resultInForce(pool, period)) === String(result)
    return { would: isSame ? 'accepted' : 'differs', result }
  }
  const when = whenAwaited(period, game, deps.clock())
  if (when !== 'now') return { would: when === 'never' ? 'notAwaited' : 'tooEarly', result }
  const others = (await sourcesSaying(pool, period.id, result)).filter((source) => source !== published.source)
  return { would: others.length + 1 < game.sourcesNeeded ? 'waiting' : 'accepted', result }
}

/**
 * Takes a result from a source. As many sources as the game requires must agree. The same result again is accepted
 * and changes nothing; a different one after the draw is refused: only a correction replaces a published result.
 */
export async function publishDraw(deps: PeriodDeps, published: Published): Promise<PublishAnswer> {
  const game = (await listGames(deps.pool)).find((candidate) => candidate.id === published.gameId)
  const found = game && (await findPeriod(deps.pool, published.gameId, published.periodNo))
  if (!game || !found) return { refusal: 'notFound' }
  const at = deps.clock()
  return runTx(deps.pool, {}, async (tx): Promise<PublishAnswer> => {
    const period = await lockPeriod(tx, found.id)
    if (!period) return { refusal: 'notFound' }
    const balls = checkedBalls(period, published.result)
    if ('refusal' in balls) return balls
    if (period.state === 'drawn' || period.state === 'settled') {
      const inForce = await resultInForce(tx, period)
      // What a source says after the draw is noted for operators who look into a correction; it changes nothing.
      if (period.commitment === null)
        await putDrawEntry(tx, { periodId: period.id, source: published.source, result: balls, at })
      return String(inForce) === String(balls) ? { state: 'accepted', result: balls } : { refusal: 'stateForbids' }
    }
    if (whenAwaited(period, game, at) !== 'now') return { refusal: 'stateForbids' }
    const agreeing = await putDrawEntry(tx, { periodId: period.id, source: published.source, result: balls, at })
    if (agreeing < game.sourcesNeeded) return { state: 'waiting', result: balls }
    const rest = { drawDate: calendarDay(period.drawAt), source: published.source, operator: '', reason: '', at }
    await putResult(tx, deps, period, { kind: 'draw', result: balls, ...rest })
    return { state: 'accepted', result: balls }
  })
}
