import type { MerchantId, PathId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import { type FoundOrder, insertVoid, subtractExposures } from './store-void.ts'

/**
 * Notes the void of an order; of an open one the exposures of its holders go down with it. Answers the paths of those
 * holders; undefined: it was voided before. The caller holds the merchant's lock.
 */
export async function voidInBooks(
  tx: Tx,
  order: {
    readonly merchantId: MerchantId
    readonly orderId: bigint
    readonly reason: string
    readonly operator: string
    readonly batch: bigint
    readonly at: number
  },
  found: FoundOrder,
  isOpen: boolean,
): Promise<PathId[] | undefined> {
  const { merchantId, orderId, batch } = order
  const { periodId, day } = found
  // Exposures first: a voided order folds to nothing.
  const holders = isOpen ? await subtractExposures(tx, merchantId, { id: orderId, periodId, day }, batch) : []
  if (!(await insertVoid(tx, { ...order, periodId }))) return undefined
  return holders
}
