import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { verifyDatabase } from '../src/admin/verify.ts'
import type { Pool, Queryable } from '../src/platform/db.ts'
import { migrateJobs } from '../src/platform/jobs.ts'
import { limitApplication, roleOf } from '../src/platform/roles.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { CONTRACTED, REWRITTEN, type Rewritten, SAFE_SINCE } from './testing/upgrade/contracted.ts'
import { EarlierColumns, sendOld } from './testing/upgrade/earlier-columns.ts'
import { BETS_SINCE, OLD_WRITES, oldBet } from './testing/upgrade/old-writes.ts'
import { brokenPromises, type SchemaFacts, schemaFacts } from './testing/upgrade/schema-facts.ts'
import { type StateDatabases, stateDatabases, takenBack } from './testing/upgrade/state-databases.ts'
import { fillTable, type RowsByTable, worldRows } from './testing/upgrade/world-rows.ts'

/** From the database of every earlier version to today's, with data in it. */
const { pool, raw } = await createTestDatabase()

/** The migration since which the server works as a role of its own. */
const ROLES_SINCE = '0018'

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
  // Beyond the ids of the rows.
  await on.query(
    `select setval(oid::regclass, 1000) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  )
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

const FIRST_BET = 7_600_000_000_000_000_000n

/** An older process that takes one bet after the other on one connection, by statements prepared once. */
function betting(on: Pool) {
  const written: bigint[] = []
  let stopped = false
  const bet = async (client: Queryable, id: bigint): Promise<void> => {
    const { text, values } = oldBet(id)
    await client.query('begin')
    await client.query('select config_version from merchants where id = $1 for no key update', [1])
    await client.query({ name: 'intake-write', text, values: [...values] })
    await client.query('commit')
    written.push(id)
  }
  const loop = async (): Promise<void> => {
    const client = await on.connect()
    try {
      for (let id = FIRST_BET; !stopped; id++) await bet(client, id)
    } finally {
      client.release(true)
    }
  }
  const running = loop()
  return {
    /** Waits until so many more bets are written. Throws when one failed. */
    async more(count: number): Promise<void> {
      const wanted = written.length + count
      while (written.length < wanted) await Promise.race([sleep(2), running.then(() => undefined)])
    },
    async stop(): Promise<readonly bigint[]> {
      stopped = true
      await running
      return written
    },
  }
}

describe('upgrades', () => {
  test('there is a row for every table and a value for every column', () => {
    const named = (table: string): Set<string> =>
      new Set((todaysRows.get(table) ?? []).flatMap((line) => Object.keys(JSON.parse(line) as object)))
    const missing = [...todaysFacts.tables].flatMap(([table, columns]) =>
      [...columns.keys()].filter((name) => !named(table).has(name)).map((name) => `${table}.${name}`),
    )
    expect(missing).toEqual([])
  })

  test('from every earlier version to today no row is lost and the books balance', async () => {
    const one = await states.create()
    for (let count = 1; count <= states.names.length; count++) {
      await states.migrateTo(one.pool, count)
      await takenBack(one.pool, (inside) => checkUpgrade(inside, count))
    }
    await one.drop()
  })

  test('what a migration takes from an older process stands in the list, and nothing else does', async () => {
    const one = await states.create()
    const broken: string[] = []
    let before: SchemaFacts | undefined
    for (const [at, name] of states.names.entries()) {
      await states.migrateTo(one.pool, at + 1)
      const after = await schemaFacts(one.pool)
      if (before) broken.push(...brokenPromises(before, after).map((what) => `${name}: ${what}`))
      before = after
    }
    await one.drop()
    expect(broken).toEqual(CONTRACTED.map(({ migration, what }) => `${migration}: ${what}`))
  })

  test('since the rule stands, a version stops using a thing before a later one takes it away', () => {
    const early = CONTRACTED.filter(
      ({ migration, stoppedIn }) =>
        migration > SAFE_SINCE && !(states.names.includes(stoppedIn) && stoppedIn < migration),
    )
    expect(early).toEqual([])
  })

  test('an older process goes on writing after each later migration', async () => {
    const one = await states.create()
    const earlier = new EarlierColumns()
    const application = roleOf(inject('applicationUrl'))
    let role: string | undefined
    let sent = 0
    for (const [at, state] of states.names.entries()) {
      await states.migrateTo(one.pool, at + 1)
      await takenBack(one.pool, async (inside) => {
        const facts = await schemaFacts(inside)
        await fill(inside, facts)
        if (role) await inside.query(`set local role ${role}`)
        for (const write of OLD_WRITES.filter(({ since, until = '9' }) => since <= state && state < until))
          await sendOld(inside, state, write)
        sent += await earlier.send(inside, { state, facts, role }, todaysRows)
      })
      if (state < ROLES_SINCE) continue
      // The next state is written to with the rights that a start of this version gives.
      if (!role) await migrateJobs(one.url)
      await limitApplication(one.pool, application)
      role = application
    }
    expect(sent).toBeGreaterThan(100)
    await one.drop()
  })

  test('bets of an older process go on while every later migration runs', async () => {
    const one = await states.create()
    const first = states.names.indexOf(BETS_SINCE) + 1
    await states.migrateTo(one.pool, first)
    await fill(one.pool, await schemaFacts(one.pool))
    const bets = betting(one.pool)
    for (let count = first + 1; count <= states.names.length; count++) {
      await bets.more(3)
      await states.migrateTo(one.pool, count)
    }
    await bets.more(3)
    const written = await bets.stop()
    const found = await one.pool.query<{ id: bigint }>('select id from orders where id >= $1 order by id', [FIRST_BET])
    expect(found.rows.map(({ id }) => id)).toEqual(written)
    expect(await verifyDatabase(one.pool)).toBeNull()
    await one.drop()
  })
})
