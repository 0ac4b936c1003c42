import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { type Queryable, row, rows } from '../../platform/db.ts'

/**
 * Upper limit of the time between the decision of a batch and the row of its merchant and period, including the
 * clock difference of two machines.
 */
const MARGIN_MS = 60_000

/**
 * Whether a period has an order older than the commitment to its seed. Returns only that, so that the drawing code
 * learns no stakes. A merchant whose first batch came well after the commitment is skipped, so that a period of a
 * million orders costs as much as an empty one.
 */
export async function hasEarlyOrder(on: Queryable, periodId: PeriodId): Promise<boolean> {
  const parts = await rows<{ merchant_id: MerchantId; day: string; committed_at: bigint | null }>(
    on,
    `/* all merchants */
     select mp.merchant_id, mp.day, p.committed_at
       from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.period_id = $1 and mp.first_at < p.committed_at + $2`,
    [periodId, MARGIN_MS],
  )
  const [first] = parts
  if (!first || first.committed_at === null) return false
  // Merchants and day are passed as values, so that PostgreSQL reads one partition and its index.
  const found = await row<{ early: boolean }>(
    on,
    `select exists (select from orders
      where merchant_id = any($1::integer[]) and period_id = $2 and day = $3::date and at < $4) as early`,
    [parts.map((part) => part.merchant_id), periodId, first.day, String(first.committed_at)],
  )
  return found.early
}
