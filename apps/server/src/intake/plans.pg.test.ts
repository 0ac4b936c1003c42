import type { PeriodId } from '@strata/domain/ids'
import { afterAll, expect, test } from 'vitest'
import { createSmallDatabase, NOW, SMALL } from '../book/testing/small-database.ts'
import { readBettorWallets } from '../ledger/wallets.ts'
import { row } from '../platform/db.ts'
import { tableReads } from '../platform/testing/table-reads.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { takeBets } from './decide-batch.ts'
import { intakePool } from './intake-pool.ts'
import { betMaker, intakeProcess, memories, quoteOf } from './testing/intake-process.ts'

const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 12, 3)
const lane = intakePool(pool, 1)
afterAll(() => lane.end())

const deps = intakeProcess(lane, () => NOW, {
  ...memories(),
  // Totals are read for the member of these bets.
  totalled: new Map([[SMALL.merchant, new Set([SMALL.firstMember])]]),
})
const bet = betMaker('plan')

test('plans made on empty tables stay look-ups when the tables have grown', async () => {
  // A table known to be empty is the worst case: then the planner takes every index for equally good.
  await raw.query('vacuum analyze')
  const odds = await quoteOf(deps, SMALL.merchant, bet())
  const take = async (bets: number): Promise<void> => {
    const answers = await takeBets(
      deps,
      SMALL.merchant,
      Array.from({ length: bets }, () => bet({ odds })),
    )
    expect(answers.map((answer) => answer.kind)).toEqual(answers.map(() => 'accepted'))
    // What a batch that is decided ahead asks beside the others.
    await readBettorWallets(lane, SMALL.merchant, [SMALL.firstMember])
  }
  // Prepares every statement, of the guess and of the steps, while the tables are empty.
  await take(2)
  await take(2)
  const plans = await row<{ custom: bigint; generic: bigint }>(
    lane,
    'select sum(custom_plans)::bigint as custom, sum(generic_plans)::bigint as generic from pg_prepared_statements',
  )
  expect(plans.custom).toBe(0n)
  expect(plans.generic).toBeGreaterThan(10n)
  await raw.query(
    `insert into order_keys (merchant_id, bet_no, content_hash, order_id, day)
     select $1, 'grown' || i, 'x', i, '2026-05-20' from generate_series(1, 5000) i`,
    [SMALL.merchant],
  )
  await raw.query(
    `insert into wallets (merchant_id, path_id, fund_mode) select $1, 100000 + i, 'credit' from generate_series(1, 5000) i`,
    [SMALL.merchant],
  )
  const { period_id: periodId } = await row<{ period_id: PeriodId }>(raw, 'select period_id from exposures limit 1')
  await raw.query(
    `insert into orders select grown.*
       from (select * from orders order by id limit 1) o, generate_series(1, 5000) i,
            jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', o.id - i, 'bettor', 100000 + i)) grown`,
  )
  await raw.query(
    `insert into exposures (merchant_id, period_id, path_id, play, item, pankou, changed)
     select $1, $2, 100000 + i, 'TM_LM', 'DA', 'C', 1 from generate_series(1, 5000) i`,
    [SMALL.merchant, periodId],
  )
  const reads = await tableReads([raw, lane], () => take(5))
  for (const table of ['order_keys', 'wallets', 'orders_test', 'exposures', 'paths', 'merchant_periods'])
    expect({ table, few: (reads.get(table) ?? 0) < 100 }).toEqual({ table, few: true })
  expect(reads.get('wallets')).toBeGreaterThan(0)
})
