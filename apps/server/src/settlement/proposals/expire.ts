import { PROPOSAL_LIFE_MS } from '@strata/domain/games/proposals'
import { readPeriod } from '../../games/periods.ts'
import { runTx } from '../../platform/db.ts'
import type { OperatorContext } from './context.ts'
import { expireWaiting, hasOver } from './store-proposals.ts'
import { tellChanged } from './tell-changed.ts'

/**
 * Stores that the time of proposals is over, so that operators are told once. What may be decided does not depend on it: that
 * is judged by the clock.
 */
export async function expireProposals({
  pool,
  clock,
  live,
}: Pick<OperatorContext, 'pool' | 'clock' | 'live'>): Promise<void> {
  const through = clock() - PROPOSAL_LIFE_MS
  // Asked every moment: the update would lock the whole table on a cluster although nothing is due.
  if (!(await hasOver(pool, through))) return
  await runTx(pool, {}, async (tx) => {
    for (const periodId of await expireWaiting(tx, through, PROPOSAL_LIFE_MS)) {
      const period = await readPeriod(tx, periodId)
      if (period) tellChanged(tx, live, period)
    }
  })
}
