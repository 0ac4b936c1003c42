import { type Queryable, rows } from '../../../src/platform/db.ts'

/** What the schema promises to the statements of a running process, one line each. */
export interface SchemaFacts {
  /** By table: its columns, by name. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, ColumnFacts>>
  /** `table (column, ..) where ..`: what `on conflict` may name. */
  readonly keys: readonly Rule[]
  /** Check and foreign key constraints. */
  readonly rules: readonly Rule[]
  /** Functions, aggregates and sequences. */
  readonly others: ReadonlySet<string>
}

export interface ColumnFacts {
  readonly type: string
  /** A write that does not name the column, or names it with null. */
  readonly mayBeNull: boolean
  readonly mayBeAbsent: boolean
}

interface Rule {
  readonly table: string
  readonly columns: readonly string[]
  readonly text: string
}

const columnsText = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as filled
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname <> 'schema_migrations'
   order by c.relname, a.attnum`

const keysText = `
  select c.relname as table,
         (select array_agg(a.attname::text order by a.attname) from pg_attribute a
           where a.attrelid = c.oid and a.attnum = any(i.indkey)) as columns,
         regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', '') as text
    from pg_index i join pg_class c on c.oid = i.indrelid
   where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition
     and c.relname <> 'schema_migrations'
   order by 1, 3`

const rulesText = `
  select c.relname as table,
         (select array_agg(a.attname::text order by a.attname) from pg_attribute a
           where a.attrelid = c.oid and a.attnum = any(k.conkey)) as columns,
         pg_get_constraintdef(k.oid) as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid
   where k.contype in ('c', 'f', 'x') and c.relnamespace = 'public'::regnamespace and not c.relispartition
   order by 1, 3`

const othersText = `
  select 'function ' || p.oid::regprocedure || ' returns ' || format_type(p.prorettype, null) as text
    from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all
  select 'sequence ' || c.relname from pg_class c
   where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace`

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly filled: boolean
}

export async function schemaFacts(on: Queryable): Promise<SchemaFacts> {
  const tables = new Map<string, Map<string, ColumnFacts>>()
  for (const { table, name, type, nullable, filled } of await rows<ColumnRow>(on, columnsText)) {
    const columns = tables.get(table) ?? new Map<string, ColumnFacts>()
    tables.set(table, columns.set(name, { type, mayBeNull: nullable, mayBeAbsent: nullable || filled }))
  }
  const others = await rows<{ text: string }>(on, othersText)
  return {
    tables,
    keys: await rows<Rule & Record<string, unknown>>(on, keysText),
    rules: await rows<Rule & Record<string, unknown>>(on, rulesText),
    others: new Set(others.map(({ text }) => text)),
  }
}

const missing = (before: readonly Rule[], after: readonly Rule[]): Rule[] =>
  before.filter((rule) => !after.some(({ table, text }) => table === rule.table && text === rule.text))

/**
 * What statements of the version before rely on and no longer find, as `what it is: where`. A new unique key or rule
 * counts when every column of it is an old one, because an old write may then be refused.
 */
export function brokenPromises(before: SchemaFacts, after: SchemaFacts): string[] {
  const broken: string[] = []
  for (const [table, columns] of before.tables) {
    const now = after.tables.get(table)
    if (now) broken.push(...brokenColumns(table, columns, now))
    else broken.push(`table gone: ${table}`)
  }
  const isOld = ({ table, columns }: Rule): boolean => columns.every((name) => before.tables.get(table)?.has(name))
  const told = ({ table, text }: Rule): string => `${table} ${text}`
  broken.push(...missing(before.keys, after.keys).map((key) => `key gone: ${told(key)}`))
  for (const rule of [...missing(after.keys, before.keys), ...missing(after.rules, before.rules)])
    if (before.tables.has(rule.table) && isOld(rule)) broken.push(`new rule: ${told(rule)}`)
  broken.push(...[...before.others].filter((text) => !after.others.has(text)).map((text) => `gone: ${text}`))
  return broken
}

function* brokenColumns(
  table: string,
  before: ReadonlyMap<string, ColumnFacts>,
  after: ReadonlyMap<string, ColumnFacts>,
): Iterable<string> {
  for (const [name, old] of before) {
    const now = after.get(name)
    if (!now) yield `column gone: ${table}.${name}`
    else if (now.type !== old.type) yield `type changed: ${table}.${name} from ${old.type} to ${now.type}`
    else if (old.mayBeNull && !now.mayBeNull) yield `null refused: ${table}.${name}`
    else if (old.mayBeAbsent && !now.mayBeAbsent) yield `default gone: ${table}.${name}`
  }
  for (const [name, { mayBeAbsent }] of after)
    if (!before.has(name) && !mayBeAbsent) yield `new column that old writes must name: ${table}.${name}`
}
