import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', '**/dist/**', 'tools/check/violations/**']

/** One number for all: projects of one number share their workers, so none waits for the last file of another. */
const WORKERS = 2

const setupFiles = ['tools/check/fixed-seed.ts']

/** Start and stop PostgreSQL themselves, make databases of one machine, or read its plans. */
const embeddedOnly = [
  'apps/server/src/platform/postgres/**',
  'apps/server/src/intake/plans.pg.test.ts',
  'apps/server/test/upgrade.pg.test.ts',
  'tools/backup/**',
  'tools/model/**',
]

const pg = {
  setupFiles,
  include: ['apps/server/{src,test}/**/*.pg.test.ts', 'tools/**/*.pg.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  maxWorkers: WORKERS,
}

/** The database tests once more, on the cluster that CITUS_URL names. */
const citus = {
  test: {
    ...pg,
    name: 'citus',
    exclude: [...ignored, ...embeddedOnly],
    globalSetup: ['apps/server/src/platform/testing/citus-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
}

export default defineConfig({
  test: {
    allowOnly: false,
    projects: [
      {
        test: {
          name: 'unit',
          // A busy machine is no failure.
          testTimeout: 60_000,
          maxWorkers: WORKERS,
          setupFiles,
          include: ['packages/**/*.test.ts', 'apps/*/{rooms,src}/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', ...ignored],
        },
      },
      {
        test: {
          ...pg,
          name: 'pg',
          exclude: ignored,
          globalSetup: ['apps/server/src/platform/testing/global-setup.ts'],
        },
      },
      ...(process.env['CITUS_URL'] ? [citus] : []),
    ],
  },
})
