import { GameId, PathId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmallDatabase, SMALL } from '../src/book/testing/small-database.ts'
import { pageOfPeriods } from '../src/games/results/store-results.ts'
import { pageOfHistory } from '../src/games/results/store-results-query.ts'
import { sumFunds } from '../src/ledger/store-funds.ts'
import { createPool } from '../src/platform/db.ts'
import { tableReads } from '../src/platform/testing/table-reads.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { lastOrderDay } from '../src/tree/terms/store-terms.ts'

/** What asks for a day reads that day, however many lie before and behind it. */
const { url, raw } = await createTestDatabase()
await createSmallDatabase(raw, 3)
const one = createPool({ url, max: 1 })
afterAll(() => one.end())

const GAME = GameId(1)
const A_DAY = 100
const DAYS = 300
const OLD_DAY = '2024-06-15'
const DAY_MS = 86_400_000

beforeAll(async () => {
  await raw.query(
    `insert into periods (id, game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
     overriding system value
     select 1000 + d * $3 + n, $1, d || '-' || n, day, at, at + 1, at + 1, at + 2, 'settled'
       from generate_series(0, $2 - 1) d, generate_series(0, $3 - 1) n,
            lateral (select date '2024-01-01' + d as day,
                            (extract(epoch from date '2024-01-01' + d) * 1000)::bigint + n * 800000::bigint as at) t
      order by d, n`,
    [GAME, DAYS, A_DAY],
  )
  await raw.query(
    `insert into merchant_periods (merchant_id, period_id, game_id, day, settled_version, first_at)
     select $1, id, game_id, day, 1, open_at from periods where day < '2025-01-01'`,
    [SMALL.merchant],
  )
  await raw.query(
    `insert into ledger_entries (merchant_id, id, transaction_id, path_id, kind, amount, balance_after, day, at)
     select $1, id, id, $2, 'transferIn', 10000, 10000, day, open_at from periods where day < '2025-01-01' order by id`,
    [SMALL.merchant, SMALL.agent],
  )
  await raw.query('vacuum analyze')
})

const readOf = async (table: string, work: () => Promise<unknown>): Promise<number> =>
  (await tableReads([raw, one], work)).get(table) ?? 0

test('results of an old day', async () => {
  const asked = { gameId: GAME, from: OLD_DAY, to: OLD_DAY, limit: 20, offset: 0 }
  for (const ascending of [true, false]) {
    const read = await readOf('periods', async () =>
      expect(await pageOfHistory(one, { ...asked, ascending })).toMatchObject({ total: A_DAY }),
    )
    expect(read).toBeLessThan(2 * A_DAY)
    const listed = await readOf('periods', async () =>
      expect(
        await pageOfPeriods(one, { ...asked, ascending, by: 'draw_at', state: null, periodNo: null }),
      ).toMatchObject({
        total: A_DAY,
      }),
    )
    expect(listed).toBeLessThan(2 * A_DAY)
  }
})

test('the last day with orders, from a day on', async () => {
  const read = await readOf('merchant_periods', async () =>
    expect(await lastOrderDay(one, SMALL.merchant, [PathId(SMALL.agent)], '2026-05-20')).toBeNull(),
  )
  expect(read).toBeLessThan(A_DAY)
})

test('the money of a day', async () => {
  const from = Date.parse(`${OLD_DAY}T00:00:00Z`)
  const filter = { paths: null, operator: null, least: null, most: null, kinds: ['transferIn' as const] }
  const scope = { merchantIds: [SMALL.merchant], pathId: PathId(1), role: ROLE.head, below: true }
  const read = await readOf('ledger_entries', async () =>
    expect(await sumFunds(one, scope, { ...filter, from, to: from + DAY_MS, fromDay: OLD_DAY })).toMatchObject({
      amountIn: BigInt(A_DAY) * 10_000n,
    }),
  )
  // The index by time knows blocks of some thousand rows.
  expect(read).toBeLessThan((DAYS * A_DAY) / 3)
})
