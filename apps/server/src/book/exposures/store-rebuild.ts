import { parseDay } from '@strata/domain/calendar'
import { type MerchantId, PathId, type PeriodId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { type Pool, type Queryable, row, rows, runTx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import { lockMerchant } from '../../tree/merchants.ts'
import { FIGURE_COLUMNS } from './store-columns.ts'
import { foldedExposures } from './store-fold.ts'

const names = FIGURE_COLUMNS.map(([name]) => name)
const REBUILD_TIMEOUT_MS = 120_000

/**
 * The planner takes every chain, item and pankou for a group of its own, which would be too many to hash in the memory of
 * an ordinary statement. It would read the orders in the order of an index then, one page for each, and sort them: the
 * larger the table, the fewer of its pages are in memory. Hashed, the table is read once from one end to the other.
 */
const hashed = [
  "set local work_mem = '128MB'",
  'set local enable_sort = off',
  'set local enable_incremental_sort = off',
].join('; ')

/**
 * Folds into a temporary table, because a statement that writes never runs in parallel. `create table as` takes no
 * parameters.
 */
const foldInParallel = (merchantId: MerchantId, periodId: PeriodId, day: string): readonly string[] => {
  const values = [Math.trunc(merchantId), Math.trunc(periodId), `'${must(parseDay(day), 'the day of a period')}'`]
  const fold = foldedExposures('$3').replaceAll(/\$([123])/g, (_, n: string) => String(values[Number(n) - 1]))
  return [
    hashed,
    'set local max_parallel_workers_per_gather = 2',
    'set local parallel_setup_cost = 0',
    'set local parallel_tuple_cost = 0.01',
    `create temporary table refolded on commit drop as ${fold}`,
  ]
}

/**
 * Folds a period's exposures again from its orders and replaces the stored rows. It locks the merchant's row first, so
 * no bet is decided meanwhile. Returns how many rows it wrote.
 */
export function rebuildExposures(pool: Pool, merchantId: MerchantId, periodId: PeriodId): Promise<number> {
  return runTx(pool, { timeoutMs: REBUILD_TIMEOUT_MS }, async (tx) => {
    await lockMerchant(tx, merchantId)
    const { day } = await row<{ day: string }>(
      tx,
      'select day from merchant_periods where merchant_id = $1 and period_id = $2',
      [merchantId, periodId],
    )
    for (const text of foldInParallel(merchantId, periodId, day)) await tx.query(text)
    await tx.query('delete from exposures where merchant_id = $1 and period_id = $2', [merchantId, periodId])
    const written = await tx.query(
      `insert into exposures (merchant_id, period_id, changed, path_id, play, item, pankou, ${names.join(', ')})
       select $1::integer, $2::integer, $3::bigint, refolded.* from refolded`,
      [merchantId, periodId, String(nextId())],
    )
    return written.rowCount ?? 0
  })
}

/** A stored exposure row that differs from the orders, with its figures as text. */
export interface ExposureFault {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
  readonly pathId: PathId
  readonly play: string
  readonly item: string
  readonly pankou: string
  readonly column: string
  readonly stored: string
  readonly folded: string
}

/** Rows that differ. A row of zeros equals an absent row. */
const differing = `
  with folded as (${foldedExposures('$3')}),
       stored as (select * from exposures e where e.merchant_id = $1::integer and e.period_id = $2::integer)
  select path_id, play, item, pankou, ${names.map((name) => `coalesce(s.${name}, 0) as s_${name}, coalesce(f.${name}, 0) as f_${name}`).join(', ')}
    from stored s full join folded f using (path_id, play, item, pankou)
   where (${names.map((name) => `coalesce(s.${name}, 0)`).join(', ')}) is distinct from (${names.map((name) => `coalesce(f.${name}, 0)`).join(', ')})
   order by path_id, play, item, pankou limit 1`

async function firstFault(
  on: Queryable,
  merchantId: MerchantId,
  { period_id: periodId, day }: { readonly period_id: PeriodId; readonly day: string },
): Promise<ExposureFault | null> {
  const found = (await rows<Record<string, unknown>>(on, differing, [merchantId, periodId, day]))[0]
  if (!found) return null
  const column = names.find((name) => String(found[`s_${name}`]) !== String(found[`f_${name}`])) ?? ''
  return {
    merchantId,
    periodId,
    pathId: PathId(Number(found['path_id'])),
    play: String(found['play']),
    item: String(found['item']),
    pankou: String(found['pankou']),
    column,
    stored: String(found[`s_${column}`]),
    folded: String(found[`f_${column}`]),
  }
}

/**
 * Compares a merchant's exposures of every open period with the orders, in one snapshot. Returns the first wrong row or
 * null.
 */
export function verifyExposures(pool: Pool, merchantId: MerchantId): Promise<ExposureFault | null> {
  return runTx(pool, { isolation: 'repeatable read', readOnly: true, timeoutMs: REBUILD_TIMEOUT_MS }, async (tx) => {
    await tx.query(hashed)
    const open = await rows<{ period_id: PeriodId; day: string }>(
      tx,
      'select period_id, day from merchant_periods where merchant_id = $1 and settled_version = 0 order by period_id',
      [merchantId],
    )
    for (const period of open) {
      const fault = await firstFault(tx, merchantId, period)
      if (fault) return fault
    }
    return null
  })
}
