import { calendarDay } from '@strata/domain/calendar'
import type { PeriodId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import { listGames, lockPeriod, type PeriodRecord } from '../periods/store-periods.ts'
import { type BadResult, checkedBalls, type PeriodDeps, putResult } from './put-result.ts'

export interface ManualDraw {
  readonly periodId: PeriodId
  readonly result: readonly number[]
}

/**
 * Whether a period waits for a manual result: it is closed, has no committed seed, and no source will send its
 * result.
 */
async function waitsForHand(tx: Tx, deps: PeriodDeps, period: PeriodRecord): Promise<boolean> {
  const at = deps.clock()
  const closed = period.state === 'closed' || (period.state === 'open' && period.closeAt <= at)
  if (!closed || period.hedgeCloseAt > at || period.commitment !== null) return false
  const game = (await listGames(tx)).find(({ id }) => id === period.gameId)
  return game !== undefined && game.resultSource !== 'feed'
}

type Waiting = { readonly period: PeriodRecord; readonly balls: readonly number[] }

/** Judges balls that an operator typed for a period. Refused in this order: stateForbids, what the game says against them. */
export async function judgeManualDraw(
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

/** Puts balls that two operators typed in force. */
export async function putManualDraw(
  tx: Tx,
  deps: PeriodDeps,
  draw: ManualDraw & { readonly operator: string },
): Promise<{ readonly version: number } | { readonly refusal: 'stateForbids' } | BadResult> {
  const found = await judgeManualDraw(tx, deps, draw)
  if ('refusal' in found) return found
  const { period, balls } = found
  const rest = { drawDate: calendarDay(period.drawAt), source: 'manual', reason: '', at: deps.clock() }
  const { operator } = draw
  return {
    version: (await putResult(tx, deps, period, { kind: 'draw', result: balls, operator, ...rest })).resultVersion,
  }
}
