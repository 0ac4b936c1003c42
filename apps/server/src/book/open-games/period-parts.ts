import { mayStillCommit } from '@strata/domain/book/intake'
import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { type Period, periodById } from '../../games/periods.ts'
import type { Tx } from '../../platform/db.ts'
import { markFinalPass, noteSettled } from './store-period-parts.ts'

/** A merchant's part of a period. */
interface Part {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
}

/**
 * Claims the merchant's final pass of a period, once. Undefined: it was claimed before, the merchant has no bets in the
 * period, or nothing of the period may be written any more.
 */
export async function claimFinalPass(tx: Tx, { merchantId, periodId }: Part, now: number): Promise<Period | undefined> {
  const period = await periodById(tx, periodId)
  if (!period || !mayStillCommit([period], now)) return undefined
  return (await markFinalPass(tx, merchantId, periodId)) ? period : undefined
}

/**
 * A merchant's part of a period is written under this result, as its next revision. The caller holds the part's lock;
 * no revision is left out and none is written twice.
 */
export async function settlePart(
  tx: Tx,
  part: Part & { readonly settledVersion: number; readonly revision: number },
): Promise<void> {
  if (await noteSettled(tx, part)) return
  const { merchantId, periodId, revision } = part
  throw new Error(`revision ${revision} of merchant ${merchantId} in period ${periodId} does not follow the last one`)
}
