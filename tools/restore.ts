/** `npm run restore -- DIR --to EMPTY`: puts a backup in an empty data folder (STRATA_DATA_DIR) and verifies its books. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backupKey, faultOfBackup, restoreInto } from './backup/check.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } })
const [folder] = positionals
if (folder === undefined || values.to === undefined) {
  process.stderr.write('npm run restore -- DIR --to EMPTY: the backup, and the data folder to make\n')
  process.exit(2)
}
const home = resolve(values.to)
await restoreInto(resolve(folder), home, backupKey(process.env))
const fault = await faultOfBackup(home)
process.stdout.write(fault === null ? `restored, all books balance: ${home}\n` : `wrong: ${fault}\n`)
process.exitCode = fault === null ? 0 : 1
