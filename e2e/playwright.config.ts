import { defineConfig } from '@playwright/test'
import { PORT, SITE_HOST } from './support/world.ts'

const LAUNCH_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The site's two hosts exist only here: a real ms. host, CORS and an insecure context without a name server.
  `--host-resolver-rules=MAP *.strata.test 127.0.0.1`,
]

/**
 * One world per worker (support/world.ts); a file's tests stay in one. No retries: a test that passes the second time
 * has failed.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: process.env['E2E_OUTPUT'] ?? '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  // What a machine does at once when it is quiet takes it long beside other work.
  expect: { timeout: 30_000 },
  use: {
    // Every step with the page as it stood. Taking it costs a seventh of the tests' processor time, so the first run of
    // all tests goes without, and what runs again has it.
    trace:
      process.env['E2E_TRACE'] === 'off'
        ? 'off'
        : { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: true },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Notices that run along the page are drawn sixty times a second. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: LAUNCH_ARGS },
  },
  projects: [
    { name: 'site', use: { baseURL: `http://${SITE_HOST}:${PORT}` } },
    { name: 'localhost', testMatch: '**/session.e2e.ts', use: { baseURL: `http://localhost:${PORT}` } },
  ],
})
