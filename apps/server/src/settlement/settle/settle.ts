import { businessDay } from '@strata/domain/calendar'
import { applyAllPostings } from '../../ledger/posting.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, runTx, type Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { outcomesOf } from './outcomes.ts'
import { foldPeriod } from './store-fold.ts'
import { dueParts, dueRuns, finishPeriod, insertCorrection, openRun, periodsWithResults } from './store-runs.ts'
import {
  type DrawRow,
  holdersInPeriod,
  insertOutcomes,
  itemsWithOrders,
  lockMerchantPeriod,
  type PeriodToSettle,
  readDraw,
} from './store-settlement.ts'
import type { OnTouched } from './touched.ts'

export interface SettlementDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** Orders from which a period counts as large; tests lower it. */
  readonly largeFrom?: number
  /** Hears of boards that the void of an order moves. */
  readonly live?: LiveHub
  /** Hears of corrections and voids, in their transaction. */
  readonly onTouched?: OnTouched
}

/** A million orders take seconds; a statement that takes minutes is lost. */
const FOLD_TIMEOUT_MS = 180_000
const DAY_MS = 86_400_000

export interface FoldAnswer {
  /** `current`: the result in force is written already; `noResult`: there is none; `noOrders`: the merchant has none. */
  readonly state: 'folded' | 'current' | 'noResult' | 'noOrders'
  /** Orders paid or refunded under the version now written. */
  readonly payouts: number
}

async function foldInTx(tx: Tx, deps: SettlementDeps, merchantId: number, periodId: number): Promise<FoldAnswer> {
  const period = await lockMerchantPeriod(tx, merchantId, periodId)
  if (!period) return { state: 'noOrders', payouts: 0 }
  if (period.resultVersion === 0) return { state: 'noResult', payouts: 0 }
  if (period.settledVersion === period.resultVersion) return { state: 'current', payouts: 0 }
  const draw = await readDraw(tx, periodId, period.resultVersion)
  const outcomes = outcomesOf(period, draw, await itemsWithOrders(tx, period))
  await insertOutcomes(tx, period, period.resultVersion, outcomes)
  const revision = period.revision + 1
  const payouts = await foldPeriod(tx, period, revision, deps.largeFrom)
  const first = period.settledVersion === 0
  const note = {
    reason: first ? 'settlement' : 'correction',
    fromVersion: period.settledVersion,
    toVersion: period.resultVersion,
  } as const
  await openRun(tx, period, revision, note, deps.clock())
  if (!first || draw.kind === 'void') await noteAndTell(tx, deps, period, { draw, revision })
  return { state: 'folded', payouts }
}

/** A first settlement is no news; a correction, or a void instead of a result, is to everybody with an order in it. */
async function noteAndTell(
  tx: Tx,
  deps: SettlementDeps,
  period: PeriodToSettle,
  { draw, revision }: { readonly draw: DrawRow; readonly revision: number },
): Promise<void> {
  const { merchantId, periodId, gameId, periodNo, day, settledVersion } = period
  const kind = draw.kind === 'void' ? 'periodVoid' : 'correction'
  const paths = await holdersInPeriod(tx, merchantId, periodId)
  await insertCorrection(tx, period, revision, { kind, order: null, paths }, deps.clock())
  const earlier = settledVersion === 0 ? null : (await readDraw(tx, periodId, settledVersion)).result
  await deps.onTouched?.(tx, {
    merchantId,
    periodId,
    paths,
    kind,
    gameId,
    periodNo,
    day,
    before: earlier,
    after: draw.result,
    reason: draw.reason,
    once: `result:${periodId}:${period.resultVersion}`,
    at: deps.clock(),
  })
}

/**
 * Writes a merchant's part of a period under the result in force: outcomes, payouts, rollups and what wallets are due, all
 * in one transaction. A result version already written is left alone, a newer one is written as the difference.
 */
export function foldMerchantPeriod(deps: SettlementDeps, merchantId: number, periodId: number): Promise<FoldAnswer> {
  return runTx(deps.pool, { timeoutMs: FOLD_TIMEOUT_MS }, (tx) => foldInTx(tx, deps, merchantId, periodId))
}

/** Posts what a merchant's part of a period owes wallets, in short chunks. Answers how many wallets it touched. */
export async function postDue(deps: SettlementDeps, merchantId: number, periodId: number): Promise<number> {
  const time = () => {
    const at = deps.clock()
    return { at, day: businessDay(at) }
  }
  let wallets = 0
  for (const version of await dueRuns(deps.pool, merchantId, periodId)) {
    wallets += await applyAllPostings(deps.pool, { merchantId, periodId, version }, time)
  }
  return wallets
}

export interface SettleAnswer extends FoldAnswer {
  readonly wallets: number
  /** This call was the last thing the period waited for. */
  readonly finished: boolean
}

/**
 * Settles (or corrects, or refunds after a void) one merchant's part of a period and posts it. May be called any number of
 * times, by several workers at once, and again after a crash at any point: the result is the same.
 */
export async function settlePeriod(deps: SettlementDeps, merchantId: number, periodId: number): Promise<SettleAnswer> {
  const folded = await foldMerchantPeriod(deps, merchantId, periodId)
  const wallets = await postDue(deps, merchantId, periodId)
  const finished = await finishPeriod(deps.pool, periodId)
  return { ...folded, wallets, finished }
}

/** Settles every merchant's part of a period that has anything left. */
export async function settleWholePeriod(deps: SettlementDeps, periodId: number): Promise<void> {
  for (const part of await dueParts(deps.pool, periodId)) await settlePeriod(deps, part.merchantId, part.periodId)
  await finishPeriod(deps.pool, periodId)
}

/**
 * All parts that have something left, over all periods with a result: what a worker looks for besides its jobs, so that
 * nothing depends on a job that was lost. Periods without any order are finished on the way.
 */
export async function findDueParts(deps: SettlementDeps): Promise<{ merchantId: number; periodId: number }[]> {
  const due: { merchantId: number; periodId: number }[] = []
  for (const periodId of await periodsWithResults(deps.pool, deps.clock() - DAY_MS)) {
    const parts = await dueParts(deps.pool, periodId)
    if (parts.length === 0) await finishPeriod(deps.pool, periodId)
    due.push(...parts)
  }
  return due
}
