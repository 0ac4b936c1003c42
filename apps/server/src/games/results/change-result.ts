import { calendarDay } from '@strata/domain/calendar'
import { runTx, type Tx } from '../../platform/db.ts'
import { lockPeriod, resultInForce, wasDrawn } from '../periods/store-periods.ts'
import { type BadResult, checkedBalls, type PeriodDeps, putResult } from './put-result.ts'

export interface ResultChange {
  readonly periodId: number
  /** The result version that the operator looked at; absent: whatever is in force. */
  readonly version?: number
  readonly source: string
  /** Name of who does it; empty: the system. */
  readonly operator: string
  readonly reason: string
}

interface Changed {
  readonly version: number
}

export type VoidAnswer = Changed | { readonly refusal: 'changed' | 'stateForbids' }

/**
 * Voids a period (整期作废) in the caller's transaction, whatever its state: every bet in it is refunded. Refused in this
 * order: changed (another result version is in force), stateForbids (it is void already).
 */
export async function voidResult(tx: Tx, deps: PeriodDeps, change: ResultChange): Promise<VoidAnswer> {
  const at = deps.clock()
  const period = await lockPeriod(tx, change.periodId)
  if (!period) throw new Error(`no period ${change.periodId}`)
  if (change.version !== undefined && change.version !== period.resultVersion) return { refusal: 'changed' }
  if (period.state === 'void') return { refusal: 'stateForbids' }
  const { source, operator, reason } = change
  const drawDate = calendarDay(period.drawAt)
  const voided = { kind: 'void', result: null, drawDate, source, operator, reason, at } as const
  return { version: (await putResult(tx, deps, period, voided)).resultVersion }
}

/** The same in a transaction of its own. Answers false when the period is void already. */
export async function voidPeriod(deps: PeriodDeps, change: ResultChange): Promise<boolean> {
  return 'version' in (await runTx(deps.pool, {}, (tx) => voidResult(tx, deps, change)))
}

export type CorrectAnswer = Changed | { readonly refusal: 'changed' | 'stateForbids' | 'sameResult' } | BadResult

/**
 * Replaces the result of a drawn, settled or void period (更正) by another one, in the caller's transaction. Refused in this
 * order: changed; stateForbids (the period was never drawn: voiding it must not be a way around its seed, its source or the
 * second operator); what the game says against the balls; sameResult.
 */
export async function correctResult(
  tx: Tx,
  deps: PeriodDeps,
  change: ResultChange & { readonly result: readonly number[] },
): Promise<CorrectAnswer> {
  const at = deps.clock()
  const period = await lockPeriod(tx, change.periodId)
  if (!period) throw new Error(`no period ${change.periodId}`)
  if (change.version !== undefined && change.version !== period.resultVersion) return { refusal: 'changed' }
  if (period.resultVersion === 0) return { refusal: 'stateForbids' }
  if (!(await wasDrawn(tx, period.id))) return { refusal: 'stateForbids' }
  const balls = checkedBalls(period, change.result)
  if ('refusal' in balls) return balls
  if (String(await resultInForce(tx, period)) === String(balls)) return { refusal: 'sameResult' }
  const { source, operator, reason } = change
  const drawDate = calendarDay(period.drawAt)
  const correction = { kind: 'correction', result: balls, drawDate, source, operator, reason, at } as const
  return { version: (await putResult(tx, deps, period, correction)).resultVersion }
}
