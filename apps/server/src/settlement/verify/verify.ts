import { type ExposureFault, verifyExposures } from '../../book/exposures/store-rebuild.ts'
import { type Pool, type Queryable, rows, runTx } from '../../platform/db.ts'
import { outcomesOf } from '../settle/outcomes.ts'
import type { DrawRow, OutcomeRow } from '../settle/store-settlement.ts'
import { checks } from './verify-sql.ts'

/** The first thing wrong with what settlement wrote: which rule, and the row that breaks it. */
export interface SettlementFault {
  readonly check: string
  readonly row: Readonly<Record<string, unknown>>
}

const TIMEOUT_MS = 600_000

interface SettledPart {
  period_id: number
  game_id: number
  settled_version: number
  options: unknown
  kind: DrawRow['kind']
  result: number[] | null
  draw_date: string
}

const same = (a: OutcomeRow, b: OutcomeRow): boolean =>
  a.result === b.result && a.tier === b.tier && a.hits === b.hits && a.pushed === b.pushed

/** Every stored outcome is what the game says of the stored draw, and every item with an order has one. */
async function findOutcomeFault(on: Queryable, merchantId: number): Promise<SettlementFault | null> {
  const parts = await rows<SettledPart>(
    on,
    `select mp.period_id, mp.game_id, mp.settled_version, p.options, d.kind, d.result, d.draw_date
       from merchant_periods mp
       join periods p on p.id = mp.period_id
       join draws d on d.period_id = mp.period_id and d.version = mp.settled_version
      where mp.merchant_id = $1 and mp.settled_version > 0 order by mp.period_id`,
    [merchantId],
  )
  for (const part of parts) {
    const stored = await rows<OutcomeRow>(
      on,
      `select c.play, c.item, c.result, c.tier, c.hits, c.pushed from outcomes c
        where c.merchant_id = $1 and c.period_id = $2 and c.version = $3`,
      [merchantId, part.period_id, part.settled_version],
    )
    const right = outcomesOf({ gameId: part.game_id, options: part.options }, part, stored)
    const wrong = stored.find((row, index) => !same(row, right[index] ?? row))
    if (wrong) return { check: 'an outcome is what the draw says', row: { periodId: part.period_id, ...wrong } }
  }
  return null
}

export async function findSettlementFault(on: Queryable, merchantId: number): Promise<SettlementFault | null> {
  const outcome = await findOutcomeFault(on, merchantId)
  if (outcome) return outcome
  for (const [check, text] of checks) {
    const wrong = (await rows(on, text, [merchantId]))[0]
    if (wrong) return { check, row: wrong }
  }
  return null
}

const exposureFault = (fault: ExposureFault): SettlementFault => ({
  check: 'an exposure is the fold of its open orders',
  row: { ...fault },
})

/**
 * Folds everything settlement wrote for a merchant again from its orders, with different statements than those that wrote it, and
 * names the first row that differs, or null. Each part reads one snapshot, so it can run beside live traffic.
 */
export async function verifySettlement(pool: Pool, merchantId: number): Promise<SettlementFault | null> {
  const options = { isolation: 'repeatable read', readOnly: true, timeoutMs: TIMEOUT_MS } as const
  const fault = await runTx(pool, options, (tx) => findSettlementFault(tx, merchantId))
  if (fault) return fault
  const exposure = await verifyExposures(pool, merchantId)
  return exposure && exposureFault(exposure)
}
