/**
 * Tells the operators that a backup is done; a backup script calls it as its last step:
 *   npm run strata-backup -- --bytes 1234567 --note nightly
 * It copies nothing itself: docs/operations.md says how.
 */
import { parseArgs } from 'node:util'
import { tellBackup } from '../apps/server/src/admin/operations/backup.ts'
import { loadConfig } from '../apps/server/src/platform/config.ts'
import { createPool } from '../apps/server/src/platform/db.ts'
import { openDatabase } from '../apps/server/src/platform/server.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const { values } = parseArgs({ options: { bytes: { type: 'string' }, note: { type: 'string', default: '' } } })
const bytes = values.bytes === undefined ? null : Number(values.bytes)
if (bytes !== null && !(Number.isSafeInteger(bytes) && bytes >= 0)) {
  say('--bytes must be a whole number')
  process.exit(1)
}

const database = await openDatabase(loadConfig(process.env), { say, exclusive: false })
const pool = createPool({ url: database.url, max: 1 })
try {
  await tellBackup(pool, { at: Date.now(), bytes, note: values.note.slice(0, 100) })
  say('the operators see this backup as the last one')
} finally {
  await pool.end()
  await database.stop()
}
