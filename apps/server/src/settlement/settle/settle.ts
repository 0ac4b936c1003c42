import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { lockMerchantPeriod, type PeriodToSettle } from '../../book/open-games.ts'
import { countOrders, holdersInPeriod, itemsWithOrders } from '../../book/orders.ts'
import { type DrawRow, readDraw } from '../../games/results.ts'
import { applyAllPostings, dueRuns, passOnEnded, resetIfBehind } from '../../ledger/wallets.ts'
import type { Background } from '../../platform/background.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, runTx, type Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { spanNow, type Tracer } from '../../platform/tracing.ts'
import { foldPeriod } from '../fold/store-fold.ts'
import { LARGE } from '../fold/store-large.ts'
import { openRun } from './open-run.ts'
import { outcomesOf } from './outcomes.ts'
import { type DuePart, dueParts, finishPeriod, insertCorrection, periodsWithResults } from './store-runs.ts'
import { insertOutcomes } from './store-settlement.ts'
import type { OnTouched } from './touched.ts'
import { traceSettlement } from './trace-settlement.ts'

export interface SettlementDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** From this number of orders on, a period is large. Tests set it lower. */
  readonly largeFrom?: number
  /** Where large periods are folded while others need the processors. */
  readonly background?: Pick<Background, 'pool' | 'freeProcessors'> | undefined
  /** Receives events of boards that change by the void of an order. */
  readonly live?: LiveHub
  /** Called for corrections and voids, in their transaction. */
  readonly onTouched?: OnTouched
  /** Undefined: settlements are not traced. */
  readonly tracer?: Tracer | undefined
}

/** A million orders take seconds. A statement that takes minutes is stuck. */
const FOLD_TIMEOUT_MS = 180_000
/** Free processors that a fold with helpers needs: two, less what a server does that has nothing to do. */
const ROOM_FOR_HELPERS = 1.85

export interface FoldAnswer {
  /**
   * `current`: the result in force is already written; `noResult`: there is none; `noOrders`: the merchant has none.
   */
  readonly state: 'folded' | 'current' | 'noResult' | 'noOrders'
  /** Orders paid or refunded under the version now written. */
  readonly payouts: number
  /** Counts what was written for this part: 1 is its first settlement. Only of `folded`. */
  readonly revision?: number
}

/**
 * How a large period is folded: with helper processes, by its connection alone, or not at all because it has to give way
 * and this connection does not.
 */
type HowLarge = 'withHelpers' | 'alone' | 'elsewhere'

/** Null: it is to be folded elsewhere, and nothing is written. */
async function foldInTx(
  tx: Tx,
  deps: SettlementDeps,
  { merchantId, periodId }: DuePart,
  howLarge: () => HowLarge,
): Promise<FoldAnswer | null> {
  const period = await lockMerchantPeriod(tx, merchantId, periodId)
  if (!period) return { state: 'noOrders', payouts: 0 }
  if (period.resultVersion === 0) return { state: 'noResult', payouts: 0 }
  if (period.settledVersion === period.resultVersion) return { state: 'current', payouts: 0 }
  const orders = await countOrders(tx, merchantId, periodId)
  const how = orders >= (deps.largeFrom ?? LARGE) ? howLarge() : 'alone'
  if (how === 'elsewhere') return null
  const draw = await readDraw(tx, periodId, period.resultVersion)
  const outcomes = outcomesOf(period, draw, await itemsWithOrders(tx, period))
  await insertOutcomes(tx, period, period.resultVersion, outcomes)
  const revision = period.revision + 1
  const payouts = await foldPeriod(tx, period, revision, { orders, inParallel: how === 'withHelpers' })
  const first = period.settledVersion === 0
  const note = {
    reason: first ? 'settlement' : 'correction',
    fromVersion: period.settledVersion,
    toVersion: period.resultVersion,
  } as const
  await openRun(tx, period, revision, { ...note, at: deps.clock() })
  if (!first || draw.kind === 'void') await noteAndTell(tx, deps, period, { draw, revision })
  return { state: 'folded', payouts, revision }
}

