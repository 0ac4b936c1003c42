import type { MerchantId } from '@strata/domain/ids'
import { type ExposureFault, verifyExposures } from '../../book/exposures.ts'
import { type Pool, type Queryable, runTx } from '../../platform/db.ts'
import { outcomesOf } from '../settle/outcomes.ts'
import type { OutcomeRow } from '../settle/store-settlement.ts'
import { findBrokenRule, holdDays, readOutcomes, readSettledPeriods, type SettlementFault } from './store-verify.ts'

const TIMEOUT_MS = 600_000

const same = (a: OutcomeRow, b: OutcomeRow): boolean =>
  a.result === b.result && a.tier === b.tier && a.hits === b.hits && a.pushed === b.pushed

/**
 * Checks that every stored outcome is the game's outcome of the stored draw, and that every item with an order has one.
 */
async function findOutcomeFault(on: Queryable, merchantId: MerchantId): Promise<SettlementFault | null> {
  for (const part of await readSettledPeriods(on, merchantId)) {
    const stored = await readOutcomes(on, merchantId, part)
    const right = outcomesOf({ gameId: part.game_id, options: part.options }, part, stored)
    const wrong = stored.find((row, index) => !same(row, right[index] ?? row))
    if (wrong) return { check: 'an outcome is what the draw says', row: { periodId: part.period_id, ...wrong } }
  }
  return null
}

export async function findSettlementFault(on: Queryable, merchantId: MerchantId): Promise<SettlementFault | null> {
  const outcome = await findOutcomeFault(on, merchantId)
  if (outcome) return outcome
  return findBrokenRule(on, merchantId)
}

const exposureFault = (fault: ExposureFault): SettlementFault => ({
  check: 'an exposure is the fold of its open orders',
  row: { ...fault },
})

/**
 * Folds everything settlement wrote for a merchant again from its orders, with statements other than those that wrote
 * it. Returns the first row that differs, or null. Each part reads one snapshot, so it can run beside live traffic.
 */
export async function verifySettlement(pool: Pool, merchantId: MerchantId): Promise<SettlementFault | null> {
  const options = { isolation: 'repeatable read', readOnly: true, timeoutMs: TIMEOUT_MS } as const
  const fault = await runTx(pool, options, async (tx) => {
    await holdDays(tx)
    return findSettlementFault(tx, merchantId)
  })
  if (fault) return fault
  const exposure = await verifyExposures(pool, merchantId)
  return exposure && exposureFault(exposure)
}
