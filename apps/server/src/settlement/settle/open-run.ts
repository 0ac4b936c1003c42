import type { PeriodToSettle } from '../../book/open-games.ts'
import { settlePart } from '../../book/open-games.ts'
import { openRun as openPostings, type Refund, type RunNote } from '../../ledger/wallets.ts'
import type { Tx } from '../../platform/db.ts'
import { insertApplied } from './store-runs.ts'

/** Records that a revision is written: it can be applied only once, and its postings become due. */
export async function openRun(
  tx: Tx,
  period: PeriodToSettle,
  revision: number,
  about: RunNote & { readonly at: number; readonly refund?: Refund | undefined },
): Promise<void> {
  const { merchantId, periodId } = period
  await insertApplied(tx, period, revision, about.at)
  await openPostings(tx, { merchantId, periodId, version: revision }, about)
  await settlePart(tx, { merchantId, periodId, settledVersion: about.toVersion, revision })
}