/** Records and announces a correction, or a void instead of a result. A first settlement is not announced. */
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
 * Writes a merchant's part of a period under the result in force: outcomes, payouts, rollups and the amounts due to
 * wallets, in one transaction. A result version that is already written changes nothing; a newer one is written as the
 * difference. While others need the processors, a large period gives way to them.
 */
export async function foldMerchantPeriod(
  deps: SettlementDeps,
  merchantId: MerchantId,
  periodId: PeriodId,
): Promise<FoldAnswer> {
  const { pool, background } = deps
  const part = { merchantId, periodId }
  const fold = (on: Pool, howLarge: () => HowLarge): Promise<FoldAnswer | null> =>
    runTx(on, { timeoutMs: FOLD_TIMEOUT_MS }, (tx) => foldInTx(tx, deps, part, howLarge))
  const here = (): HowLarge =>
    background && background.freeProcessors() < ROOM_FOR_HELPERS ? 'elsewhere' : 'withHelpers'
  const folded = await fold(pool, here)
  if (folded) return folded
  const givesWay = must(background, 'connections that give way').pool
  return must(await fold(givesWay, () => 'alone'), 'an answer: it does not go on elsewhere')
}

/**
 * Posts the amounts due to wallets for a merchant's part of a period, in short chunks, and passes on what a correction owes
 * to members that are agents by now. Returns how many wallets changed.
 */
export async function postDue(deps: SettlementDeps, merchantId: MerchantId, periodId: PeriodId): Promise<number> {
  const time = () => {
    const at = deps.clock()
    return { at, day: businessDay(at) }
  }
  let wallets = 0
  for (const { version, reason } of await dueRuns(deps.pool, merchantId, periodId)) {
    const run = { merchantId, periodId, version }
    await resetIfBehind(deps.pool, merchantId, time())
    wallets += await applyAllPostings(deps.pool, run, time)
    if (reason !== 'settlement') await passOnEnded(deps, run, time())
  }
  return wallets
}

export interface SettleAnswer extends FoldAnswer {
  readonly wallets: number
  /** True: the period had nothing left after this call. */
  readonly finished: boolean
}

/**
 * Settles (or corrects, or refunds after a void) one merchant's part of a period and posts it. It can be called any
 * number of times, by several workers at once, and again after a crash at any point. The result is always the same.
 */
export async function settlePeriod(
  deps: SettlementDeps,
  merchantId: MerchantId,
  periodId: PeriodId,
): Promise<SettleAnswer> {
  const beganAt = spanNow()
  const folded = await foldMerchantPeriod(deps, merchantId, periodId)
  const foldedAt = spanNow()
  const wallets = await postDue(deps, merchantId, periodId)
  const times = { beganAt, foldedAt, postedAt: spanNow() }
  const finished = await finishPeriod(deps.pool, periodId)
  if (deps.tracer) traceSettlement(deps.tracer, { merchantId, periodId }, { ...folded, wallets }, times)
  return { ...folded, wallets, finished }
}

/** Settles every merchant's part of a period that has something left. */
export async function settleWholePeriod(deps: SettlementDeps, periodId: PeriodId): Promise<void> {
  for (const part of await dueParts(deps.pool, periodId)) await settlePeriod(deps, part.merchantId, part.periodId)
  await finishPeriod(deps.pool, periodId)
}

/**
 * All parts that have something left, over all periods with a result. Workers look for these besides their jobs, so
 * that a lost job does no harm. Periods without orders are marked as settled here.
 */
export async function findDueParts(deps: SettlementDeps): Promise<DuePart[]> {
  const due: DuePart[] = []
  for (const periodId of await periodsWithResults(deps.pool)) {
    const parts = await dueParts(deps.pool, periodId)
    if (parts.length === 0) await finishPeriod(deps.pool, periodId)
    due.push(...parts)
  }
  return due
}
