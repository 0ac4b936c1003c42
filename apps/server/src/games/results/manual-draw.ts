import { calendarDay } from '@strata/domain/calendar'
import type { Tx } from '../../platform/db.ts'
import { listGames, lockPeriod, type PeriodRecord } from '../periods/store-periods.ts'
import { type BadResult, checkedBalls, type PeriodDeps, putResult } from './put-result.ts'
import { manualEntries, putManualEntry } from './store-results.ts'

export interface ManualDraw {
  readonly periodId: number
  readonly result: readonly number[]
  readonly operator: { readonly id: number; readonly name: string }
}

/** A period waits for its result by hand: closed for everybody, bound by no seed, and no source will bring it. */
async function waitsForHand(tx: Tx, deps: PeriodDeps, period: PeriodRecord): Promise<boolean> {
  const at = deps.clock()
  const closed = period.state === 'closed' || (period.state === 'open' && period.closeAt <= at)
  if (!closed || period.hedgeCloseAt > at || period.commitment !== null) return false
  const game = (await listGames(tx)).find(({ id }) => id === period.gameId)
  return game !== undefined && game.resultSource !== 'feed'
}

export type EnterAnswer = { readonly entered: readonly number[] } | { readonly refusal: 'stateForbids' } | BadResult

type Waiting = { readonly period: PeriodRecord; readonly balls: readonly number[] }

async function waiting(
  tx: Tx,
  deps: PeriodDeps,
  draw: ManualDraw,
): Promise<Waiting | { readonly refusal: 'stateForbids' } | BadResult> {
  const period = await lockPeriod(tx, draw.periodId)
  if (!period) throw new Error(`no period ${draw.periodId}`)
  if (!(await waitsForHand(tx, deps, period))) return { refusal: 'stateForbids' }
  const balls = checkedBalls(period, draw.result)
  return 'refusal' in balls ? balls : { period, balls }
}

/**
 * One operator enters a result; it counts once another one has confirmed it. Entering again replaces what was entered.
 * Refused in this order: stateForbids, what the game says against the balls.
 */
export async function enterDraw(tx: Tx, deps: PeriodDeps, draw: ManualDraw): Promise<EnterAnswer> {
  const found = await waiting(tx, deps, draw)
  if ('refusal' in found) return found
  const { id: operatorId, name: operator } = draw.operator
  await putManualEntry(tx, { periodId: draw.periodId, result: found.balls, operatorId, operator, at: deps.clock() })
  return { entered: found.balls }
}

export type ConfirmAnswer =
  | { readonly version: number }
  | { readonly refusal: 'stateForbids' | 'sameOperator' | 'resultDiffers' }
  | BadResult

/**
 * A second operator types the result again and so puts it in force. Refused in this order: stateForbids (also while nothing
 * is entered), what the game says, sameOperator, resultDiffers.
 */
export async function confirmDraw(tx: Tx, deps: PeriodDeps, draw: ManualDraw): Promise<ConfirmAnswer> {
  const found = await waiting(tx, deps, draw)
  if ('refusal' in found) return found
  const [entered] = await manualEntries(tx, [draw.periodId])
  if (!entered) return { refusal: 'stateForbids' }
  if (entered.operatorId === draw.operator.id) return { refusal: 'sameOperator' }
  if (String(entered.result) !== String(found.balls)) return { refusal: 'resultDiffers' }
  const { period, balls } = found
  const rest = { drawDate: calendarDay(period.drawAt), source: 'manual', reason: '', at: deps.clock() }
  const operator = `${entered.operator}、${draw.operator.name}`
  const drawn = await putResult(tx, deps, period, { kind: 'draw', result: balls, operator, ...rest })
  return { version: drawn.resultVersion }
}
