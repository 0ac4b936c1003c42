import pg from 'pg'
import { type Pool, type Queryable, row, runTx } from './db.ts'

/** Tables the application may add to and read, and nothing else. */
export const APPEND_ONLY = ['change_log', 'day_starts', 'login_log', 'ledger_entries', 'orders'] as const

/** Only the owner records which migrations were applied. */
const READ_ONLY = ['schema_migrations', 'graphile_worker._private_migrations', 'graphile_worker.migrations'] as const

/** What runs as the owner: each does one thing, and judges by itself whether it is due. */
const FUNCTIONS = ['add_order_partition(date)', 'drop_order_day(date)', 'sweep_login_log(integer)'] as const

const name = (text: string): string => pg.escapeIdentifier(text)

/** The role a database URL signs in as. */
export const roleOf = (url: string): string => decodeURIComponent(new URL(url).username)

/**
 * Whether the application's role could lift its own limits: it is the owner, can become the owner, or is a superuser.
 */
async function isOwner(owner: Queryable, role: string): Promise<boolean> {
  const found = await row<{ is_owner: boolean }>(
    owner,
    `select rolsuper or pg_has_role(oid, current_user, 'member') as is_owner from pg_roles where rolname = $1`,
    [role],
  )
  return found.is_owner
}

/** The tables that this state of the database has. */
async function thoseThere(owner: Queryable, tables: readonly string[]): Promise<readonly string[]> {
  const there = await owner.query<{ table: string }>(
    `select t as table from unnest($1::text[]) t where to_regclass(t) is not null`,
    [tables],
  )
  return there.rows.map(({ table }) => table)
}

async function limitTables(owner: Queryable, role: string): Promise<void> {
  const to = name(role)
  await owner.query(`
    grant usage on schema public, graphile_worker to ${to};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${to};
    grant usage, select on all sequences in schema public, graphile_worker to ${to};
    grant update on sequence path_ids to ${to}`)
  const there = await owner.query<{ name: string }>(
    `select f as name from unnest($1::text[]) f where to_regprocedure(f) is not null`,
    [FUNCTIONS],
  )
  for (const { name: signature } of there.rows) await owner.query(`grant execute on function ${signature} to ${to}`)
  const readOnly = await thoseThere(owner, READ_ONLY)
  const appendOnly = await thoseThere(owner, APPEND_ONLY)
  await owner.query(`
    revoke insert, update, delete, truncate on ${readOnly.join(', ')} from ${to};
    revoke update, delete, truncate on ${appendOnly.join(', ')} from ${to}`)
  // Partitions are reached only through orders, whose grants decide.
  const parts = await owner.query<{ part: string }>(
    `select inhrelid::regclass::text as part from pg_inherits where inhparent = 'orders'::regclass`,
  )
  for (const { part } of parts.rows) await owner.query(`revoke all on ${part} from ${to}`)
}

/** Job tables show rows only to their owner. A policy lets the application in. */
async function openJobs(owner: Queryable, role: string): Promise<void> {
  const tables = await owner.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = $1)`,
    [`application ${role}`],
  )
  for (const { table } of tables.rows) {
    await owner.query(
      `create policy ${name(`application ${role}`)} on ${table} to ${name(role)} using (true) with check (true)`,
    )
  }
}

/**
 * Grants the application's role what it needs and revokes the rest. Safe to run at every start, as the owner. Returns
 * false and changes nothing when the application signs in as the owner or a superuser.
 */
export async function limitApplication(owner: Pool, role: string): Promise<boolean> {
  if (await isOwner(owner, role)) return false
  await runTx(owner, { timeoutMs: 30_000 }, async (tx) => {
    // Two starts at once, or a start and the job that adds partitions, would change the same rows of the catalogue.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('strata:partitions', 0))`)
    await limitTables(tx, role)
    await openJobs(tx, role)
  })
  return true
}
