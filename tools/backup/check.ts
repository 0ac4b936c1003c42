import { mkdirSync } from 'node:fs'
import { verifyDatabase } from '../../apps/server/src/admin/verify.ts'
import { createPool } from '../../apps/server/src/platform/db.ts'
import { canReach, unprivilegedUser } from '../../apps/server/src/platform/postgres/binaries.ts'
import { startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { giveTo, restore } from './base-backup.ts'

const KEY_BYTES = 32

/** The key of STRATA_BACKUP_KEY. It is not one of the server's keys: who holds the backups needs none of those. */
export function backupKey(env: NodeJS.ProcessEnv): Buffer {
  const key = Buffer.from(env['STRATA_BACKUP_KEY'] ?? '', 'base64url')
  if (key.length === KEY_BYTES) return key
  throw new Error('STRATA_BACKUP_KEY: 32 bytes as base64url; npm run backup -- --new-key prints one')
}

/** Restores into an empty folder that PostgreSQL's user can reach. */
export async function restoreInto(from: string, home: string, key: Buffer): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const user = unprivilegedUser()
  if (user && !canReach(home, user)) throw new Error(`user ${user.name}, who runs PostgreSQL, cannot reach ${home}`)
  restore(from, home, key)
  giveTo(home)
}

const asText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

/** Starts a restored cluster, which recovers to the end of its backup, and verifies all books. Null: nothing is wrong. */
export async function faultOfBackup(home: string): Promise<string | null> {
  const database = await startEmbedded({ dataDir: home })
  const pool = createPool({ url: database.url, max: 2 })
  try {
    const fault = await verifyDatabase(pool)
    return fault === null ? null : JSON.stringify(fault, asText)
  } finally {
    await pool.end()
    await database.stop()
  }
}
