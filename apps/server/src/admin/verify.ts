import type { MerchantId } from '@strata/domain/ids'
import { verifyLedger } from '../ledger/verify.ts'
import type { Pool } from '../platform/db.ts'
import { verifySettlement } from '../settlement/verify/verify.ts'
import { listMerchantIds } from '../tree/merchants.ts'

export interface Fault {
  readonly merchantId: MerchantId
  /** Name of the check that failed. */
  readonly check: string
  /** The first wrong row, as stored in the database. */
  readonly row: Readonly<Record<string, unknown>>
}

/** The first fault of a merchant's ledger, and the first of what settlement wrote. */
export async function faultsOf(pool: Pool, merchantId: MerchantId): Promise<Omit<Fault, 'merchantId'>[]> {
  const faults = [await verifyLedger(pool, merchantId), await verifySettlement(pool, merchantId)]
  return faults.filter((fault) => fault !== null)
}

/**
 * Verifies the books of a whole database, merchant by merchant: entries sum to zero, every wallet's balance is the
 * sum of its entries, clearing equals the open stakes, and exposures, payouts, postings and rollups equal a
 * recomputation from all orders. Returns the first wrong row, or null.
 */
export async function verifyDatabase(
  pool: Pool,
  onMerchant: (merchantId: MerchantId) => void = () => {},
): Promise<Fault | null> {
  for (const merchantId of await listMerchantIds(pool)) {
    onMerchant(merchantId)
    const fault = (await faultsOf(pool, merchantId))[0]
    if (fault) return { merchantId, ...fault }
  }
  return null
}
