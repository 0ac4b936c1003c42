import { defineConfig } from 'oxlint'

/** Server rooms in the order of the architecture: each may import only the ones before it. */
const rooms = [
  'platform',
  'access',
  'exports',
  'tree',
  'settings',
  'ledger',
  'accounts',
  'games',
  'book',
  'replenishment',
  'intake',
  'settlement',
  'groups',
  'reports',
  'notices',
  'admin',
  'demo',
]

/** Rooms that read stakes, exposures or rollups: they may never reach the seeds that results are drawn from. */
const stakeRooms = ['book', 'replenishment', 'intake', 'settlement', 'groups', 'reports', 'notices', 'admin']

type Ban = { regex: string; message: string }

const insideOfPackages: Ban = {
  regex: '(^|/)packages/',
  message: 'Import a package by its exports.',
}
const seeds: Ban = {
  regex: '(^|/)games/(periods/)?(seed|commitment)',
  message: 'What reads stakes may not reach seeds.',
}

const bans = (patterns: Ban[]): ['error', { patterns: Ban[] }] => ['error', { patterns }]

/** Tests prepare the world through any room. */
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**']

function roomOverride(room: string, at: number) {
  const later = rooms.slice(at + 1)
  const patterns: Ban[] = [
    insideOfPackages,
    {
      regex: '(^@strata/(web|server)|(^|/)\\.\\./(main|compose)(\\.ts)?$|(^|/)\\.\\./workers/|apps/web)',
      message: 'No room imports main, compose, workers or the web app.',
    },
  ]
  if (later.length > 0) {
    patterns.push({
      regex: `(^|/)\\.\\./(${later.join('|')})/`,
      message: 'A room imports only rooms listed before it.',
    })
  }
  if (stakeRooms.includes(room)) patterns.push(seeds)
  return {
    files: [`**/apps/server/src/${room}/**/*.ts`],
    excludeFiles: tests,
    rules: { 'no-restricted-imports': bans(patterns) },
  }
}

const noFloats = [
  { property: 'toFixed', message: 'Money has its own formatting in domain/money.' },
  { object: 'Number', property: 'parseFloat', message: 'No floating point near money.' },
]
const noTimeOrChance = [
  { object: 'Date', property: 'now', message: 'Time is an argument.' },
  { object: 'Math', property: 'random', message: 'Chance is an argument.' },
]

export default defineConfig({
  plugins: ['eslint', 'typescript', 'import', 'unicorn', 'oxc', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  rules: {
    'import/no-cycle': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    // Branded bigints may be negated; Biome has the word on `any`; the rest argues about taste.
    'typescript/no-unsafe-unary-minus': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/unbound-method': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-misused-spread': 'off',
    'unicorn/prefer-string-starts-ends-with': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'no-restricted-globals': ['error', { name: 'parseFloat', message: 'No floating point near money.' }],
    'no-restricted-properties': ['error', ...noFloats],
    'no-restricted-imports': bans([insideOfPackages]),
    // Typed helpers assert inside; fast-check asserts by throwing.
    'vitest/expect-expect': 'off',
    'vitest/valid-title': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/require-to-throw-message': 'off',
  },
  overrides: [
    {
      files: ['**/packages/domain/**/*.ts'],
      excludeFiles: tests,
      rules: {
        'no-restricted-imports': bans([
          { regex: '^[^.]', message: 'The domain imports nothing but itself.' },
          { regex: '(apps|packages)/', message: 'The domain imports nothing but itself.' },
        ]),
        'no-restricted-properties': ['error', ...noFloats, ...noTimeOrChance],
      },
    },
    {
      files: ['**/packages/contract/**/*.ts'],
      excludeFiles: tests,
      rules: {
        'no-restricted-imports': bans([
          { regex: '^@strata/(contract|server|web|regions)', message: 'The contract imports only the domain.' },
          { regex: '(^node:|(^|/)(apps|packages)/)', message: 'The contract runs in the browser too.' },
        ]),
      },
    },
    ...rooms.map(roomOverride),
    {
      // Timings and ratios, never money.
      files: ['**/tools/bench/**/*.ts', '**/tools/crash/**/*.ts'],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ['**/apps/web/src/**/*.{ts,tsx}'],
      excludeFiles: tests,
      rules: {
        'no-restricted-imports': bans([
          insideOfPackages,
          { regex: '(^@strata/server|apps/server|^node:)', message: 'The web app imports contract and domain.' },
        ]),
      },
    },
    {
      files: ['**/apps/web/src/features/*/*.{ts,tsx}'],
      rules: {
        'no-restricted-imports': bans([
          insideOfPackages,
          { regex: '(^@strata/server|apps/server|^node:)', message: 'The web app imports contract and domain.' },
          { regex: '(^\\.\\./[a-z]|/features/)', message: 'A feature never imports another feature.' },
        ]),
      },
    },
    {
      files: ['**/apps/web/src/features/*/*/**/*.{ts,tsx}'],
      rules: {
        'no-restricted-imports': bans([
          insideOfPackages,
          { regex: '(^@strata/server|apps/server|^node:)', message: 'The web app imports contract and domain.' },
          { regex: '(^\\.\\./\\.\\./[a-z]|/features/)', message: 'A feature never imports another feature.' },
        ]),
      },
    },
    {
      files: ['**/apps/web/src/ui/**/*.{ts,tsx}'],
      rules: {
        'no-restricted-imports': bans([
          { regex: '(^@strata/|^(\\.\\./)+[a-z])', message: 'ui/ would fit any product: it imports nothing of ours.' },
        ]),
      },
    },
  ],
})
