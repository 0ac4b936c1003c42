import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyDatabase } from '../../apps/server/src/admin/verify.ts'
import { createPool } from '../../apps/server/src/platform/db.ts'
import { canReach, unprivilegedUser } from '../../apps/server/src/platform/postgres/binaries.ts'
import { startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { giveTo, keyOf, readManifest, restore } from './base-backup.ts'
import { unpackArchive } from './wal-archive.ts'

const KEY_BYTES = 32

/** Settings of the backup's commands. The server refuses settings that it does not know. */
export const BACKUP_SETTINGS = ['STRATA_BACKUP_KEY', 'STRATA_BACKUP_KEY_FILE'] as const

/**
 * The key of STRATA_BACKUP_KEY or of the file that STRATA_BACKUP_KEY_FILE names. It is not one of the server's keys: who
 * holds the backups needs none of those.
 */
export function backupKey(env: NodeJS.ProcessEnv): Buffer {
  const file = env['STRATA_BACKUP_KEY_FILE']
  const [name, text] = file
    ? (['STRATA_BACKUP_KEY_FILE', readFileSync(file, 'utf8').trim()] as const)
    : (['STRATA_BACKUP_KEY', env['STRATA_BACKUP_KEY'] ?? ''] as const)
  const key = Buffer.from(text, 'base64url')
  if (key.length === KEY_BYTES) return key
  throw new Error(`${name}: 32 bytes as base64url; npm run backup -- --new-key prints one`)
}

/** Lines in the settings of a cluster while it recovers. The last recovery's lines are taken out again. */
const SETTINGS = 'pg/postgresql.auto.conf'

function recoverySettings(until: number | undefined): string {
  // PostgreSQL reads this before it knows the names of time zones, of which Z is one.
  const instant = until === undefined ? '' : new Date(until).toISOString().replace('Z', '+00')
  const target = instant === '' ? '' : `recovery_target_time = '${instant}'\n`
  // The archive lies in the WAL already. Nobody may read before the end, which may be far away.
  return `restore_command = 'false'\nrecovery_target_action = 'promote'\nhot_standby = off\n${target}`
}

const ENDED_EARLY = /recovery ended before configured recovery target/

/** Recovers a restored cluster to an instant; undefined: to the end of its archive. Leaves it stopped. */
async function recover(home: string, until: number | undefined): Promise<void> {
  const settings = join(home, SETTINGS)
  const before = readFileSync(settings, 'utf8')
  const signal = join(home, 'pg/recovery.signal')
  try {
    writeFileSync(settings, `${before}${recoverySettings(until)}`)
    if (!existsSync(signal)) writeFileSync(signal, '', { mode: 0o600 })
    giveTo(home)
    await (await startEmbedded({ dataDir: home })).stop()
  } catch (error) {
    if (until === undefined || !ENDED_EARLY.test(String(error))) throw error
    // Nothing was committed between that instant and the end of the archive: its end is the state at that instant.
    writeFileSync(settings, before)
    await recover(home, undefined)
  } finally {
    writeFileSync(settings, before)
  }
}

/**
 * Restores into an empty folder that PostgreSQL's user can reach: the backup with its archive, up to an instant or to
 * the end.
 */
export async function restoreInto(from: string, home: string, key: Buffer, until?: number): Promise<void> {
  const { at, salt } = readManifest(from, key)
  if (until !== undefined && until < at)
    throw new Error(`--until must be later than the end of the backup, ${new Date(at).toISOString()}`)
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const user = unprivilegedUser()
  if (user && !canReach(home, user)) throw new Error(`user ${user.name}, who runs PostgreSQL, cannot reach ${home}`)
  restore(from, home, key)
  const end = unpackArchive(from, home, keyOf(key, salt)) || at
  if (until !== undefined && until > end)
    throw new Error(`the archive of the WAL ends at ${new Date(end).toISOString()}, before the instant of --until`)
  giveTo(home)
  if (until !== undefined) await recover(home, until)
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
