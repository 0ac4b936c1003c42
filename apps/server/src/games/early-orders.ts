import { type Queryable, row } from '../platform/db.ts'

/**
 * Whether a period holds an order older than the commitment to its seed. Answers that and nothing else: what draws learns
 * no stake by it.
 */
export async function hasEarlyOrder(on: Queryable, periodId: number): Promise<boolean> {
  const found = await row<{ early: boolean }>(
    on,
    `/* all merchants */
     select exists (
       select from periods p
         join merchant_periods mp on mp.period_id = p.id
         join orders o on o.merchant_id = mp.merchant_id and o.period_id = mp.period_id and o.day = mp.day
        where p.id = $1 and o.at < p.committed_at) as early`,
    [periodId],
  )
  return found.early
}
