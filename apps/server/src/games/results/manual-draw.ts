import { calendarDay } from '@strata/domain/calendar'
import { type DrawnBy, drawnBy, mayEnter } from '@strata/domain/games/drawn-by'
import type { PeriodId } from '@strata/domain/ids'
import type { Queryable, Tx } from '../../platform/db.ts'
import { listGames, lockPeriod, type PeriodRecord } from '../periods/store-periods.ts'
import { type BadResult, checkedBalls, type PeriodDeps, putResult } from './put-result.ts'

export interface ManualDraw {
  readonly periodId: PeriodId
  readonly result: readonly number[]
}

/** Who says the balls of a period, and whether two operators may type them now. */
export async function waysOfDraw(
  on: Queryable,
  deps: Pick<PeriodDeps, 'clock'>,
  period: PeriodRecord,
): Promise<{ readonly by: DrawnBy; readonly mayEnter: boolean }> {
  const game = (await listGames(on)).find(({ id }) => id === period.gameId)
  const by = drawnBy({ commitment: period.commitment, resultSource: game?.resultSource ?? 'feed' })
  return { by, mayEnter: mayEnter({ ...period, by }, deps.clock()) }
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
  if (!(await waysOfDraw(tx, deps, period)).mayEnter) return { refusal: 'stateForbids' }
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
