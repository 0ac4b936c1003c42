import type { MerchantId, PeriodId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'
import { deleteExposures } from './store-exposures.ts'

/** Forgets a merchant's exposures of some periods, one at a time. Their orders are gone, so nobody changes them. */
export async function forgetExposures(
  on: Queryable,
  merchantId: MerchantId,
  periodIds: readonly PeriodId[],
): Promise<void> {
  for (const periodId of periodIds) await deleteExposures(on, merchantId, periodId)
}
