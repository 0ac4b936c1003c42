/**
 * `npm run backup -- DIR`: backs up the embedded database while it serves, restores the copy beside it, verifies its books,
 * and tells the operators. `--new-key` prints a key for STRATA_BACKUP_KEY.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { tellBackup } from '../apps/server/src/admin/operations/backup.ts'
import { loadConfig } from '../apps/server/src/platform/config.ts'
import { createPool } from '../apps/server/src/platform/db.ts'
import { startEmbedded } from '../apps/server/src/platform/postgres/embedded.ts'
import { backUp } from './backup/base-backup.ts'
import { backupKey, faultOfBackup, restoreInto } from './backup/check.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'new-key': { type: 'boolean', default: false }, note: { type: 'string', default: '' } },
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
const { STRATA_BACKUP_KEY: _key, ...settings } = process.env
const config = loadConfig(settings)
if (config.databaseUrl !== undefined) {
  say('DATABASE_URL names a PostgreSQL of its own: back it up with its own tools (docs/operations.md)')
  process.exit(2)
}
const key = backupKey(process.env)
const target = resolve(folder)

const database = await startEmbedded({ dataDir: config.dataDir, exclusive: false, say })
try {
  const owner = createPool({ url: database.ownerUrl, max: 1 })
  const client = await owner.connect()
  const bytes = await backUp({ client, home: database.home }, target, key).finally(async () => {
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
  const pool = createPool({ url: database.url, max: 1 })
  await tellBackup(pool, { at: Date.now(), bytes, note: values.note.slice(0, 100) }).finally(() => pool.end())
  process.stdout.write(`backed up and verified: ${target}\n`)
} finally {
  await database.stop()
}
