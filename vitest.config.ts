import { defineConfig } from 'vitest/config'
import { hasSwift } from './tools/bootstrap/swift.mjs'

const ignored = ['**/node_modules/**', '**/dist/**', 'tools/check/violations/**']

/** One number for all: projects of one number share their workers, so none waits for the last file of another. */
const WORKERS = 2

const setupFiles = ['tools/check/fixed-seed.ts', 'tools/check/day-starts.ts']

/** Tests that cannot hold on a cluster, with the reason. All others hold on both kinds of databases. */
const notOnClusters: Readonly<Record<string, string>> = {
  'apps/server/src/platform/postgres/**': 'They start and stop the PostgreSQL of the project themselves.',
  'apps/server/src/access/session/judged-again.pg.test.ts':
    'It looks for a session that waits for a lock; on a cluster the one that waits is on another machine.',
  'apps/server/src/intake/plans.pg.test.ts': 'It reads the plans of one machine; a coordinator shows its own.',
  'apps/server/src/settlement/fold/many-days.pg.test.ts': 'It reads the locks of one machine.',
  'apps/server/src/ledger/older-mark.pg.test.ts': 'No cluster is older than marks with merchants.',
  'apps/server/test/database-kind-before.pg.test.ts': 'It runs a migration again that was there before clusters.',
  'apps/server/test/upgrade.pg.test.ts': 'It makes the databases of versions that knew no clusters.',
  'tools/backup/**': 'They back up the PostgreSQL of the project; a cluster is backed up by its own tools.',
  'tools/model/**': 'It starts the server with the PostgreSQL of the project.',
}

const pg = {
  setupFiles,
  include: ['apps/server/{src,test}/**/*.pg.test.ts', 'tools/**/*.pg.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  maxWorkers: WORKERS,
  // A worker keeps its modules from file to file (decision 0184). A database test mocks no module, and puts back what it changes
  // outside itself.
  isolate: false,
}

/** The database tests once more, on the cluster that CITUS_URL names. */
const citus = {
  test: {
    ...pg,
    name: 'citus',
    exclude: [...ignored, ...Object.keys(notOnClusters)],
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
          hookTimeout: 60_000,
          maxWorkers: WORKERS,
          setupFiles,
          include: ['packages/**/*.test.ts', 'apps/*/{rooms,src}/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', ...(hasSwift() ? [] : ['**/*.swift.test.ts']), ...ignored],
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
