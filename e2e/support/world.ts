/** The fixed names of the demo world that the browser tests use. */

import { DEMO_BOOK } from '../../apps/server/src/demo/facts.ts'

/**
 * Any even port of the unassigned range, so that two runs on one machine do not collide. Workers inherit the first
 * choice.
 */
const choosePort = (): string => String(20_000 + 2 * Math.floor(Math.random() * 5_000))

process.env['E2E_PORT'] ??= choosePort()
export const PORT = Number(process.env['E2E_PORT'])
export const ADMIN_PORT = PORT + 1
export const SITE_HOST = 'agent.strata.test'
/** Tests in Node talk to the loopback address, where site and API are one host. */
export const API_URL = `http://127.0.0.1:${PORT}`
export const APP_SECRET = 'strata-dev-secret'
export const PASSWORD = 'Strata2026'
/** Short, so that periods change during every test; a test that needs a period's time or end sets it itself. */
export const PERIOD_SECONDS = Number(process.env['E2E_PERIOD_SECONDS'] ?? 60)
/** The business day on which the world was made; it stays if the run continues into the next day. */
process.env['E2E_DAY'] ??= new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 10)
const WORLD_DAY = Date.parse(`${process.env['E2E_DAY']}T00:00:00Z`)
/** A day of the demo's history: the seven before the world was made. */
export const dayOfHistory = (daysBefore: 1 | 2 | 3 | 4 | 5 | 6 | 7): string =>
  new Date(WORLD_DAY - daysBefore * 86_400_000).toISOString().slice(0, 10)
/** The data folder of the server under test; set before any test begins. */
export const dataDir = (): string => process.env['E2E_DATA_DIR'] ?? ''
/** The port of the outside book that the demo's platform has registered: fly-out tests start the book there. */
export const BOOK_PORT = Number(new URL(DEMO_BOOK.baseUrl).port)
