import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { lockMerchantPeriod } from '../../book/open-games.ts'
import type { Tx } from '../../platform/db.ts'
import { foldLateOrder } from '../fold/store-fold.ts'
import { openRun } from './open-run.ts'
import { insertCorrection } from './store-runs.ts'

/**
 * Adds a fly-out to a period that was settled without it. The difference is added to the rollups under a revision of
 * its own, like a correction. The state of the order already says that it counts. No wallet moves: a fly-out is between
 * its owner and the outside book.
 */
export async function addLateFlyOut(
  tx: Tx,
  late: {
    readonly merchantId: MerchantId
    readonly periodId: PeriodId
    readonly orderId: bigint
    readonly owner: PathId
    readonly at: number
  },
): Promise<void> {
  const { merchantId, periodId, orderId, owner, at } = late
  const period = await lockMerchantPeriod(tx, merchantId, periodId)
  if (!period || period.settledVersion === 0) throw new Error(`fly-out ${orderId} is not late`)
  const revision = period.revision + 1
  await foldLateOrder(tx, period, revision, orderId)
  const version = period.settledVersion
  await openRun(tx, period, revision, { reason: 'correction', fromVersion: version, toVersion: version, orderId, at })
  const order = { id: orderId, bettor: owner }
  await insertCorrection(tx, period, revision, { kind: 'correction', order, paths: [owner] }, at)
}
