import { verifyLedger } from '../ledger/verify.ts'
import type { Pool } from '../platform/db.ts'
import { verifySettlement } from '../settlement/verify/verify.ts'
import { listMerchantIds } from '../tree/paths/store-merchants.ts'

export interface Fault {
  readonly merchantId: number
  /** What does not hold. */
  readonly check: string
  /** The first row that is wrong, as the database has it. */
  readonly row: Readonly<Record<string, unknown>>
}

/**
 * Holds a whole database to its books, merchant by merchant: entries sum to zero, every wallet's balance is the sum of
 * its entries, clearing holds the open stakes, and exposures, payouts, postings and rollups are what a fold of the
 * orders from the beginning gives. Answers the first wrong row, or null.
 */
export async function verifyDatabase(
  pool: Pool,
  onMerchant: (merchantId: number) => void = () => {},
): Promise<Fault | null> {
  for (const merchantId of await listMerchantIds(pool)) {
    onMerchant(merchantId)
    const fault = (await verifyLedger(pool, merchantId)) ?? (await verifySettlement(pool, merchantId))
    if (fault) return { merchantId, ...fault }
  }
  return null
}
