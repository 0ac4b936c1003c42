import { businessToday } from './business-day.ts'

/** The fixed names of the demo world that the browser tests use. */

/** A world's ports: the site, the operators' site and the outside book. */
const PORTS = 3
/** Ports of the unassigned range, so that two runs on one machine do not collide. Workers inherit the first choice. */
const choosePort = (): string => String(20_000 + 20 * Math.floor(Math.random() * 500))

process.env['E2E_PORT'] ??= choosePort()
const FIRST_PORT = Number(process.env['E2E_PORT'])

/** The site's port in the world of a lane: tests of two lanes run at the same time and never meet. */
export const portOf = (lane: number): number => FIRST_PORT + PORTS * lane
const LANE = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)
export const PORT = portOf(LANE)
export const ADMIN_PORT = PORT + 1
/** Fly-out tests start an outside book here. Each world sends to a book of its own. */
export const BOOK_PORT = PORT + 2
export const SITE_HOST = 'agent.strata.test'
/** Tests in Node talk to the loopback address, where site and API are one host. */
export const API_URL = `http://127.0.0.1:${PORT}`
export const APP_SECRET = 'strata-dev-secret'
export const PASSWORD = 'Strata2026'
/** Short, so that periods change during every test; a test that needs a period's time or end sets it itself. */
export const PERIOD_SECONDS = Number(process.env['E2E_PERIOD_SECONDS'] ?? 60)
/** The business day on which the world was made; it stays if the run continues into the next day. */
process.env['E2E_DAY'] ??= businessToday()
const WORLD_DAY = Date.parse(`${process.env['E2E_DAY']}T00:00:00Z`)
/** A day of the demo's history: the seven before the world was made. */
export const dayOfHistory = (daysBefore: 1 | 2 | 3 | 4 | 5 | 6 | 7): string =>
  new Date(WORLD_DAY - daysBefore * 86_400_000).toISOString().slice(0, 10)
/** Names the data folder of a lane's world; the set-up writes it before any test begins. */
export const dataDirName = (lane: number): string => `E2E_DATA_DIR_${lane}`
/** The data folder of the server under test. */
export const dataDir = (): string => process.env[dataDirName(LANE)] ?? ''
