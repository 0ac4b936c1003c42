import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

/**
 * Every rule is written once and called by production code. Code that production does not reach is dead, even if tests
 * call it. Exceptions are the exports listed here: second implementations that a test compares production with.
 */
export interface Oracle {
  readonly file: string
  readonly name: string
  /** The test that imports it. */
  readonly test: string
  readonly why: string
}

const LEDGER_TEST = 'apps/server/src/ledger/ledger-oracle.pg.test.ts'
const ledger = (name: string, test = LEDGER_TEST): Oracle => ({
  file: 'packages/domain/ledger/ledger.ts',
  name,
  test,
  why: 'the ledger as a small exact model; wallets and entries of the database are compared with it',
})

export const ORACLES: readonly Oracle[] = [
  ...[
    'emptyBooks',
    'applyMovement',
    'transferMovement',
    'recoveryMovement',
    'upgradeMovement',
    'passOnMovement',
    'stakeMovement',
    'foldPostings',
    'postingMovement',
    'correctionMovement',
    'creditReset',
    'forestalledReset',
    'imbalance',
  ].map((name) => ledger(name)),
  {
    file: 'packages/domain/book/exposure.ts',
    name: 'foldExposures',
    test: 'apps/server/src/book/exposures/exposures.pg.test.ts',
    why: 'exposure rows from single orders, compared with those that statements maintain',
  },
  {
    file: 'apps/server/src/book/exposures/store-rebuild.ts',
    name: 'rebuildExposures',
    test: 'apps/server/src/book/exposures/exposures.pg.test.ts',
    why: 'exposure rows counted again from the orders table',
  },
  {
    file: 'packages/domain/reports/rollups.ts',
    name: 'foldPathRows',
    test: 'apps/server/src/settlement/settlement.pg.test.ts',
    why: 'rollup rows from single orders, held against the statements of a settlement',
  },
  {
    file: 'packages/domain/reports/rollups.ts',
    name: 'foldPlayRows',
    test: 'apps/server/src/settlement/settlement.pg.test.ts',
    why: 'rollup rows from single orders, held against the statements of a settlement',
  },
  {
    file: 'packages/contract/wire.ts',
    name: '*',
    test: 'packages/contract/version.test.ts',
    why: 'the wire as one text',
  },
  {
    file: 'packages/contract/wire-hash.ts',
    name: '*',
    test: 'packages/contract/version.test.ts',
    why: 'the approved hash of the wire',
  },
]

interface Issue {
  readonly file: string
  readonly exports?: readonly { readonly name: string }[]
  readonly files?: readonly unknown[]
}

/** What the entries of a knip configuration do not reach, as `file name`. For a whole file the name is `*`. */
export async function unreached(root: string, args: readonly string[]): Promise<string[]> {
  const all = ['--production', '--no-progress', '--no-config-hints', '--no-exit-code', '--reporter', 'json', ...args]
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/knip'), all, {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  const { issues } = JSON.parse(stdout) as { issues: readonly Issue[] }
  return issues.flatMap(({ file, exports = [], files = [] }) => [
    ...files.map(() => `${file} *`),
    ...exports.map(({ name }) => `${file} ${name}`),
  ])
}

const IMPORT = /import\s+(?:type\s+)?(\*\s+as\s+\w+|\{[^}]*\})\s+from\s+'([^']+)'/g

/** The file of this repository that an import names. Undefined for a third-party package. */
function fileOf(root: string, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(root, from, '..', specifier))
  const [, name, rest = ''] = /^@strata\/([a-z]+)(\/.*)?$/.exec(specifier) ?? []
  const manifest = join(root, `packages/${name}/package.json`)
  if (name === undefined || !existsSync(manifest)) return undefined
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports: Record<string, string> }
  const target = exports[`.${rest}`]
  return target === undefined ? undefined : join('packages', name, target)
}

/** Whether a test file imports an oracle by its name. */
export function imports(root: string, { test, file, name }: Pick<Oracle, 'test' | 'file' | 'name'>): boolean {
  if (!existsSync(join(root, test))) return false
  for (const [, names = '', specifier = ''] of readFileSync(join(root, test), 'utf8').matchAll(IMPORT)) {
    if (fileOf(root, test, specifier) !== file) continue
    const imported = names
      .replace(/[{}]/g, '')
      .split(',')
      .map((one) => one.trim().split(/\s+as\s+/)[0])
    if (name === '*' || names.startsWith('*') || imported.includes(name)) return true
  }
  return false
}

/** Faults of the list of oracles, compared with what production does not reach. One line each. */
export function oracleFaults(root: string, found: readonly string[], oracles: readonly Oracle[]): string[] {
  const listed = new Set(oracles.map(({ file, name }) => `${file} ${name}`))
  const dead = new Set(found)
  return [
    ...found.filter((one) => !listed.has(one)).map((one) => `${one}: nothing in production reaches it`),
    ...oracles
      .filter(({ file, name }) => !dead.has(`${file} ${name}`))
      .map(({ file, name }) => `${file} ${name}: an oracle that does not exist, or that production calls`),
    ...oracles
      .filter((one) => !imports(root, one))
      .map(({ test, name }) => `${test} does not import the oracle ${name}`),
  ]
}

export async function reachedByTestsAlone(root: string): Promise<string[]> {
  return oracleFaults(root, await unreached(root, ['--config', 'knip.production.json']), ORACLES)
}
