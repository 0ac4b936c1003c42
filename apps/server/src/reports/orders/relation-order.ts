import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { relationOrder } from '@strata/contract/endpoints/book'
import type { AccessContext, Caller } from '../../access/session.ts'
import type { BesideBoards } from '../../book/boards.ts'
import { currentPeriod } from '../../games/periods.ts'
import type { Pool, Queryable } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { ReportReads } from '../heavy-reads.ts'
import { roll } from './order-roll.ts'
import { type OrdersRequest, orders } from './orders.ts'

type Request = ParsedRequestOf<typeof relationOrder>
type Answer = ResponseOf<typeof relationOrder>

/** The order list's request for the orders behind one item. */
export async function relatedRequest(on: Queryable, request: Request): Promise<OrdersRequest | Refusal> {
  const { gameId, playCode, itemCode, pageIndex, pageSize } = request
  const periodNo = request.periodNo ?? (await currentPeriod(on, gameId))?.periodNo
  if (periodNo === undefined) return refuse('notFound')
  const list = { pageIndex, pageSize, ...(request.sortInfo ? { sortInfo: request.sortInfo } : {}) }
  const filters = {
    ...(request.pankou ? { pankou: request.pankou } : {}),
    ...(request.agentPathsId ? { agentPathsId: request.agentPathsId } : {}),
    ...(request.cursor ? { cursor: request.cursor } : {}),
    ...(request.summaryOnly ? { summaryOnly: true } : {}),
  }
  return { gameId, periodNo, playCode, itemCode, ...list, ...filters }
}

/** The orders behind one item of a board: the order list with the item's filters. */
export async function relatedOrders(
  pool: Pool,
  caller: Caller,
  request: Request,
  now: number,
): Promise<Answer | Refusal> {
  const related = await relatedRequest(pool, request)
  if (related instanceof Refusal) return related
  const found = await orders(pool, caller, related, now)
  if (found instanceof Refusal || !found.summary) return found as Answer | Refusal
  const { orders: count, stake, heldStake } = found.summary
  return { ...found, summary: { orders: count, stake, heldStake } }
}

/** The orders that people open from a board. */
export const boardOrderCalls = (
  { pool, clock }: AccessContext,
  reads: ReportReads,
): Pick<BesideBoards, 'relationOrder' | 'orderRoll'> => ({
  relationOrder: (input, call) =>
    reads.heavy.run(call, () => relatedOrders(reads.replica, call.caller, input, clock())),
  // From the primary database: a replica would be seconds behind.
  orderRoll: (input, { caller }) => roll(pool, caller, input, clock()),
})
