/** `npm run verify`: compares the ledger and derived totals of a database with its orders. Prints the first fault. */
import { verifyDatabase } from '../apps/server/src/admin/verify.ts'
import { loadConfig } from '../apps/server/src/platform/config.ts'
import { createPool } from '../apps/server/src/platform/db.ts'
import { openDatabase } from '../apps/server/src/platform/server.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const asText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

const database = await openDatabase(loadConfig(process.env), { say, exclusive: false })
const pool = createPool({ url: database.url, max: 2 })
try {
  const fault = await verifyDatabase(pool, (merchantId) => say(`merchant ${merchantId}`))
  if (fault) {
    process.stdout.write(`wrong: ${fault.check}, merchant ${fault.merchantId}: ${JSON.stringify(fault.row, asText)}\n`)
    process.exitCode = 1
  } else process.stdout.write('all books balance\n')
} finally {
  await pool.end()
  await database.stop()
}
