import { defineConfig } from 'oxlint'
import { rooms as serverRooms } from './apps/server/rooms/rooms.ts'
import { features, webLayers } from './tools/check/folder-order.ts'

const rooms = serverRooms.map(({ name }) => name)

/** Rooms that read stakes, exposures or rollups: they may never reach the seeds that results are drawn from. */
const stakeRooms = ['book', 'replenishment', 'intake', 'settlement', 'groups', 'reports', 'notices', 'admin']

type Ban = { regex: string; message: string }

const insideOfPackages: Ban = {
  regex: '(^|/)packages/',
  message: 'Import a package by its exports.',
}
const seeds: Ban = {
  regex: '(^|/)games/(planning|(periods/)?(store-)?(seed|commitment))',
  message: 'What reads stakes may not reach seeds.',
}

const bans = (patterns: Ban[]): ['error', { patterns: Ban[] }] => ['error', { patterns }]

/** Tests prepare the world through any room. */
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**']

function roomBans(room: string, at: number): Ban[] {
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
  return patterns
}

const roomOverride = (room: string, at: number) => ({
  files: [`**/apps/server/src/${room}/**/*.ts`],
  excludeFiles: tests,
  rules: { 'no-restricted-imports': bans(roomBans(room, at)) },
})

/** What games shows to rooms that read stakes shows no seed. */
const gamesFaces = {
  files: ['**/apps/server/src/games/{periods,prices,results,setup}.ts'],
  rules: {
    'no-restricted-imports': bans([
      ...roomBans('games', rooms.indexOf('games')),
      {
        regex: '(^|/)(seed|commitment|store-seed|plan-periods)',
        message: 'planning.ts alone shows what reaches seeds.',
      },
    ]),
  },
}

const webApp: Ban[] = [
  insideOfPackages,
  { regex: '(^@strata/server|apps/server|^node:)', message: 'The web app imports contract and domain.' },
]

/** A relative path out of the file's own folder into one of these: a file knows them only by the way up. */
const upTo = (folders: string[]): string => `^(\\.\\./)+(${folders.join('|')})/`

/** Which of package.json's imports a layer may not name (#portal: a few facts, #pages: its pages); the others name neither. */
const portalAliases: Record<string, string> = {
  api: '^#pages$',
  entry: '^#pages$',
  app: '^#portal$',
}

/** A sign-in loads the entry alone. Of the components it has public-frame/ only. */
const entryBans = (folders: string[]): Ban[] => [
  {
    regex: `^(\\.\\./)+(${[...folders, 'components/([^p/]|p[^u/])'].join('|')})`,
    message: 'A sign-in loads the entry alone: main.tsx fetches the app and the other public pages by import().',
  },
]

const maxLines = (
  max: number,
): { 'max-lines-per-function': ['error', { max: number; skipBlankLines: true; skipComments: true }] } => ({
  'max-lines-per-function': ['error', { max, skipBlankLines: true, skipComments: true }],
})

function layerBans(layer: string): Ban[] {
  const later = webLayers.slice(webLayers.indexOf(layer) + 1)
  const found: Ban[] = [
    ...webApp,
    {
      regex: upTo([...later, 'portals']),
      message: `${layer}/ imports only what stands before it: ${webLayers.join(' < ')}.`,
    },
    { regex: portalAliases[layer] ?? '^#', message: 'The portal is read by api/ and entry/, its pages by app/.' },
  ]
  if (layer === 'ui')
    found.push({ regex: '^@strata/', message: 'ui/ would fit any product: it imports nothing of ours.' })
  if (layer === 'text' || layer === 'ui')
    found.push({
      regex: upTo(webLayers.filter((one) => one !== layer)),
      message: `${layer}/ imports nothing of the app.`,
    })
  if (layer === 'entry') found.push(...entryBans(['features/', 'app/']))
  return found
}

function layerOverride(layer: string) {
  return {
    files: [`**/apps/web/src/${layer}/**/*.{ts,tsx}`],
    excludeFiles: tests,
    rules: { 'no-restricted-imports': bans(layerBans(layer)) },
  }
}

function featureOverride(feature: string, at: number) {
  const later = features.slice(at + 1)
  const patterns = layerBans('features')
  if (later.length > 0)
    patterns.push({
      regex: upTo(later),
      message: `A feature imports only features before it: ${features.join(' < ')}.`,
    })
  return {
    files: [`**/apps/web/src/features/${feature}/**/*.{ts,tsx}`],
    excludeFiles: tests,
    rules: { 'no-restricted-imports': bans(patterns) },
  }
}

const portalOverrides = [
  {
    file: 'portal',
    banned: webLayers.filter((layer) => layer !== 'api' && layer !== 'text'),
    says: 'A portal is a few facts.',
  },
  { file: 'pages', banned: webLayers.filter((layer) => layer !== 'features'), says: 'Pages are features.' },
].map(({ file, banned, says }) => ({
  files: [`**/apps/web/src/portals/*/${file}.ts`],
  rules: { 'no-restricted-imports': bans([...webApp, { regex: upTo(banned), message: says }]) },
}))

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
  jsPlugins: ['./tools/check/wire-rules.ts', './tools/check/cast-rules.ts', './tools/check/test-rules.ts'],
  categories: { correctness: 'error' },
  rules: {
    'wire/no-call-path': 'error',
    'wire/no-permission-number': 'error',
    'wire/no-written-key': 'error',
    'casts/no-absent': 'error',
    'tests/no-skip-if': 'error',
    // Also of types alone: two files that need each other are one.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    // More arguments than these are mixed up at the call: they become one object with names.
    'max-params': ['error', { max: 5 }],
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
    {
      // Where both are said; tests and measurements speak to the server from outside, as its callers do.
      files: [
        ...tests,
        '**/packages/contract/calls/*.ts',
        '**/tools/{bench,crash,faults,load,model}/**/*.ts',
        '**/e2e/**/*.ts',
      ],
      rules: { 'wire/no-call-path': 'off' },
    },
    {
      files: [...tests, '**/packages/contract/permissions.ts', '**/tools/bench/**/*.ts', '**/e2e/**/*.ts'],
      rules: { 'wire/no-permission-number': 'off' },
    },
    {
      // Tests fail anyway. The others read flat arrays by their own indexes, in a loop over every draw, path or bet.
      files: [
        ...tests,
        '**/tools/{bench,citus,crash,faults,load,model,ops}/**/*.ts',
        '**/e2e/**/*.ts',
        '**/packages/domain/book/period-*.ts',
        '**/packages/domain/games/{draw-space,lenses}.ts',
        '**/apps/server/src/tree/directory/path-directory.ts',
        '**/apps/server/src/intake/intake.ts',
      ],
      rules: { 'casts/no-absent': 'off' },
    },
    ...rooms.map(roomOverride),
    gamesFaces,
    {
      // Timings and ratios, never money.
      files: ['**/tools/{bench,crash,faults,load,model}/**/*.ts'],
      rules: { 'no-restricted-properties': 'off' },
    },
    // A component is seen whole on a screen.
    { files: ['**/apps/web/src/**/*.tsx'], excludeFiles: tests, rules: maxLines(80) },
    ...webLayers.map(layerOverride),
    {
      files: ['**/apps/web/src/entry/main.tsx'],
      rules: {
        'no-restricted-imports': bans([
          ...webApp,
          ...entryBans(['features/([^p]|p[^u]|public/[^o])', 'app/([^s]|s[^t])', 'portals/']),
        ]),
      },
    },
    ...features.map(featureOverride),
    ...portalOverrides,
  ],
})
