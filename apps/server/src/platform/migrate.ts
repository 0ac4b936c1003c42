import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import type { Pool, Queryable } from './db.ts'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))
const lockName = 'strata:migrate'

/**
 * A migration that waits for a table lets every bet on that table wait behind it. So it gives up soon, lets them pass,
 * and tries again.
 */
export interface LockPatience {
  readonly waitMs: number
  readonly pauseMs: number
  readonly tries: number
}
const PATIENCE: LockPatience = { waitMs: 2_000, pauseMs: 1_000, tries: 60 }

interface Migration {
  readonly name: string
  readonly text: string
  readonly check: string
  readonly digest: string
}

/** All migrations in order. Throws when a migration has no check file. */
export async function readMigrations(from: string = folder): Promise<Migration[]> {
  const files = (await readdir(from)).filter((file) => file.endsWith('.sql')).sort()
  const names = files.filter((file) => !file.endsWith('.check.sql')).map((file) => file.slice(0, -'.sql'.length))
  return Promise.all(
    names.map(async (name) => {
      if (!files.includes(`${name}.check.sql`)) throw new Error(`migration ${name} has no ${name}.check.sql`)
      const text = await readFile(`${from}/${name}.sql`, 'utf8')
      const check = await readFile(`${from}/${name}.check.sql`, 'utf8')
      return { name, text, check, digest: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function applied(on: Queryable): Promise<Map<string, string>> {
  const exists = await on.query(`select to_regclass('schema_migrations') is not null as found`)
  if (!exists.rows[0]?.['found']) return new Map()
  const found = await on.query<{ name: string; digest: string }>('select name, digest from schema_migrations')
  return new Map(found.rows.map((line) => [line.name, line.digest]))
}

async function apply(on: Queryable, migration: Migration, waitMs: number): Promise<void> {
  await on.query('begin')
  try {
    await on.query(`set local lock_timeout = ${waitMs}`)
    await on.query(migration.text)
    const wrong = await on.query(migration.check)
    if (wrong.rows.length > 0) {
      throw new Error(`the check of migration ${migration.name} found ${inspect(wrong.rows[0])}`)
    }
    await on.query('insert into schema_migrations (name, digest) values ($1, $2)', [migration.name, migration.digest])
    await on.query('commit')
  } catch (error) {
    await on.query('rollback')
    throw new Error(`migration ${migration.name} failed`, { cause: error })
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { readonly code?: unknown } | undefined)?.code === '55P03'

/** Applies a migration as soon as it gets its locks without letting others wait for long. */
async function applyPatiently(on: Queryable, migration: Migration, patience: LockPatience): Promise<void> {
  for (let left = patience.tries; ; left -= 1) {
    try {
      return await apply(on, migration, patience.waitMs)
    } catch (error) {
      if (left <= 1 || !isLockTimeout(error)) throw error
      await pause(patience.pauseMs)
    }
  }
}

/**
 * Applies missing migrations in order, each in one transaction with its check. Only one process does this at a time.
 * Returns the applied names. Throws when an applied migration was changed later, or is unknown to this version.
 */
export async function migrate(pool: Pool, from: string = folder, patience = PATIENCE): Promise<string[]> {
  const migrations = await readMigrations(from)
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockName])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, digest text not null, at timestamptz not null default now())',
    )
    const before = await applied(client)
    const pending = pendingOf(migrations, before)
    for (const migration of pending) await applyPatiently(client, migration, patience)
    return pending.map((migration) => migration.name)
  } finally {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockName]).catch(() => undefined)
    client.release()
  }
}

function pendingOf(migrations: readonly Migration[], before: ReadonlyMap<string, string>): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = [...before.keys()].filter((name) => !known.has(name))
  if (newer.length > 0) throw new Error(`the database has migrations of a newer version: ${newer.join(', ')}`)
  const changed = migrations.filter((m) => before.has(m.name) && before.get(m.name) !== m.digest)
  if (changed.length > 0) throw new Error(`changed after it was applied: ${changed.map((m) => m.name).join(', ')}`)
  return migrations.filter((migration) => !before.has(migration.name))
}

/** Whether every migration of this version is applied (readyz). */
export async function isMigrated(on: Queryable): Promise<boolean> {
  const before = await applied(on)
  return (await readMigrations()).every((migration) => before.has(migration.name))
}
