import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { orderDetailQuery } from '@strata/contract/endpoints/reports'
import { flows, profits } from '@strata/domain/book'
import type { PathId } from '@strata/domain/ids'
import { formatMoney, formatRate, formatShare, money, type Rate, type Share, ZERO } from '@strata/domain/money'
import type { Caller } from '../../access/session.ts'
import type { Queryable } from '../../platform/db.ts'
import { idOf } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_PATH, namesOf } from '../../tree/paths.ts'
import { type Seat, seatOf } from '../seat.ts'
import { explainOrder } from './explain.ts'
import { holdingOfRecord, orderOnWire, payoutOf, resultOf } from './order-rows.ts'
import { orderScope } from './order-tally.ts'
import { orderVersions } from './order-versions.ts'
import { ordersPage } from './store-order-page.ts'
import { type OrderRecord, orderById } from './store-orders.ts'

type Answer = ResponseOf<typeof orderDetailQuery>
type Level = Answer['levels'][number]

/** An order causes at most one replenishment per level and item of the cascade. */
const MAX_CAUSED = 100

/** The levels from the bettor's parent up to the viewer's own; levels above are not shown. */
const levelsOf = (order: OrderRecord, seat: Seat, names: ReadonlyMap<PathId, string>): Level[] => {
  const holding = holdingOfRecord(order)
  const nameOf = (path: PathId | null): string => (path === null ? '' : (names.get(path) ?? ''))
  const result = resultOf(order)
  const owed = result === null ? null : flows(holding, money(order.stake), payoutOf(order), result !== 'refund')
  const profit = owed && profits(owed)
  const chain = [
    { roleId: 3, path: order.a, share: holding.sA, rate: holding.rA, flow: owed?.uA, profit: profit?.a },
    { roleId: 2, path: order.g, share: holding.sG, rate: holding.rG, flow: owed?.uG, profit: profit?.g },
    { roleId: 1, path: order.m, share: holding.sM, rate: holding.rM, flow: owed?.uM, profit: profit?.m },
    { roleId: 0, path: HEAD_PATH, share: holding.sH, rate: holding.rM, flow: owed && ZERO, profit: profit?.h },
  ] as const
  return chain
    .filter((level) => level.path !== null && level.roleId >= seat.seatRole)
    .map((level) => ({
      roleId: level.roleId,
      accountName: level.path === seat.seatId ? (seat.trail[0]?.accountName ?? '') : nameOf(level.path),
      share: formatShare(level.share as Share),
      commission: formatRate(level.rate as Rate),
      flow: level.flow === undefined || level.flow === null ? null : formatMoney(level.flow),
      profit: level.profit === undefined || level.profit === null ? null : formatMoney(level.profit),
    }))
}

/** One order with its levels, its cause, the orders that it caused, and the explanation of its result. */
export const orderDetail = async (
  on: Queryable,
  caller: Caller,
  request: ParsedRequestOf<typeof orderDetailQuery>,
): Promise<Answer | Refusal> => {
  const seat = await seatOf(on, caller, {})
  if (seat instanceof Refusal) return seat
  const scope = orderScope(seat)
  const order = await orderById(on, scope, idOf(request.orderNo))
  if (!order) return refuse('notFound')
  const own = { ...scope, merchantIds: [order.merchant_id] }
  const chain = [order.m, order.g, order.a].filter((id) => id !== null)
  const names = await namesOf(on, own.merchantIds, chain)
  const caused = await ordersPage(
    on,
    own,
    { cause: order.id },
    { sort: 'at', descending: false, limit: MAX_CAUSED, offset: 0, after: null },
  )
  const cause = order.cause === null ? undefined : await orderById(on, own, order.cause)
  return {
    ...orderOnWire(order, seat.seatRole),
    levels: levelsOf(order, seat, names),
    replenishments: caused.map((each) => orderOnWire(each, seat.seatRole)),
    causedBy: cause ? orderOnWire(cause, seat.seatRole) : null,
    versions: await orderVersions(on, order, seat.seatRole),
    explain: explainOrder(order),
  }
}
