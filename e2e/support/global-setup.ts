import { isReady, makeDataDir, startServer } from './server.ts'
import { ADMIN_PORT, APP_SECRET, BOOK_PORT, PERIOD_SECONDS, PORT } from './world.ts'

/**
 * Starts the product like a user does, in its own folder, with periods so short that a test can wait for the end of
 * one.
 */
const globalSetup = async (): Promise<() => Promise<void>> => {
  if (await isReady(PORT)) throw new Error(`something already answers on port ${PORT}`)
  const dataDir = makeDataDir()
  process.env['E2E_DATA_DIR'] = dataDir
  return await startServer({
    STRATA_PORT: String(PORT),
    STRATA_ADMIN_PORT: String(ADMIN_PORT),
    STRATA_DATA_DIR: dataDir,
    STRATA_APP_SECRET: APP_SECRET,
    STRATA_OUTBOUND_ALLOW: `127.0.0.1:${BOOK_PORT}`,
    STRATA_DEMO_PERIOD_SECONDS: String(PERIOD_SECONDS),
  })
}

export default globalSetup
