import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPool, type Pool, type Queryable } from '../../../src/platform/db.ts'
import { migrate, readMigrations } from '../../../src/platform/migrate.ts'

const source = fileURLToPath(new URL('../../../src/platform/migrations', import.meta.url))

/** Databases of earlier versions: each has the first so many migrations. */
export interface StateDatabases {
  /** Names of all migrations, in order. */
  readonly names: readonly string[]
  /** Applies the first `count` migrations as that version did. */
  migrateTo(pool: Pool, count: number): Promise<string[]>
  create(): Promise<StateDatabase>
  close(): Promise<void>
}

export interface StateDatabase {
  readonly url: string
  readonly pool: Pool
  drop(): Promise<void>
}

export async function stateDatabases(cluster: string): Promise<StateDatabases> {
  const names = (await readMigrations()).map(({ name }) => name)
  const folder = await mkdtemp(join(tmpdir(), 'strata-upgrade-'))
  const admin = createPool({ url: cluster, max: 1 })
  return {
    names,
    async migrateTo(pool, count) {
      const of = join(folder, String(count))
      if (!existsSync(of)) {
        await mkdir(of)
        for (const name of names.slice(0, count))
          for (const file of [`${name}.sql`, `${name}.check.sql`]) await symlink(join(source, file), join(of, file))
      }
      return migrate(pool, of)
    },
    async create() {
      const name = `upgrade_${randomBytes(6).toString('hex')}`
      await admin.query(`create database ${name} template template0`)
      const url = new URL(cluster)
      url.pathname = `/${name}`
      const pool = createPool({ url: url.href, max: 4 })
      const drop = async (): Promise<void> => {
        await pool.end()
        await admin.query(`drop database ${name} with (force)`)
      }
      return { url: url.href, pool, drop }
    },
    async close() {
      await admin.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const asSavepoints = (text: string): string => {
  if (/^\s*begin\b/i.test(text)) return 'savepoint inside'
  if (/^\s*commit\b/i.test(text)) return 'release savepoint inside'
  return /^\s*rollback\b/i.test(text) ? 'rollback to savepoint inside' : text
}

/**
 * Does work on a pool of one connection inside a transaction and takes everything back. Transactions of the work are
 * parts of that one. Copying a database for each state would cost many times as much.
 */
export async function takenBack(pool: Pool, work: (inside: Pool) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  const query = async (asked: string | { readonly text: string; readonly values?: unknown[] }, given?: unknown[]) => {
    const { text, values } = typeof asked === 'string' ? { text: asked, values: given } : { values: given, ...asked }
    const sent = asSavepoints(text)
    const answer = await client.query(sent, values)
    return sent.startsWith('release') ? { ...answer, command: 'COMMIT' } : answer
  }
  const inside = { query, release: () => undefined, on: () => undefined, off: () => undefined } as unknown as Queryable
  try {
    await client.query('begin')
    await work({ ...inside, options: pool.options, connect: async () => inside } as unknown as Pool)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
