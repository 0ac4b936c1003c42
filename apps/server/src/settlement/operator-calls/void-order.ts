import { gameById, playOf } from '@strata/domain/games/catalogue'
import { type MerchantId, PathId, type PeriodId } from '@strata/domain/ids'
import { boardEvent } from '../../book/boards.ts'
import { lockMerchantPeriod } from '../../book/open-games.ts'
import { type FoundOrder, findOrder, voidInBooks } from '../../book/orders.ts'
import { isClosedForGood, type PeriodRecord, readPeriod } from '../../games/periods.ts'
import { runTx, type Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import type { LiveHub } from '../../platform/live.ts'
import { lockMerchant } from '../../tree/merchants.ts'
import { foldVoidedOrder } from '../fold/store-fold.ts'
import { openRun } from '../settle/open-run.ts'
import { postDue, type SettlementDeps } from '../settle/settle.ts'
import { insertCorrection } from '../settle/store-runs.ts'

export interface OrderVoid {
  readonly merchantId: MerchantId
  readonly orderId: bigint
  /** The order is of this day or later. Absent: it may be of any day, and all are searched. */
  readonly fromDay?: string
  readonly reason: string
  /** Name of the operator who voids it. */
  readonly operator: string
  /** Checked when the merchant and its orders are locked. Returns why the order may not be voided, or undefined. */
  readonly forbidden?: (tx: Tx) => Promise<string | undefined>
}

export type OrderVoidAnswer =
  | { readonly periodId: PeriodId; readonly bettor: PathId }
  | { readonly refusal: 'notFound' | 'alreadyVoid' }
  | { readonly refusal: 'dayDropped'; readonly day: string }
  | { readonly refusal: 'forbidden'; readonly why: string }

const MEMBER = 0
const REPLENISHMENT = 1
const HEAD_PATH = PathId(1)

/** The holders of an order: for a replenishment from its sender up to its taker, for a fly-out only its sender. */
function holdersOf(order: FoundOrder): PathId[] {
  const chain = [HEAD_PATH, order.m, order.g, order.a]
  if (order.kind !== MEMBER && order.kind !== REPLENISHMENT) return [order.bettor]
  const from = order.kind === MEMBER ? 0 : (order.taker ?? 0)
  return chain.slice(from).filter((path) => path !== null)
}

/** Voids one order in the caller's transaction. Call postDue after commit to post to the wallets. */
export async function voidOrderIn(
  tx: Tx,
  { live, onTouched }: Pick<SettlementDeps, 'live' | 'onTouched'>,
  order: OrderVoid,
  at: number,
): Promise<OrderVoidAnswer> {
  const { merchantId, orderId } = order
  await lockMerchant(tx, merchantId)
  const found = await findOrder(tx, merchantId, orderId, order.fromDay)
  if (!found) return { refusal: 'notFound' }
  const why = await order.forbidden?.(tx)
  if (why !== undefined) return { refusal: 'forbidden', why }
  const period = await lockMerchantPeriod(tx, merchantId, found.periodId)
  if (!period)
    throw new Error(`order ${orderId} is in period ${found.periodId}, but the merchant has no part of that period`)
  if (await isClosedForGood(tx, period.day)) return { refusal: 'dayDropped', day: period.day }
  const open = period.settledVersion === 0
  const batch = nextId()
  const holders = await voidInBooks(tx, { ...order, batch, at }, found, open)
  if (!holders) return { refusal: 'alreadyVoid' }
  const revision = period.revision + 1
  if (!open) await foldVoidedOrder(tx, period, revision, orderId)
  const refund = open && found.kind === MEMBER ? { pathId: found.bettor, stake: found.stake } : undefined
  const { settledVersion } = period
  const versions = { fromVersion: settledVersion, toVersion: settledVersion }
  await openRun(tx, period, revision, { reason: 'orderVoid', ...versions, orderId, at, refund })
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
  const announced = live && holders.length > 0 ? await readPeriod(tx, periodId) : undefined
  if (live && announced) tx.afterCommit(() => announceBoards(live, { merchantId, batch, at, play }, announced, holders))
  return { periodId, bettor: found.bettor }
}

/** Notifies the boards of all holders that the order was removed. */
function announceBoards(
  live: LiveHub,
  of: { readonly merchantId: MerchantId; readonly batch: bigint; readonly at: number; readonly play: string },
  { id, gameId, periodNo }: PeriodRecord,
  holders: readonly PathId[],
): void {
  const group = playOf(gameById(gameId)?.code ?? '', of.play)?.groupId
  const groupIds = group === undefined ? [] : [group]
  const { merchantId, batch, at } = of
  for (const pathId of holders) {
    live.publish(boardEvent({ merchantId, pathId, periodId: id, gameId, periodNo, groupIds, batch, at }))
  }
}

/**
 * Voids one order (注单作废) in any state. An open order gives its stake back and is removed from its holders' exposures. A
 * settled order becomes a refund, posted as the difference. Replenishments and fly-outs that it caused stay.
 */
export async function voidOrder(deps: SettlementDeps, order: OrderVoid): Promise<OrderVoidAnswer> {
  const at = deps.clock()
  const answer = await runTx(deps.pool, { timeoutMs: 30_000 }, (tx) => voidOrderIn(tx, deps, order, at))
  if ('periodId' in answer) await postDue(deps, order.merchantId, answer.periodId)
  return answer
}
