import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { orderDetailQuery } from '@strata/contract/endpoints/reports'
import { flows, profits } from '@strata/domain/book'
import type { PathId } from '@strata/domain/ids'
import {
  formatMoney,
  formatRate,
  formatShare,
  type Money,
  money,
  NO_SHARE,
  type Rate,
  ZERO,
} from '@strata/domain/money'
import { figuresOf, type RowSubject, type SeatRole } from '@strata/domain/reports'
import { measuresOf } from '@strata/domain/reports/fold'
import { ROLE } from '@strata/domain/tree'
import type { Caller } from '../../access/session.ts'
import { lastDroppedDay } from '../../games/periods.ts'
import type { Queryable } from '../../platform/db.ts'
import { idOf } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_PATH, namesOf } from '../../tree/paths.ts'
import { placedBefore } from '../not-stored.ts'
import { type Seat, seatOf } from '../seat.ts'
import { explainOrder } from './explain.ts'
import { holdingOfRecord, isVoid, orderOnWire, payoutOf, resultOf } from './order-rows.ts'
import { orderScope } from './order-tally.ts'
import { orderVersions } from './order-versions.ts'
import { drawOfOrder, formulasOf } from './order-worked.ts'
import { ordersPage } from './store-order-page.ts'
import { causedOrders, type OrderRecord, orderById } from './store-orders.ts'

type Answer = ResponseOf<typeof orderDetailQuery>
type Level = Answer['levels'][number]

/** Values of the column `kind`. */
const KIND = { member: 0, replenishment: 1, flyout: 2 } as const

/** An order causes at most one replenishment per level and item of the cascade. */
const MAX_CAUSED = 100

/** The role of the path that placed an order: a level of its own chain, or a member. */
const bettorRole = (order: OrderRecord): Level['roleId'] => {
  if (order.kind === KIND.member) return ROLE.member
  return order.bettor === order.a ? 3 : order.bettor === order.g ? 2 : order.bettor === order.m ? 1 : 0
}

/** The flow of a bettor to its parent or, for a fly-out, to the outside book; null while open. */
const owedByBettor = (order: OrderRecord): Money | null => {
  const result = resultOf(order)
  if (result === null) return null
  return flows(holdingOfRecord(order), money(order.stake), payoutOf(order), result !== 'refund').uB
}

const bettorLevel = (order: OrderRecord, account: string): Level => {
  const owed = owedByBettor(order)
  return {
    roleId: bettorRole(order),
    accountName: account,
    share: null,
    commission: formatRate(BigInt(order.r_b) as Rate),
    heldStake: null,
    heldWinLoss: null,
    heldCommission: null,
    earnedCommission: null,
    flow: owed === null ? null : formatMoney(owed),
    profit: owed === null ? null : formatMoney(-owed as Money),
  }
}

/** The result of one level in an order that it placed itself, or that came to it from below; null while open. */
const resultOfLevel = (order: OrderRecord, role: SeatRole, path: PathId): bigint | null => {
  const result = resultOf(order)
  if (result === null) return null
  const sums = measuresOf(holdingOfRecord(order), money(order.stake), payoutOf(order), result)
  const own = order.bettor === path
  if (order.kind === KIND.flyout) return own ? figuresOf(sums, role, { kind: 'ownFlyout' }).result : 0n
  return figuresOf(sums, role, own ? { kind: 'ownReplenishment', isSeat: true } : CHILD).result
}

/** The profit of a level with everything that its order caused; undefined if that is nothing, null while open. */
const withCaused = (own: bigint, caused: readonly OrderRecord[], role: SeatRole, path: PathId) => {
  if (caused.length === 0) return undefined
  let sum = own
  for (const each of caused) {
    const result = resultOfLevel(each, role, path)
    if (result === null) return null
    sum += result
  }
  return formatMoney(sum as Money)
}

const CHILD: RowSubject = { kind: 'child', childRole: null, shares: { min: NO_SHARE, max: NO_SHARE } }

/** The chain of an order from below, with each level's share and rate. */
const chainOf = (order: OrderRecord) => {
  const holding = holdingOfRecord(order)
  return [
    { role: 3, name: 'a', path: order.a, share: holding.sA, rate: holding.rA },
    { role: 2, name: 'g', path: order.g, share: holding.sG, rate: holding.rG },
    { role: 1, name: 'm', path: order.m, share: holding.sM, rate: holding.rM },
    { role: 0, name: 'h', path: HEAD_PATH, share: holding.sH, rate: holding.rM },
  ] as const
}

/**
 * The bettor and the levels from its parent up to the viewer's own; levels above are not shown. No level of the chain
 * has a part in a fly-out.
 */
const levelsOf = (
  order: OrderRecord,
  seat: Seat,
  names: ReadonlyMap<PathId, string>,
  caused: readonly OrderRecord[],
): Level[] => {
  const nameOf = (path: PathId): string =>
    path === seat.seatId ? (seat.trail[0]?.accountName ?? '') : (names.get(path) ?? '')
  const result = resultOf(order)
  const sums = measuresOf(holdingOfRecord(order), money(order.stake), payoutOf(order), result ?? 'lose')
  const gained = profits(sums)
  const rows = order.kind === KIND.flyout ? [] : chainOf(order)
  const levels = rows.flatMap(({ role, name, path, share, rate }): Level[] => {
    if (path === null || role < seat.seatRole || path === order.bettor) return []
    const figures = figuresOf(sums, role, CHILD)
    const known = (value: Money): string | null => (result === null ? null : formatMoney(value))
    const together = withCaused(gained[name], caused, role, path)
    return [
      {
        roleId: role,
        accountName: nameOf(path),
        share: formatShare(share),
        commission: formatRate(rate),
        heldStake: formatMoney(isVoid(order) ? ZERO : figures.heldStake),
        heldWinLoss: known(figures.heldWinLoss),
        heldCommission: known(figures.heldCommission),
        earnedCommission: known(figures.earnedCommission),
        flow: known(figures.payable),
        profit: known(gained[name]),
        ...(together === undefined ? {} : { withReplenishments: result === null ? null : together }),
      },
    ]
  })
  return [bettorLevel(order, order.bettor_name ?? nameOf(order.bettor)), ...levels]
}

async function refusalOfUnknown(on: Queryable, orderId: bigint): Promise<Refusal> {
  const through = await lastDroppedDay(on)
  return through !== null && placedBefore(orderId, through) ? refuse('orderNotStored', { through }) : refuse('notFound')
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
  if (!order) return refusalOfUnknown(on, idOf(request.orderNo))
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
  const everything = await causedOrders(on, order, MAX_CAUSED)
  return {
    ...orderOnWire(order, seat.seatRole),
    draw: drawOfOrder(order),
    settledBy: order.settled
      ? { version: order.settled_version, at: order.settled_at === null ? null : Number(order.settled_at) }
      : null,
    formulas: formulasOf(order),
    levels: levelsOf(order, seat, names, everything),
    replenishments: caused.map((each) => orderOnWire(each, seat.seatRole)),
    causedBy: cause ? orderOnWire(cause, seat.seatRole) : null,
    versions: await orderVersions(on, order, seat.seatRole),
    explain: explainOrder(order),
  }
}
