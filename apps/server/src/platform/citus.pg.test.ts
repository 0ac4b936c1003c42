import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { rooms } from '../../rooms/rooms.ts'
import { LATE_MERCHANTS, MERCHANTS, tableKinds } from '../../rooms/table-kinds.ts'
import { isCitus, REFERENCE_TRIGGERS, spreadTables } from './citus.ts'
import { createPool } from './db.ts'
import { migrateAll } from './server.ts'
import { joinNodes } from './testing/citus-nodes.ts'
import { databaseUrl, dropClone, onEveryNode } from './testing/template.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { raw } = await createTestDatabase()

interface TableFacts {
  readonly table: string
  readonly firstKey: string
}

async function facts(): Promise<TableFacts[]> {
  const found = await raw.query<TableFacts>(
    `select c.relname as table, a.attname as "firstKey"
       from pg_class c
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('citus_tables', 'citus_schemas')`,
  )
  return found.rows
}

test('every table of the database and of the rooms has a kind, and nothing else has', async () => {
  const tables = (await facts()).map(({ table }) => table)
  expect([...tableKinds.keys()].sort()).toEqual(tables.sort())
  const ofRooms = rooms.flatMap((room) => room.tables)
  expect([...tableKinds.keys()].filter((table) => table !== 'schema_migrations').sort()).toEqual(ofRooms.sort())
})

test('tables whose key begins with the merchant are spread by it, and no others but one', async () => {
  const onCluster = await isCitus(raw)
  const wrong = (await facts()).filter(({ table, firstKey }) => {
    if (table === LATE_MERCHANTS) return firstKey !== (onCluster ? 'merchant_id' : 'name')
    const isMerchants = table === MERCHANTS || (firstKey === 'merchant_id' && table !== 'merchant_directory')
    return isMerchants !== (tableKinds.get(table) === 'distributed')
  })
  expect(wrong).toEqual([])
})

test('no unique rule of a spread table leaves out the merchant, but for two of the directory and an old key', async () => {
  const found = await raw.query<{ table: string; name: string; columns: string[] }>(
    `select c.relname as table, x.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum = any(i.indkey)) as columns
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
      where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition`,
  )
  const wrong = found.rows.filter(
    ({ table, columns }) =>
      tableKinds.get(table) === 'distributed' && !columns.includes(table === MERCHANTS ? 'id' : 'merchant_id'),
  )
  const held = (await isCitus(raw)) ? [] : ['job_marks_pkey', 'merchants_code_key', 'merchants_host_key']
  expect(wrong.map(({ name }) => name).sort()).toEqual(held)
})

test('a spread table refers to reference tables alone, and no reference table to a spread or local one', async () => {
  const found = await raw.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  // A coordinator shows its shards of reference tables as tables, too.
  const ours = found.rows.filter(({ from }) => tableKinds.has(from))
  expect(ours.length).toBeGreaterThan(0)
  for (const { to } of ours) expect([to, tableKinds.get(to)]).toEqual([to, 'reference'])
})

test('spreading a database again changes nothing', async () => {
  expect(await spreadTables(raw)).toEqual([])
})

test('the triggers that a coordinator cannot have are known, and it has none', async () => {
  const found = await raw.query<{ table: string; trigger: string }>(
    `select c.relname as table, t.tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  )
  const ours = found.rows.filter(({ table }) => (tableKinds.get(table) ?? 'local') !== 'local')
  // Citus has one of its own on every table that it spreads.
  const written = ours.filter(({ trigger }) => !trigger.startsWith('truncate_trigger_'))
  const expected = [...REFERENCE_TRIGGERS].map(([table, trigger]) => ({ table, trigger }))
  expect(written).toEqual((await isCitus(raw)) ? [] : expected)
})

const nodeUrls = inject('nodeUrls')
/** None without a cluster: a test that is skipped would fail the run. */
const clusters = nodeUrls.length > 1 ? [{ machines: nodeUrls.length }] : []

test.each(clusters)('a database that was used on one of $machines machines becomes a coordinator', async () => {
  const name = `later_${randomBytes(8).toString('hex')}`
  const urls = nodeUrls.map((url) => databaseUrl(url, name))
  const [url = ''] = urls
  await onEveryNode(nodeUrls, `create database ${name}`)
  const owner = createPool({ url, max: 2 })
  try {
    expect(await migrateAll(owner, url)).not.toEqual([])
    await owner.query(
      `insert into games (id, game_type, name, options, schedule, result_source) values (3, 'six', 'Six', '{}', '{}', 'demo')`,
    )
    await owner.query(
      `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
       values (3, '26/001', '2026-03-02', 1, 2, 3, 4, 'scheduled')`,
    )
    await joinNodes(urls)
    expect(await migrateAll(owner, url)).toEqual([])
    expect(await spreadTables(owner)).toEqual([])
    expect((await owner.query('select period_no from periods')).rows).toEqual([{ period_no: '26/001' }])
  } finally {
    await owner.end()
    await dropClone(nodeUrls, name)
  }
})
