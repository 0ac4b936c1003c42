import { calendarDay } from '@strata/domain/calendar'
import { judgeCorrection } from '@strata/domain/games/proposals'
import type { PeriodId } from '@strata/domain/ids'
import { runTx, type Tx } from '../../platform/db.ts'
import { isClosedForGood } from '../periods/store-dropped-days.ts'
import { lockPeriod, type PeriodRecord, resultInForce, sourceOfDraw, sourcesSaying } from '../periods/store-periods.ts'
import { drawBySeed } from '../periods/store-seeds.ts'
import { type BadResult, checkedBalls, type PeriodDeps, putResult } from './put-result.ts'

export interface ResultChange {
  readonly periodId: PeriodId
  /** The result version that the operator saw; absent: any. */
  readonly version?: number
  readonly source: string
  /** Name of the operator; empty: the system. */
  readonly operator: string
  readonly reason: string
}

interface Changed {
  readonly version: number
}

/** The single orders of its day are no longer stored, so nothing of it can be computed again. */
export interface DayDropped {
  readonly refusal: 'dayDropped'
  readonly day: string
}

type VoidRefusal = { readonly refusal: 'changed' | 'stateForbids' } | DayDropped
export type VoidAnswer = Changed | VoidRefusal

/** Refused in this order: changed (another result version is in force), dayDropped, stateForbids (it is void already). */
export async function judgeVoid(
  tx: Tx,
  change: Pick<ResultChange, 'periodId' | 'version'>,
): Promise<PeriodRecord | VoidRefusal> {
  const period = await lockPeriod(tx, change.periodId)
  if (!period) throw new Error(`no period ${change.periodId}`)
  if (change.version !== undefined && change.version !== period.resultVersion) return { refusal: 'changed' }
  if (await isClosedForGood(tx, period.day)) return { refusal: 'dayDropped', day: period.day }
  return period.state === 'void' ? { refusal: 'stateForbids' } : period
}

/** Voids a period (整期作废) in the caller's transaction, whatever its state: every bet in it is refunded. */
export async function voidResult(tx: Tx, deps: PeriodDeps, change: ResultChange): Promise<VoidAnswer> {
  const at = deps.clock()
  const period = await judgeVoid(tx, change)
  if ('refusal' in period) return period
  const { source, operator, reason } = change
  const drawDate = calendarDay(period.drawAt)
  const voided = { kind: 'void', result: null, drawDate, source, operator, reason, at } as const
  return { version: (await putResult(tx, deps, period, voided)).resultVersion }
}

/** The same in its own transaction. Returns false when the period is already void. */
export async function voidPeriod(deps: PeriodDeps, change: ResultChange): Promise<boolean> {
  return 'version' in (await runTx(deps.pool, {}, (tx) => voidResult(tx, deps, change)))
}

export type CorrectRefusal =
  | { readonly refusal: 'changed' | 'stateForbids' | 'sameResult' | 'notTheSeed' | 'needsSecondSource' }
  | DayDropped
  | BadResult
export type CorrectAnswer = Changed | CorrectRefusal

export interface Correction {
  readonly periodId: PeriodId
  readonly version?: number
  readonly result: readonly number[]
  /** Who decides: with four eyes off it may be one. */
  readonly people: 1 | 2
}

/**
 * Judges a correction in the caller's transaction. Refused in this order: changed; dayDropped; stateForbids (the period was never drawn:
 * voiding it must not be a way around its seed, its source or the second operator); what the game says against the balls;
 * sameResult; notTheSeed (a commitment binds for good); needsSecondSource (one person against the word of a feed).
 */
export async function judgeCorrected(
  tx: Tx,
  deps: PeriodDeps,
  change: Correction,
): Promise<{ readonly period: PeriodRecord; readonly balls: readonly number[] } | CorrectRefusal> {
  const period = await lockPeriod(tx, change.periodId)
  if (!period) throw new Error(`no period ${change.periodId}`)
  if (change.version !== undefined && change.version !== period.resultVersion) return { refusal: 'changed' }
  if (await isClosedForGood(tx, period.day)) return { refusal: 'dayDropped', day: period.day }
  if (period.resultVersion === 0) return { refusal: 'stateForbids' }
  const drawnBy = await sourceOfDraw(tx, period.id)
  if (drawnBy === undefined) return { refusal: 'stateForbids' }
  const balls = checkedBalls(period, change.result)
  if ('refusal' in balls) return balls
  if (String(await resultInForce(tx, period)) === String(balls)) return { refusal: 'sameResult' }
  const refusal = judgeCorrection({
    asked: balls,
    seedBalls: period.commitment === null ? null : await drawBySeed(tx, period, deps.clock()),
    fromFeed: drawnBy !== 'manual',
    agreeing: (await sourcesSaying(tx, period.id, balls)).filter((source) => source !== drawnBy).length,
    people: change.people,
  })
  return refusal === null ? { period, balls } : { refusal }
}

/** Replaces the result of a drawn, settled or void period (更正) by another one, in the caller's transaction. */
export async function correctResult(
  tx: Tx,
  deps: PeriodDeps,
  change: ResultChange & Correction,
): Promise<CorrectAnswer> {
  const judged = await judgeCorrected(tx, deps, change)
  if ('refusal' in judged) return judged
  const { period, balls } = judged
  const { source, operator, reason } = change
  const rest = { drawDate: calendarDay(period.drawAt), source, operator, reason, at: deps.clock() }
  const correction = { kind: 'correction', result: balls, ...rest } as const
  return { version: (await putResult(tx, deps, period, correction)).resultVersion }
}
