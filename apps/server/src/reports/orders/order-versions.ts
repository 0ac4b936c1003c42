import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderDetailQuery } from '@strata/contract/endpoints/reports'
import { formatMoney, type Money, ZERO } from '@strata/domain/money'
import type { SeatRole } from '@strata/domain/reports'
import { measuresOf } from '@strata/domain/reports/fold'
import { operatorFor } from '../../access/audit-log.ts'
import type { Queryable } from '../../platform/db.ts'
import { holdingOfRecord, isVoid, RESULTS } from './order-rows.ts'
import type { OrderRecord } from './store-orders.ts'
import { type StoredVersion, versionsOfOrder } from './store-versions.ts'

type WireVersion = ResponseOf<typeof orderDetailQuery>['versions'][number]

const memberResult = (order: OrderRecord, one: StoredVersion): Money => {
  const result = RESULTS[one.result] ?? 'lose'
  return -measuresOf(holdingOfRecord(order), order.stake as Money, one.amount as Money, result).uB as Money
}

const onWire = (order: OrderRecord, one: StoredVersion, seat: SeatRole): WireVersion => {
  const voided = one.kind === 'void'
  return {
    kind: one.kind,
    version: one.version,
    draw: [...(one.draw ?? [])],
    result: voided ? null : (RESULTS[one.result] ?? 'lose'),
    payout: formatMoney(one.amount as Money),
    memberResult: formatMoney(voided ? ZERO : memberResult(order, one)),
    at: Number(one.at),
    by: operatorFor(seat === 0, one.operator),
    reason: one.reason,
  }
}

/**
 * The figures of an order under each result that its merchant's part was settled by, and under its own void;
 * undefined if there is only one version.
 */
export const orderVersions = async (on: Queryable, order: OrderRecord, seat: SeatRole): Promise<WireVersion[]> => {
  if (!order.corrected && !isVoid(order)) return []
  const stored = await versionsOfOrder(on, order.merchant_id, order)
  const versions = stored.map((one) => onWire(order, one, seat))
  if (!order.voided) return versions
  const own: WireVersion = {
    kind: 'orderVoid',
    draw: [],
    result: null,
    payout: formatMoney(order.stake as Money),
    memberResult: '0',
    at: Number(order.void_at ?? 0),
    by: operatorFor(seat === 0, order.void_by ?? ''),
    reason: order.void_reason ?? '',
  }
  // A later correction of the period does not undo the order's own void.
  return [...versions, own]
}
