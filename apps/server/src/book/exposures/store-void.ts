import type { HolderRole } from '@strata/domain/book/shares'
import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'
import { FIGURE_COLUMNS } from './store-columns.ts'
import { countsAnywhere, foldedExposures } from './store-fold.ts'

export interface FoundOrder {
  readonly periodId: PeriodId
  readonly day: string
  readonly kind: number
  readonly bettor: PathId
  readonly stake: bigint
  readonly play: string
  readonly item: string
  /** The bettor's chain. Null: the role is skipped. */
  readonly m: PathId | null
  readonly g: PathId | null
  readonly a: PathId | null
  /** Role of the level that takes a replenishment. */
  readonly taker: HolderRole | null
}

/** The merchant of an order. Undefined: there is no such order. */
export async function merchantOfOrder(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  orderId: bigint,
): Promise<MerchantId | undefined> {
  const found = await rows<{ merchant_id: MerchantId }>(
    on,
    'select merchant_id from orders where merchant_id = any($1::integer[]) and id = $2 limit 1',
    [merchantIds, String(orderId)],
  )
  return found[0]?.merchant_id
}

/**
 * An order that counts. A fly-out that is pending or was rejected has nothing to void, so it is not found. Without
 * `fromDay` the orders of every day are searched.
 */
export async function findOrder(
  on: Queryable,
  merchantId: MerchantId,
  orderId: bigint,
  fromDay?: string,
): Promise<FoundOrder | undefined> {
  const found = await rows<{
    period_id: PeriodId
    day: string
    kind: number
    bettor: PathId
    stake: bigint
    play: string
    item: string
    m: PathId | null
    g: PathId | null
    a: PathId | null
    taker: HolderRole | null
  }>(
    on,
    `select o.period_id, o.day, o.kind, o.bettor, o.stake, o.play, o.item, o.m, o.g, o.a, o.taker
       from orders o
      where o.merchant_id = $1 and o.id = $2 and ($3::date is null or o.day >= $3) and ${countsAnywhere}`,
    [merchantId, String(orderId), fromDay ?? null],
  )
  const order = found[0]
  if (!order) return undefined
  const { period_id: periodId, ...rest } = order
  return { periodId, ...rest }
}

/** Whether an order was voided alone. */
export async function isVoid(on: Queryable, merchantId: MerchantId, orderId: bigint): Promise<boolean> {
  const found = await rows(on, 'select from voids where merchant_id = $1 and order_id = $2', [
    merchantId,
    String(orderId),
  ])
  return found.length > 0
}

/** Returns false when the order was voided before. */
export async function insertVoid(
  on: Queryable,
  row: {
    readonly merchantId: MerchantId
    readonly orderId: bigint
    readonly periodId: PeriodId
    readonly reason: string
    readonly operator: string
    readonly at: number
  },
): Promise<boolean> {
  const done = await on.query(
    `insert into voids (merchant_id, order_id, period_id, reason, operator, at) values ($1, $2, $3, $4, $5, $6)
     on conflict (merchant_id, order_id) do nothing`,
    [row.merchantId, String(row.orderId), row.periodId, row.reason, row.operator, row.at],
  )
  return (done.rowCount ?? 0) > 0
}

const figures = FIGURE_COLUMNS.map(([name]) => name)

/**
 * Subtracts an order from its holders' exposures and returns their paths. Call it before insertVoid: a void order folds
 * to 0.
 */
export async function subtractExposures(
  on: Queryable,
  merchantId: MerchantId,
  order: { readonly id: bigint; readonly periodId: PeriodId; readonly day: string },
  batch: bigint,
): Promise<PathId[]> {
  const changed = await rows<{ path_id: PathId }>(
    on,
    `update exposures e
        set changed = greatest(e.changed + 1, $4::bigint), ${figures.map((name) => `${name} = e.${name} - f.${name}`).join(', ')}
       from (${foldedExposures('$5', 'o.id = $3::bigint')}) f
      where e.merchant_id = $1::integer and e.period_id = $2::integer and e.path_id = f.path_id
        and e.play = f.play and e.item = f.item and e.pankou = f.pankou
     returning e.path_id`,
    [merchantId, order.periodId, String(order.id), String(batch), order.day],
  )
  return changed.map((exposure) => exposure.path_id)
}
