/**
 * `npm run restore -- DIR --to EMPTY [--until TIME]`: puts a backup with its archive in an empty data folder
 * (STRATA_DATA_DIR) and verifies its books. TIME: as 2026-11-23T18:00:00+08:00; without it the end of the archive.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backupKey, faultOfBackup, restoreInto } from './backup/check.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string' }, until: { type: 'string' } },
})
const [folder] = positionals
if (folder === undefined || values.to === undefined) {
  process.stderr.write('npm run restore -- DIR --to EMPTY: the backup, and the data folder to make\n')
  process.exit(2)
}
// A time without its offset would be another instant on another machine.
const until = values.until === undefined ? undefined : Date.parse(values.until)
if (until !== undefined && (Number.isNaN(until) || !/(?:Z|[+-]\d\d:\d\d)$/.test(values.until ?? ''))) {
  process.stderr.write('--until: an instant with its offset, such as 2026-11-23T18:00:00+08:00\n')
  process.exit(2)
}
const home = resolve(values.to)
await restoreInto(resolve(folder), home, backupKey(process.env), until)
const fault = await faultOfBackup(home)
process.stdout.write(fault === null ? `restored, all books balance: ${home}\n` : `wrong: ${fault}\n`)
process.exitCode = fault === null ? 0 : 1
