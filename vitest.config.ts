import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['packages/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'], exclude: ['**/*.pg.test.ts', '**/node_modules/**'] } },
      { test: { name: 'pg', include: ['apps/server/src/**/*.pg.test.ts', 'tools/**/*.pg.test.ts'], testTimeout: 60_000, hookTimeout: 120_000 } },
    ],
  },
})
