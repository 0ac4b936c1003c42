import { loadConfig } from '../apps/server/src/platform/config.ts'
import { createPool } from '../apps/server/src/platform/db.ts'
import { limitApplication, roleOf } from '../apps/server/src/platform/roles.ts'
import { migrateAll, openDatabase } from '../apps/server/src/platform/server.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const database = await openDatabase(loadConfig(process.env), { say, exclusive: false })
const pool = createPool({ url: database.ownerUrl, max: 2 })
try {
  const names = await migrateAll(pool, database.ownerUrl)
  await limitApplication(pool, roleOf(database.url))
  say(names.length === 0 ? 'nothing to migrate' : `migrated: ${names.join(', ')}`)
} finally {
  await pool.end()
  await database.stop()
}
