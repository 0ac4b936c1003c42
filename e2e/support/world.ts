/** The demo world's fixed names, as far as the browser tests rely on them. */

import { DEMO_BOOK } from '../../apps/server/src/demo/facts.ts'

/** Any even port of the unassigned range: two runs on one machine do not meet. Workers inherit what the first chose. */
const choosePort = (): string => String(20_000 + 2 * Math.floor(Math.random() * 5_000))

process.env['E2E_PORT'] ??= choosePort()
export const PORT = Number(process.env['E2E_PORT'])
export const ADMIN_PORT = PORT + 1
export const SITE_HOST = 'agent.strata.test'
/** Tests in Node talk to the loopback address, where site and API are one host. */
export const API_URL = `http://127.0.0.1:${PORT}`
export const APP_SECRET = 'strata-dev-secret'
export const PASSWORD = 'Strata2026'
/** Short, so that periods turn beside every test; one that needs a period's time or its end sets them itself. */
export const PERIOD_SECONDS = Number(process.env['E2E_PERIOD_SECONDS'] ?? 60)
/** The business day on which the world was made: the days before it hold its history, also when the run outlasts the day. */
process.env['E2E_DAY'] ??= new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 10)
export const WORLD_DAY = process.env['E2E_DAY']
/** Where the server under test keeps its data; set before any test begins. */
export const dataDir = (): string => process.env['E2E_DATA_DIR'] ?? ''
/** Where the outside book listens that the demo's platform has registered: tests that fly out start it there. */
export const BOOK_PORT = Number(new URL(DEMO_BOOK.baseUrl).port)
