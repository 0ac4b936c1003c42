import { gameById, playOf } from '@strata/domain/games/catalogue'
import { boardEvent } from '../../book/boards/board-version.ts'
import { type PeriodRecord, readPeriod } from '../../games/periods/store-periods.ts'
import { runTx, type Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import type { LiveHub } from '../../platform/live.ts'
import { postDue, type SettlementDeps } from '../settle/settle.ts'
import { foldVoidedOrder } from '../settle/store-fold.ts'
import { insertCorrection, openRun } from '../settle/store-runs.ts'
import { lockMerchantPeriod } from '../settle/store-settlement.ts'
import {
  type FoundOrder,
  findOrder,
  insertRefund,
  insertVoid,
  lockMerchantRow,
  subtractExposures,
  subtractMemberItem,
} from './store-void.ts'

export interface OrderVoid {
  readonly merchantId: number
  readonly orderId: bigint
  readonly reason: string
  /** Name of who voids it. */
  readonly operator: string
  /** Judged once the merchant and its orders are locked: why it may not be voided, or undefined. */
  readonly forbidden?: (tx: Tx) => Promise<string | undefined>
}

export type OrderVoidAnswer =
  | { readonly periodId: number; readonly bettor: number }
  | { readonly refusal: 'notFound' | 'alreadyVoid' }
  | { readonly refusal: 'forbidden'; readonly why: string }

const MEMBER = 0
const REPLENISHMENT = 1
const HEAD_PATH = 1

/** Whose books an order is in: of a replenishment from its sender up to its taker, of a fly-out its sender's alone. */
function holdersOf(order: FoundOrder): number[] {
  const chain = [HEAD_PATH, order.m, order.g, order.a]
  if (order.kind !== MEMBER && order.kind !== REPLENISHMENT) return [order.bettor]
  const from = order.kind === MEMBER ? 0 : (order.taker ?? 0)
  return chain.slice(from).filter((path) => path !== null)
}

/** The void of one order in the caller's transaction; what it posts to wallets is due after it (postDue). */
export async function voidOrderIn(
  tx: Tx,
  { live, onTouched }: Pick<SettlementDeps, 'live' | 'onTouched'>,
  order: OrderVoid,
  at: number,
): Promise<OrderVoidAnswer> {
  const { merchantId, orderId } = order
  await lockMerchantRow(tx, merchantId)
  const found = await findOrder(tx, merchantId, orderId)
  if (!found) return { refusal: 'notFound' }
  const why = await order.forbidden?.(tx)
  if (why !== undefined) return { refusal: 'forbidden', why }
  const period = await lockMerchantPeriod(tx, merchantId, found.periodId)
  if (!period) throw new Error(`order ${orderId} lies in period ${found.periodId}, in which the merchant has none`)
  const open = period.settledVersion === 0
  const batch = nextId()
  const holders = open ? await subtractExposures(tx, merchantId, found.periodId, orderId, batch) : []
  if (!(await insertVoid(tx, { ...order, periodId: found.periodId, at }))) return { refusal: 'alreadyVoid' }
  const revision = period.revision + 1
  if (!open) await foldVoidedOrder(tx, period, revision, orderId)
  else if (found.kind === MEMBER) {
    await insertRefund(tx, merchantId, revision, found)
    await subtractMemberItem(tx, merchantId, found)
  }
  const version = period.settledVersion
  await openRun(tx, period, revision, { reason: 'orderVoid', fromVersion: version, toVersion: version, orderId }, at)
  const { periodId, play } = found
  const paths = holdersOf(found)
  const voided = { id: orderId, bettor: found.bettor }
  await insertCorrection(tx, period, revision, { kind: 'orderVoid', order: voided, paths }, at)
  await onTouched?.(tx, {
    merchantId,
    periodId,
    paths,
    kind: 'orderVoid',
    gameId: period.gameId,
    periodNo: period.periodNo,
    day: period.day,
    before: null,
    after: null,
    reason: order.reason,
    orderNo: orderId,
    once: `order:${orderId}`,
    at,
  })
  const told = live && holders.length > 0 ? await readPeriod(tx, periodId) : undefined
  if (live && told) tx.afterCommit(() => announceBoards(live, { merchantId, batch, at, play }, told, holders))
  return { periodId, bettor: found.bettor }
}

/** Tells the boards of all holders that an order left them. */
function announceBoards(
  live: LiveHub,
  of: { readonly merchantId: number; readonly batch: bigint; readonly at: number; readonly play: string },
  { id, gameId, periodNo }: PeriodRecord,
  holders: readonly number[],
): void {
  const group = playOf(gameById(gameId)?.code ?? '', of.play)?.groupId
  const groupIds = group === undefined ? [] : [group]
  const { merchantId, batch, at } = of
  for (const pathId of holders) {
    live.publish(boardEvent({ merchantId, pathId, periodId: id, gameId, periodNo, groupIds, batch, at }))
  }
}

/**
 * Voids one order (注单作废) at any time: an open one gives its stake back and leaves the exposures of its holders, a settled
 * one becomes a refund by the difference. Replenishments and fly-outs it caused stay.
 */
export async function voidOrder(deps: SettlementDeps, order: OrderVoid): Promise<OrderVoidAnswer> {
  const at = deps.clock()
  const answer = await runTx(deps.pool, { timeoutMs: 30_000 }, (tx) => voidOrderIn(tx, deps, order, at))
  if ('periodId' in answer) await postDue(deps, order.merchantId, answer.periodId)
  return answer
}
