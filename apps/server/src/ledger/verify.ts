import type { MerchantId } from '@strata/domain/ids'
import { type Pool, runTx } from '../platform/db.ts'
import { findLedgerFault, holdOrders, type LedgerFault } from './store-verify.ts'

/** The first broken rule of a merchant's ledger, or null, in a snapshot of its own, so that it can run beside live traffic. */
export function verifyLedger(pool: Pool, merchantId: MerchantId): Promise<LedgerFault | null> {
  return runTx(pool, { isolation: 'repeatable read', readOnly: true, timeoutMs: 600_000 }, async (tx) => {
    await holdOrders(tx)
    return findLedgerFault(tx, merchantId)
  })
}
