import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', '**/dist/**', 'tools/check/violations/**']

const setupFiles = ['tools/check/fixed-seed.ts']

export default defineConfig({
  test: {
    allowOnly: false,
    projects: [
      {
        test: {
          name: 'unit',
          // A busy machine is no failure.
          testTimeout: 60_000,
          setupFiles,
          include: ['packages/**/*.test.ts', 'apps/*/{rooms,src}/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', ...ignored],
        },
      },
      {
        test: {
          name: 'pg',
          setupFiles,
          include: ['apps/server/{src,test}/**/*.pg.test.ts', 'tools/**/*.pg.test.ts'],
          exclude: ignored,
          globalSetup: ['apps/server/src/platform/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
