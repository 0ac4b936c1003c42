import { FIGURE_COLUMNS } from '../../book/exposures/exposures-sql.ts'
import { countsAnywhere, foldedExposures } from '../../book/exposures/store-fold.ts'
import { type Queryable, rows } from '../../platform/db.ts'

export interface FoundOrder {
  readonly periodId: number
  readonly kind: number
  readonly bettor: number
  readonly stake: bigint
  readonly play: string
  readonly item: string
  /** The bettor's chain; null: a skipped role. */
  readonly m: number | null
  readonly g: number | null
  readonly a: number | null
  /** Role of the level that takes a replenishment. */
  readonly taker: number | null
}

/** The merchant of an order; undefined: there is no such order. */
export async function merchantOfOrder(
  on: Queryable,
  merchantIds: readonly number[],
  orderId: bigint,
): Promise<number | undefined> {
  const found = await rows<{ merchant_id: number }>(
    on,
    'select merchant_id from orders where merchant_id = any($1::integer[]) and id = $2 limit 1',
    [merchantIds, String(orderId)],
  )
  return found[0]?.merchant_id
}

/** An order that counts: a fly-out that nobody has taken yet, or that was refused, has nothing to void. */
export async function findOrder(on: Queryable, merchantId: number, orderId: bigint): Promise<FoundOrder | undefined> {
  const found = await rows<{
    period_id: number
    kind: number
    bettor: number
    stake: bigint
    play: string
    item: string
    m: number | null
    g: number | null
    a: number | null
    taker: number | null
  }>(
    on,
    `select o.period_id, o.kind, o.bettor, o.stake, o.play, o.item, o.m, o.g, o.a, o.taker
       from orders o where o.merchant_id = $1 and o.id = $2 and ${countsAnywhere}`,
    [merchantId, String(orderId)],
  )
  const order = found[0]
  if (!order) return undefined
  const { period_id: periodId, ...rest } = order
  return { periodId, ...rest }
}

/** The row that bet batches wait for: exposures change under it only. */
export async function lockMerchantRow(on: Queryable, merchantId: number): Promise<void> {
  await on.query('select id from merchants where id = $1 for no key update', [merchantId])
}

/** Answers false when the order was voided before. */
export async function insertVoid(
  on: Queryable,
  row: {
    readonly merchantId: number
    readonly orderId: bigint
    readonly periodId: number
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

/** Takes an order out of its holders' exposures and answers their paths. Call it before the void is noted: a voided order folds to nothing. */
export async function subtractExposures(
  on: Queryable,
  merchantId: number,
  periodId: number,
  orderId: bigint,
  batch: bigint,
): Promise<number[]> {
  const changed = await rows<{ path_id: number }>(
    on,
    `update exposures e
        set changed = greatest(e.changed + 1, $4::bigint), ${figures.map((name) => `${name} = e.${name} - f.${name}`).join(', ')}
       from (${foldedExposures('o.id = $3::bigint')}) f
      where e.merchant_id = $1::integer and e.period_id = $2::integer and e.path_id = f.path_id
        and e.play = f.play and e.item = f.item and e.pankou = f.pankou
     returning e.path_id`,
    [merchantId, periodId, String(orderId), String(batch)],
  )
  return changed.map((exposure) => exposure.path_id)
}

export async function subtractMemberItem(on: Queryable, merchantId: number, order: FoundOrder): Promise<void> {
  await on.query(
    `update member_items set stake = stake - $6
      where merchant_id = $1 and period_id = $2 and path_id = $3 and play = $4 and item = $5`,
    [merchantId, order.periodId, order.bettor, order.play, order.item, String(order.stake)],
  )
}

/** What the void of an open order owes its member: the whole stake, out of clearing. */
export async function insertRefund(
  on: Queryable,
  merchantId: number,
  revision: number,
  order: FoundOrder,
): Promise<void> {
  await on.query(
    `insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
     values ($1, $2, $3, $4, 'refund', $5, $5)`,
    [merchantId, order.periodId, revision, order.bettor, String(order.stake)],
  )
}
