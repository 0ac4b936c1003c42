import type { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import { insertParts, lockShared } from './store-period-parts.ts'

/**
 * Creates the merchant's rows of these periods if missing, and locks out settlements until the transaction ends.
 * Returns the periods that are already settled.
 */
export async function sharePeriods(
  tx: Tx,
  merchantId: MerchantId,
  periods: readonly { readonly periodId: PeriodId; readonly gameId: GameId; readonly day: string }[],
): Promise<Set<PeriodId>> {
  const ids = periods.map(({ periodId }) => periodId)
  let found = await lockShared(tx, merchantId, ids)
  if (found.length < periods.length) {
    await insertParts(tx, merchantId, periods)
    found = await lockShared(tx, merchantId, ids)
  }
  return new Set(found.filter((period) => period.settled_version > 0).map((period) => period.period_id))
}
