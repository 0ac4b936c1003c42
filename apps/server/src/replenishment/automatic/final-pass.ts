import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { claimFinalPass, merchantsWithoutFinalPass } from '../../book/open-games.ts'
import { runTx } from '../../platform/db.ts'
import { readAutomaticPaths } from '../../settings/replenishment-settings.ts'
import { lockMerchant } from '../../tree/merchants.ts'
import { SnapshotCache } from '../../tree/snapshot.ts'
import { LATE, passOver, type ReplenishmentDeps } from '../sending/open-replenishment.ts'

/** Rolls back a pass that came too late. */
class TooLate extends Error {
  override name = 'TooLate'
}

async function finalPassOf(deps: ReplenishmentDeps, merchantId: MerchantId, periodId: PeriodId): Promise<number> {
  return runTx(deps.pool, { timeoutMs: 30_000 }, async (tx) => {
    const version = await lockMerchant(tx, merchantId)
    const period = await claimFinalPass(tx, { merchantId, periodId }, deps.clock())
    if (!period) return 0
    const paths = await readAutomaticPaths(tx, merchantId, period.gameId)
    if (paths.length === 0) return 0
    const snapshot = await new SnapshotCache().locked(tx, merchantId, version, { ids: paths })
    const orders = await passOver(tx, deps, snapshot, period, paths)
    if (orders === LATE) throw new TooLate()
    return orders.length
  })
}

/**
 * The last automatic pass of a period. Call it when no more bets of the period can be decided (after `closeAt`, before
 * `hedgeCloseAt`). Each merchant does it once, however often it is called. Returns how many orders were sent.
 */
export async function finalPass(deps: ReplenishmentDeps, periodId: PeriodId): Promise<number> {
  let sent = 0
  for (const merchantId of await merchantsWithoutFinalPass(deps.pool, periodId)) {
    sent += await finalPassOf(deps, merchantId, periodId).catch((error: unknown) => {
      if (error instanceof TooLate) return 0
      throw error
    })
  }
  return sent
}
