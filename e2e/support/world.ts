/** The demo world's fixed names, as far as the browser tests rely on them. */

export const PORT = Number(process.env['STRATA_E2E_PORT'] ?? 18080)
export const ADMIN_PORT = PORT + 1
export const SITE_HOST = 'agent.strata.test'
/** Tests in Node talk to the loopback address, where site and API are one host. */
export const API_URL = `http://127.0.0.1:${PORT}`
export const APP_SECRET = 'strata-dev-secret'
export const PASSWORD = 'Strata2026'
/** Short, so that a test sees a whole life of a period. */
export const PERIOD_SECONDS = 40
