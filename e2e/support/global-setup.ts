import type { FullConfig } from '@playwright/test'
import { DEMO_BOOK } from '../../apps/server/src/demo/facts.ts'
import { TOUR_IDS } from '../../apps/web/src/app/tour/tour-choice.ts'
import { connect } from './database.ts'
import { isReady, makeDataDir, startServer } from './server.ts'
import { APP_SECRET, dataDirName, PERIOD_SECONDS, portOf } from './world.ts'

/** The demo's outside book listens at a fixed port; books of two worlds need two. */
const moveBook = async (dataDir: string, port: number): Promise<void> => {
  const pool = await connect(dataDir)
  try {
    await pool.query('update outside_books set base_url = $1 where name = $2', [
      `http://127.0.0.1:${port}`,
      DEMO_BOOK.name,
    ])
  } finally {
    await pool.end()
  }
}

/** Whoever has worked here before has seen the tours; the tests of the tours make a newcomer of somebody. */
const seeTours = async (dataDir: string): Promise<void> => {
  const pool = await connect(dataDir)
  try {
    await pool.query(
      `insert into preferences (account_id, key, value) select id, 'tours', to_jsonb($1::text) from accounts`,
      [JSON.stringify({ seen: TOUR_IDS })],
    )
  } finally {
    await pool.end()
  }
}

/** Starts the product like a user does, in its own folder. */
const startWorld = async (lane: number): Promise<() => Promise<void>> => {
  const port = portOf(lane)
  const [adminPort, bookPort] = [port + 1, port + 2]
  if (await isReady(port)) throw new Error(`something already answers on port ${port}`)
  const dataDir = makeDataDir()
  process.env[dataDirName(lane)] = dataDir
  const stop = await startServer({
    STRATA_PORT: String(port),
    STRATA_ADMIN_PORT: String(adminPort),
    STRATA_DATA_DIR: dataDir,
    STRATA_APP_SECRET: APP_SECRET,
    STRATA_OUTBOUND_ALLOW: `127.0.0.1:${bookPort}`,
    // So short that a test can wait for the end of a period.
    STRATA_DEMO_PERIOD_SECONDS: String(PERIOD_SECONDS),
  })
  await moveBook(dataDir, bookPort)
  await seeTours(dataDir)
  return stop
}

/** One world per lane, one after the other: a build that is missing is made once. */
const globalSetup = async ({ workers }: FullConfig): Promise<() => Promise<void>> => {
  const stops: (() => Promise<void>)[] = []
  const stopAll = async (): Promise<void> => {
    for (const stop of stops) await stop()
  }
  try {
    for (let lane = 0; lane < workers; lane += 1) stops.push(await startWorld(lane))
  } catch (error) {
    await stopAll()
    throw error
  }
  return stopAll
}

export default globalSetup
