/**
 * `npm run backup -- DIR`: backs up the embedded database while it serves, restores the copy beside it, verifies its books,
 * and tells the operators. `--follow`: then archives the WAL into the same folder until it is stopped; with a folder
 * that has such a backup it goes on with its archive. `--new-key` prints a key for STRATA_BACKUP_KEY.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { tellBackup } from '../apps/server/src/admin/operations/backup.ts'
import { loadConfig } from '../apps/server/src/platform/config.ts'
import { createPool } from '../apps/server/src/platform/db.ts'
import { type EmbeddedPostgres, startEmbedded } from '../apps/server/src/platform/postgres/embedded.ts'
import { backUp, keyOf, readManifest } from './backup/base-backup.ts'
import { BACKUP_SETTINGS, backupKey, faultOfBackup, restoreInto } from './backup/check.ts'
import { archiveWal, slotOf } from './backup/wal-archive.ts'

const TURN_MS = 5_000
/** A segment is ended once a minute if anything was written: no more than that is lost with the machine. */
const TURNS_OF_A_SEGMENT = 12

const isBackupSetting = (name: string): boolean => BACKUP_SETTINGS.some((one) => one === name)
const say = (line: string): void => void process.stderr.write(`${line}\n`)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'new-key': { type: 'boolean', default: false },
    follow: { type: 'boolean', default: false },
    note: { type: 'string', default: '' },
  },
})
if (values['new-key']) {
  process.stdout.write(`${randomBytes(32).toString('base64url')}\n`)
  process.exit(0)
}
const [folder] = positionals
if (folder === undefined || positionals.length > 1) {
  say('npm run backup -- DIR: an empty folder or one that does not exist')
  process.exit(2)
}
// The key is no setting of the server, which refuses settings that it does not know.
const settings = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isBackupSetting(name)))
const config = loadConfig(settings)
if (config.databaseUrl !== undefined) {
  say('DATABASE_URL names a PostgreSQL of its own: back it up with its own tools (docs/operations.md)')
  process.exit(2)
}
const key = backupKey(process.env)
const target = resolve(folder)

async function backUpOnce({ ownerUrl, url, home }: EmbeddedPostgres): Promise<void> {
  const owner = createPool({ url: ownerUrl, max: 1 })
  const client = await owner.connect()
  const bytes = await backUp({ client, home }, target, key, { follow: values.follow }).finally(async () => {
    client.release(true)
    await owner.end()
  })
  say(`${bytes} bytes in ${target}; it is restored beside it and verified`)
  const trial = mkdtempSync(join(tmpdir(), 'strata-restore-'))
  chmodSync(trial, 0o755)
  try {
    const fault = await restoreInto(target, join(trial, 'data'), key).then(() => faultOfBackup(join(trial, 'data')))
    if (fault !== null) throw new Error(`the restored books are wrong: ${fault}`)
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
  const pool = createPool({ url, max: 1 })
  await tellBackup(pool, { at: Date.now(), bytes, note: values.note.slice(0, 100) }).finally(() => pool.end())
  process.stdout.write(`backed up and verified: ${target}\n`)
}

/** Until SIGTERM or SIGINT. A lost connection ends the command: whoever started it starts it again. */
async function follow({ ownerUrl, home }: EmbeddedPostgres): Promise<void> {
  const { salt } = readManifest(target, key)
  const archive = { backup: target, slot: slotOf(salt), key: keyOf(key, salt) }
  const client = createPool({ url: ownerUrl, max: 1 })
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  // The starter is gone.
  process.once('disconnect', () => stopping.abort())
  process.channel?.unref()
  try {
    say(`the WAL is archived in ${target}`)
    for (let turn = 0; ; turn++) {
      const last = stopping.signal.aborted
      await archiveWal({ client, home }, archive, last || turn % TURNS_OF_A_SEGMENT === 0)
      if (last) return
      await sleep(TURN_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  } finally {
    await client.end()
  }
}

const isBackedUp = existsSync(join(target, 'backup.json'))
const database = await startEmbedded({ dataDir: config.dataDir, exclusive: false, say })
try {
  if (!values.follow || !isBackedUp) await backUpOnce(database)
  if (values.follow) await follow(database)
} finally {
  await database.stop()
}
