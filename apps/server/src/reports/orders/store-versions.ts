import type { MerchantId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'

/** An order under one version of its period's result, ignoring a void of the order itself. */
export interface StoredVersion {
  readonly version: number
  readonly kind: 'draw' | 'correction' | 'void'
  readonly draw: number[] | null
  readonly operator: string
  readonly reason: string
  readonly at: bigint
  /** 0 lose, 1 win, 2 refund. */
  readonly result: number
  readonly amount: bigint
}

/** Every version that the merchant's part of the order's period was settled by, oldest first. */
export const versionsOfOrder = async (
  on: Queryable,
  merchantId: MerchantId,
  order: { readonly id: bigint; readonly day: string },
): Promise<StoredVersion[]> =>
  rows<StoredVersion & Record<string, unknown>>(
    on,
    `select c.version, d.kind, d.result as draw, d.operator, d.reason, d.at, c.result,
            strata_payout(o.pay_kind, o.stake, o.odds, o.odds_tiers, o.pay_cap, c.result, c.tier, c.hits, c.pushed) as amount
       from orders o
       join outcomes c on c.merchant_id = o.merchant_id and c.period_id = o.period_id and c.play = o.play and c.item = o.item
       join draws d on d.period_id = o.period_id and d.version = c.version
      where o.merchant_id = $1 and o.id = $2 and o.day = $3
      order by c.version`,
    [merchantId, String(order.id), order.day],
  )
