import { ConfigError } from './config.ts'
import { maybeRow, type Queryable, row } from './db.ts'

/** What a database was made for. It never changes. */
export type DatabaseKind = 'demo' | 'production'

const refused: Readonly<Record<DatabaseKind, string>> = {
  demo: 'STRATA_MODE: this database was made by the demo, whose passwords are public; production needs an empty one',
  production: 'STRATA_MODE: this is a production database; say STRATA_MODE=production',
}

async function readKind(on: Queryable): Promise<DatabaseKind | undefined> {
  const found = await row<{ found: boolean }>(on, `select to_regclass('settings') is not null as found`)
  if (!found.found) return undefined
  return (await maybeRow<{ value: DatabaseKind }>(on, `select value from settings where key = 'kind'`))?.value
}

/** Throws ConfigError when the database was made for the other mode. A database without tables or kind passes. */
export async function checkDatabaseKind(on: Queryable, mode: DatabaseKind): Promise<void> {
  const kind = await readKind(on)
  if (kind !== undefined && kind !== mode) throw new ConfigError(refused[kind])
}

/**
 * Writes the kind of a database that has none, before anything fills it, and returns the kind. Throws ConfigError when
 * the database was made for the other mode.
 */
export async function claimDatabaseKind(on: Queryable, mode: DatabaseKind): Promise<DatabaseKind> {
  await on.query(`insert into settings (key, value) values ('kind', $1) on conflict (key) do nothing`, [
    JSON.stringify(mode),
  ])
  await checkDatabaseKind(on, mode)
  return mode
}
