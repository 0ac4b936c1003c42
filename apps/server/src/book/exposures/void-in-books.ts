import type { MerchantId, PathId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import { type FoundOrder, insertVoid, subtractExposures, subtractMemberItem } from './store-void.ts'

const MEMBER = 0

/**
 * Notes the void of an order; of an open one the exposures of its holders and the member's limits go down with it. Answers
 * the paths of those holders; undefined: it was voided before. The caller holds the merchant's lock.
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
  const { periodId } = found
  // Exposures first: a voided order folds to nothing.
  const holders = isOpen ? await subtractExposures(tx, merchantId, periodId, orderId, batch) : []
  if (!(await insertVoid(tx, { ...order, periodId }))) return undefined
  if (isOpen && found.kind === MEMBER) await subtractMemberItem(tx, merchantId, found)
  return holders
}
