import { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import type { Pool } from '../../../src/platform/db.ts'
import { LiveHub } from '../../../src/platform/live.ts'
import { createLog } from '../../../src/platform/log.ts'
import { voidOrder } from '../../../src/settlement/operator-calls/void-order.ts'
import { settlePeriod } from '../../../src/settlement/settle/settle.ts'
import { DRAWS, settledWorld } from '../../../src/settlement/testing/settled-world.ts'
import {
  createMerchant,
  makeOrder,
  type OrderSketch,
  placeOrders,
  putPeriod,
  putResult,
} from '../../../src/settlement/testing/small-period.ts'
import { SAMPLE_ROWS } from './sample-rows.ts'
import type { SchemaFacts } from './schema-facts.ts'

/** Rows as JSON objects, by table, those that others refer to first. */
export type RowsByTable = ReadonlyMap<string, readonly string[]>

const sketch = (
  item: readonly [string, string],
  bettor: number,
  kind: OrderSketch['kind'] = 'member',
): OrderSketch => ({
  kind,
  bettor,
  play: item[0],
  item: item[1],
  stake: 1_000_000n,
  shares: [2000, 2000, 3000],
  rates: [2500, 2000, 1500, 1000],
})
const ORDERS = [
  sketch(['TMA', '07'], 0),
  sketch(['TM_LM', 'DA'], 1),
  sketch(['LM_3Z2', '01+02+03'], 2),
  sketch(['TMA', '07'], 1, 'replenishment'),
  sketch(['TMA', '49'], 2, 'flyout'),
]

/** Books with a corrected period, a period with a voided order and an open one, as today's version writes them. */
async function writeBooks(pool: Pool, raw: Pool): Promise<void> {
  await raw.query('create table orders_test partition of orders default')
  const { deps } = settledWorld({ pool, raw })
  const merchant = MerchantId(1)
  await createMerchant(raw, merchant)
  for (const id of [1, 2, 3]) {
    const period = { id, gameId: GameId(3) }
    await putPeriod(raw, period)
    const made = ORDERS.map((order) => makeOrder('6HC', PeriodId(id), order))
    await placeOrders(raw, merchant, period.gameId, made)
    if (id === 3) return
    await putResult(raw, period, DRAWS[0] ?? null)
    await settlePeriod(deps, merchant, PeriodId(id))
    if (id === 1) {
      await putResult(raw, period, DRAWS[1] ?? null)
      await settlePeriod(deps, merchant, PeriodId(id))
    } else {
      const voided = { merchantId: merchant, orderId: made[0]?.order.id ?? 0n, reason: 'r', operator: 'o' }
      await voidOrder({ ...deps, live: new LiveHub(createLog('silent')) }, voided)
    }
  }
}

/** Rows that a migration puts into a new table, as a condition: every state that has the table has them. */
const MIGRATED_ROWS: ReadonlyMap<string, string> = new Map([['day_starts', `operator = ''`]])

/** Rows of every table of today: books as the server writes them, and samples of the rest. */
export async function worldRows(pool: Pool, raw: Pool, facts: SchemaFacts): Promise<RowsByTable> {
  await writeBooks(pool, raw)
  const found = new Map<string, readonly string[]>()
  for (const [table, samples] of Object.entries(SAMPLE_ROWS))
    found.set(
      table,
      samples.map((row) => JSON.stringify(row)),
    )
  for (const table of facts.tables.keys()) {
    const own = MIGRATED_ROWS.get(table) ?? 'false'
    const written = await raw.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where not (${own})`,
    )
    const lines = written.rows.map(({ row }) => row)
    if (lines.length > 0) found.set(table, [...(found.get(table) ?? []), ...lines])
  }
  return found
}

/** Puts rows into a table of an earlier state: of each row the columns that the state has. */
export async function fillTable(
  on: Pick<Pool, 'query'>,
  facts: SchemaFacts,
  table: string,
  lines: readonly string[],
): Promise<void> {
  const columns = facts.tables.get(table)
  if (!columns) return
  const byColumns = new Map<string, string[]>()
  for (const line of lines) {
    const known = Object.keys(JSON.parse(line) as object).filter((name) => columns.has(name))
    byColumns.set(known.join(', '), [...(byColumns.get(known.join(', ')) ?? []), line])
  }
  for (const [names, some] of byColumns) await insertRows(on, table, names, some)
}

/** One insert that names these columns. */
export async function insertRows(
  on: Pick<Pool, 'query'>,
  table: string,
  names: string,
  lines: readonly string[],
): Promise<void> {
  await on.query(
    `insert into ${table} (${names}) overriding system value
     select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [`[${lines.join(',')}]`],
  )
}
