import { MERCHANTS, type TableKind, tableKinds } from '../../rooms/table-kinds.ts'
import { type Pool, type Queryable, type Row, row, rows } from './db.ts'

/** Two starts at once would distribute the same table. */
const LOCK = 'strata:citus'

/** The functions of the migrations that statements call inside of a shard. */
const SHARD_FUNCTIONS = /^strata_/

/** Whether the database is the coordinator of a Citus cluster. */
export async function isCitus(on: Queryable): Promise<boolean> {
  const found = await row<{ found: boolean }>(
    on,
    `select exists (select from pg_extension where extname = 'citus') as found`,
  )
  return found.found
}

/**
 * By table, the trigger of a table that is whole on every machine. Citus knows none there, so a database that becomes a
 * coordinator loses it. Decision 0172 says what protects periods instead.
 */
export const REFERENCE_TRIGGERS: ReadonlyMap<string, string> = new Map([['periods', 'right_day']])

interface Unlike {
  readonly table: string
  readonly is: string
  readonly wanted: TableKind
}

/** Citus itself makes a local table known to all machines when it refers to a reference table. */
const kindOf = `case when p.logicalrelid is null then 'local'
                     when p.partmethod = 'h' then 'distributed'
                     when p.repmodel = 't' then 'reference'
                     else 'local' end`

/** Tables whose kind is not the listed one yet. Tables of later versions and partitions are left out. */
async function unlike(on: Queryable): Promise<Unlike[]> {
  const found = await rows<{ table: string; is: string }>(
    on,
    `select c.relname as table, ${kindOf} as is
       from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  return found.flatMap(({ table, is }) => {
    const wanted = tableKinds.get(table)
    return wanted === undefined || wanted === is ? [] : [{ table, is, wanted }]
  })
}

interface RuleOverShards {
  readonly name: string
  readonly type: 'u' | 'p'
  readonly columns: readonly string[]
}

/**
 * A unique rule that leaves out the column by which a table is spread cannot be held by its shards. merchant_directory
 * holds those of merchants; a primary key begins with the column from then on.
 */
async function widenRules(on: Queryable, table: string, column: string): Promise<void> {
  const found = await rows<RuleOverShards & Row>(
    on,
    `select c.conname as name, c.contype as type,
            array(select a.attname::text from unnest(c.conkey) with ordinality k (num, n)
                    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num order by k.n) as columns
       from pg_constraint c
      where c.conrelid = $1::regclass and c.contype in ('u', 'p')
        and not exists (select from pg_attribute a
                         where a.attrelid = c.conrelid and a.attname = $2 and a.attnum = any(c.conkey))`,
    [table, column],
  )
  for (const { name, type, columns } of found) {
    await on.query(`alter table ${table} drop constraint ${name}`)
    if (type === 'p') await on.query(`alter table ${table} add primary key (${[column, ...columns].join(', ')})`)
  }
}

async function distribute(on: Queryable, table: string): Promise<void> {
  if (table === MERCHANTS) {
    await widenRules(on, table, 'id')
    await on.query(`select create_distributed_table($1, 'id', colocate_with => 'none')`, [table])
  } else {
    await widenRules(on, table, 'merchant_id')
    await on.query(`select create_distributed_table($1, 'merchant_id', colocate_with => $2)`, [table, MERCHANTS])
  }
}

/** The trigger goes in the transaction that spreads the table: if it fails, the table is as it was. */
async function refer(on: Queryable, table: string): Promise<void> {
  const trigger = REFERENCE_TRIGGERS.get(table)
  const dropped = trigger === undefined ? '' : `drop trigger if exists ${trigger} on ${table}; `
  await on.query(`${dropped}select create_reference_table('${table}')`)
}

const listed = [...tableKinds.keys()]

/**
 * Reference tables come first, in the order of the list: others refer to them. Then merchants, with which all others lie
 * together.
 */
const turn = ({ table, wanted }: Unlike): number =>
  wanted === 'reference' ? listed.indexOf(table) - listed.length : table === MERCHANTS ? 0 : 1

/** Gives the machines the functions that were made before they joined. */
async function shareFunctions(on: Queryable): Promise<void> {
  const found = await rows<{ signature: string; name: string }>(
    on,
    `select p.oid::regprocedure::text as signature, p.proname as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_catalog.pg_dist_object o
                         where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`,
  )
  for (const { signature, name } of found) {
    if (SHARD_FUNCTIONS.test(name)) await on.query('select create_distributed_function($1::regprocedure)', [signature])
  }
}

/**
 * What every connection of a cluster begins with.
 * - A transaction that has touched several shards at once cannot write a reference table that they refer to. Ours write
 *   over several shards seldom and little, so they do it one by one.
 * - The limits of a transaction hold on the machine with the rows too: it is there that locks are waited for.
 */
export const CLUSTER_DEFAULTS: Readonly<Record<string, string>> = {
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.propagate_set_commands': 'local',
}

async function setDefaults(on: Queryable): Promise<void> {
  const { name } = await row<{ name: string }>(on, 'select quote_ident(current_database()) as name')
  for (const [setting, value] of Object.entries(CLUSTER_DEFAULTS))
    await on.query(`alter database ${name} set ${setting} = '${value}'`)
}

/**
 * Gives every table its kind on a Citus cluster; on a plain PostgreSQL does nothing. Safe to run again at any time, as
 * the owner: a table that has its kind is left alone. Returns the tables that it changed.
 */
export async function spreadTables(owner: Pool): Promise<string[]> {
  if (!(await isCitus(owner))) return []
  const client = await owner.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [LOCK])
    await shareFunctions(client)
    const changes = (await unlike(client)).sort((a, b) => turn(a) - turn(b))
    for (const change of changes) {
      const { table, is, wanted } = change
      if (is !== 'local' || wanted === 'local') throw new Error(`${table} is ${is} and should be ${wanted}`)
      if (wanted === 'reference') await refer(client, table)
      else await distribute(client, table)
    }
    await setDefaults(client)
    return changes.map(({ table }) => table)
  } finally {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [LOCK]).catch(() => undefined)
    client.release()
  }
}
