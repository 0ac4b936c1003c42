import { gameById, playOf } from '@strata/domain/games/catalogue'
import { boardEvent } from '../book/board-version.ts'
import { type PeriodRecord, readPeriod } from '../games/store.ts'
import { runTx, type Tx } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import type { LiveHub } from '../platform/live.ts'
import { postDue, type SettlementDeps } from './settle.ts'
import { foldVoidedOrder, lockMerchantPeriod, openRun } from './store.ts'
import {
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
}

export type OrderVoidAnswer = { readonly periodId: number } | { readonly refusal: 'notFound' | 'alreadyVoid' }

const MEMBER = 0

async function voidInTx(tx: Tx, order: OrderVoid, at: number, live: LiveHub | undefined): Promise<OrderVoidAnswer> {
  const { merchantId, orderId } = order
  await lockMerchantRow(tx, merchantId)
  const found = await findOrder(tx, merchantId, orderId)
  if (!found) return { refusal: 'notFound' }
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
  const told = live && holders.length > 0 ? await readPeriod(tx, periodId) : undefined
  if (live && told) tx.afterCommit(() => announceBoards(live, { merchantId, batch, at, play }, told, holders))
  return { periodId }
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
  const answer = await runTx(deps.pool, { timeoutMs: 30_000 }, (tx) => voidInTx(tx, order, at, deps.live))
  if ('periodId' in answer) await postDue(deps, order.merchantId, answer.periodId)
  return answer
}
