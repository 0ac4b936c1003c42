import { createPool, type Pool } from '../../apps/server/src/platform/db.ts'
import { openDatabase } from '../../apps/server/src/platform/server.ts'

/** A connection to the database of a running server, by the folder of its data. */
export const connect = async (dataDir: string): Promise<Pool> => {
  const settings = { databaseUrl: process.env['DATABASE_URL'], ownerUrl: undefined, dataDir }
  const { url } = await openDatabase(settings, { say: () => undefined, exclusive: false })
  return createPool({ url, max: 1, applicationName: 'strata-e2e' })
}
