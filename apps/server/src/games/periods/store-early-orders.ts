import { type Queryable, row, rows } from '../../platform/db.ts'

/** A batch is decided this long at most before its merchant's row of the period is made, clocks of two machines included. */
const MARGIN_MS = 60_000

/**
 * Whether a period holds an order older than the commitment to its seed. Answers that and nothing else: what draws learns
 * no stake by it. A merchant whose first batch came well after the commitment is not looked into: a period of a million
 * orders costs what an empty one does.
 */
export async function hasEarlyOrder(on: Queryable, periodId: number): Promise<boolean> {
  const parts = await rows<{ merchant_id: number; day: string; committed_at: bigint | null }>(
    on,
    `/* all merchants */
     select mp.merchant_id, mp.day, p.committed_at
       from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.period_id = $1 and mp.first_at < p.committed_at + $2`,
    [periodId, MARGIN_MS],
  )
  const [first] = parts
  if (!first || first.committed_at === null) return false
  // Merchants and day are given as values: one partition and its index are read, never all of them.
  const found = await row<{ early: boolean }>(
    on,
    `select exists (select from orders
      where merchant_id = any($1::integer[]) and period_id = $2 and day = $3::date and at < $4) as early`,
    [parts.map((part) => part.merchant_id), periodId, first.day, String(first.committed_at)],
  )
  return found.early
}
