import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { verifyDatabase } from '../src/admin/verify.ts'
import type { Pool } from '../src/platform/db.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { REWRITTEN, type Rewritten } from './testing/upgrade/contracted.ts'
import { type SchemaFacts, schemaFacts } from './testing/upgrade/schema-facts.ts'
import { type StateDatabases, stateDatabases, takenBack } from './testing/upgrade/state-databases.ts'
import { fillTable, type RowsByTable, worldRows } from './testing/upgrade/world-rows.ts'

/** From the database of every earlier version to today's, with data in it. */
const { pool, raw } = await createTestDatabase()

let states: StateDatabases
let todaysRows: RowsByTable
let todaysFacts: SchemaFacts

beforeAll(async () => {
  states = await stateDatabases(inject('clusterUrl'))
  todaysFacts = await schemaFacts(raw)
  todaysRows = await worldRows(pool, raw, todaysFacts)
})
afterAll(() => states.close())

async function fill(on: Pool, facts: SchemaFacts): Promise<void> {
  if (facts.tables.has('orders')) await on.query('create table orders_test partition of orders default')
  for (const [table, lines] of todaysRows) await fillTable(on, facts, table, lines)
}

interface RowsQuestion {
  /** Columns that both states have, but for those that migrations rewrite on purpose. */
  readonly columns: ReadonlyMap<string, readonly string[]>
  /** Rows that count, as a condition of `t`. */
  readonly only: (table: string) => string
}

/** All rows of all tables, as text. */
async function allRows(on: Pick<Pool, 'query'>, { columns, only }: RowsQuestion): Promise<string[]> {
  const parts = [...columns].map(([table, names]) => {
    const some = `select ${names.map((name) => `t.${name}`).join(', ')} from ${table} t where ${only(table)}`
    return `select '${table} ' || to_jsonb(r)::text as row from (${some}) r`
  })
  const found = await on.query<{ row: string }>(parts.join(' union all '))
  return found.rows.map(({ row }) => row).toSorted()
}

const sharedColumns = (facts: SchemaFacts, meant: readonly Rewritten[]): Map<string, string[]> =>
  new Map(
    [...facts.tables].map(([table, columns]) => {
      const isMeant = (name: string): boolean => meant.some((one) => one.table === table && one.column === name)
      const isShared = (name: string): boolean => todaysFacts.tables.get(table)?.has(name) === true
      return [table, [...columns.keys()].filter((name) => isShared(name) && !isMeant(name))]
    }),
  )

/** Fills a database of the first `count` migrations, migrates it to today and compares. */
async function checkUpgrade(on: Pool, count: number): Promise<void> {
  const facts = await schemaFacts(on)
  await fill(on, facts)
  const from = states.names[count - 1] ?? ''
  const meant = REWRITTEN.filter(({ migration }) => migration > from)
  const columns = sharedColumns(facts, meant)
  const but = (which: 'gone' | 'added') => (table: string) =>
    ['true', ...meant.flatMap((one) => (one.table === table && one[which] ? [`not (${one[which]})`] : []))].join(
      ' and ',
    )
  const before = await allRows(on, { columns, only: but('gone') })
  expect(await states.migrateTo(on, states.names.length)).toEqual(states.names.slice(count))
  const after = await allRows(on, { columns, only: but('added') })
  expect({ from, rows: after }).toEqual({ from, rows: before })
  if (facts.tables.has('orders')) expect(await verifyDatabase(on)).toBeNull()
}

describe('upgrades', () => {
  test('there is a row for every table', () => {
    expect([...todaysFacts.tables.keys()].filter((table) => !todaysRows.has(table))).toEqual([])
  })

  test('from every earlier version to today no row is lost and the books balance', async () => {
    const one = await states.create()
    for (let count = 1; count <= states.names.length; count++) {
      await states.migrateTo(one.pool, count)
      await takenBack(one.pool, (inside) => checkUpgrade(inside, count))
    }
    await one.drop()
  })
})
