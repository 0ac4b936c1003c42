import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', '**/dist/**', 'tools/check/violations/**']

export default defineConfig({
  test: {
    allowOnly: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', ...ignored],
        },
      },
      {
        test: {
          name: 'pg',
          include: ['apps/server/src/**/*.pg.test.ts', 'tools/**/*.pg.test.ts'],
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
