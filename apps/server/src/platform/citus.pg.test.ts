import { expect, test } from 'vitest'
import { rooms } from '../../rooms/rooms.ts'
import { LATE_MERCHANTS, MERCHANTS, tableKinds } from '../../rooms/table-kinds.ts'
import { isCitus, spreadTables } from './citus.ts'
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
