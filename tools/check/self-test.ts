import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faceComplaints } from '../../apps/server/rooms/faces.ts'
import { tableComplaints } from '../../apps/server/rooms/tables.ts'
import { supplySilences } from '../supply/check.ts'
import { subjectFault } from './commit-subjects.ts'
import { cssFaults } from './css-modules.ts'
import { placeFaults } from './folder-order.ts'
import { oracleFaults, unreached } from './oracles.ts'
import { documentFaults, sourceFaults } from './words.ts'

const planted = 'tools/check/violations'

interface Output {
  readonly stdout: string
  readonly all: string
}

function output(root: string, tool: string, args: readonly string[], input?: string): Output {
  const file = join(root, 'node_modules/.bin', tool)
  const result = spawnSync(file, args, { cwd: root, encoding: 'utf8', ...(input === undefined ? {} : { input }) })
  if (result.error) throw result.error
  return { stdout: result.stdout, all: result.stdout + result.stderr }
}

/** Planted files under a folder, each with the rule that its first line expects. */
function expectations(root: string, folder: string): { path: string; rule: string }[] {
  const names = readdirSync(join(root, planted, folder), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.tsx?$/.test(name)).sort()
  if (files.length === 0) throw new Error(`${planted}/${folder} is empty`)
  return files.map((name) => {
    const path = `${planted}/${folder}/${name}`
    const rule = /^\/\/ expect: (\S+)/.exec(readFileSync(join(root, path), 'utf8'))?.[1]
    if (!rule) throw new Error(`${path} does not say which rule it breaks`)
    return { path, rule }
  })
}

function lintSilences(root: string): string[] {
  const { stdout } = output(root, 'oxlint', ['--type-aware', '-f', 'json', planted])
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  const said = diagnostics.map(({ code, filename }) => `${filename} ${code}`)
  return ['packages', 'apps'].flatMap((folder) =>
    expectations(root, folder)
      .filter(({ path, rule }) => !said.some((line) => line.startsWith(`${path} `) && line.includes(`(${rule})`)))
      .map(({ path, rule }) => `oxlint did not report ${rule} in ${path}`),
  )
}

function typeSilences(root: string): string[] {
  const { stdout } = output(root, 'tsc', ['-p', `${planted}/types`])
  return expectations(root, 'types')
    .filter(({ path, rule }) => !stdout.split('\n').some((line) => line.startsWith(path) && line.includes(rule)))
    .map(({ path, rule }) => `tsc did not report ${rule} in ${path}`)
}

/** Biome's configuration excludes the folder, so each file is passed on standard input with a path outside of it. */
function biomeSilences(root: string): string[] {
  return expectations(root, 'biome')
    .filter(({ path, rule }) => {
      const text = readFileSync(join(root, path), 'utf8')
      if (rule === 'format')
        return output(root, 'biome', ['format', '--stdin-file-path=planted.ts'], text).stdout === text
      return !output(root, 'biome', ['lint', '--stdin-file-path=planted.ts'], text).all.includes(rule)
    })
    .map(({ path, rule }) => `biome did not report ${rule} in ${path}`)
}

function unusedSilences(root: string): string[] {
  const { stdout } = output(root, 'knip', ['--no-progress', '--directory', `${planted}/unused`])
  return ['left-over', 'neverUsed', 'file.ts']
    .filter((name) => !stdout.includes(name))
    .map((name) => `knip did not report ${name}`)
}

function styleSilences(root: string): string[] {
  const said = cssFaults(join(root, planted, 'styles'))
  return [
    'features/book/board.css: global',
    'has no .missing',
    'nobody uses .left-over',
    '.cell scrolls and has no position',
  ]
    .filter((words) => !said.some((line) => line.includes(words)))
    .map((words) => `the check of styles did not report: ${words}`)
}

/** Of the planted folders one has no place, and one place has no folder. */
function orderSilences(root: string): string[] {
  const said = placeFaults(root, { folder: `${planted}/order`, order: ['placed', 'gone'], outside: [] })
  return ['unplaced: has no place in the order', 'gone: is in the order, but not there']
    .filter((words) => !said.includes(`${planted}/order/${words}`))
    .map((words) => `the check of orders did not report: ${words}`)
}

/** The planted sources have the layout of apps/server/src. Each complaint begins with its file. */
function roomSilences(root: string, folder: string, complaints: (src: string) => string[]): string[] {
  const said = complaints(`${root}${planted}/${folder}/`)
  return expectations(root, folder)
    .map(({ path, rule }) => ({ file: path.replace(`${planted}/${folder}/`, ''), rule }))
    .filter(({ file, rule }) => !said.some((line) => line.startsWith(`${file} `) && line.includes(rule)))
    .map(({ file, rule }) => `nobody reported ${rule} in ${planted}/${folder}/${file}`)
}

/** Sources and documents under `words`, each with the rule that its first line expects. */
function wordSilences(root: string): string[] {
  const folder = `${planted}/words`
  return readdirSync(join(root, folder))
    .sort()
    .flatMap((name) => {
      const source = readFileSync(join(root, folder, name), 'utf8')
      const rule = /^(?:\/\/|<!--) expect: (\S+)/.exec(source)?.[1]
      const faults = name.endsWith('.md') ? documentFaults(root, name, source) : sourceFaults(name, source)
      return faults.some((fault) => fault.rule === rule) ? [] : [`the check of words did not report ${rule} in ${name}`]
    })
}

const BAD_SUBJECTS = ['Fixed things', 'book: ends with a full stop.', `book: ${'long '.repeat(15)}subject`]

const subjectSilences = (): string[] =>
  BAD_SUBJECTS.filter((subject) => subjectFault(subject) === null).map(
    (subject) => `no fault in the subject ${subject}`,
  )

/** One planted export is a correct oracle. Each of the others breaks the list of oracles in a different way. */
async function oracleSilences(root: string): Promise<string[]> {
  const folder = join(root, planted, 'oracles')
  const found = await unreached(root, ['--directory', folder])
  const oracles = ['called', 'unheld', 'held'].map((name) => ({ file: 'rule.ts', name, test: 'rule.test.ts', why: '' }))
  const faults = oracleFaults(folder, found, oracles)
  const expected = [
    'rule.ts testedOnly: nothing in production reaches it',
    'rule.ts called: an oracle that does not exist, or that production calls',
    'rule.test.ts does not import the oracle called',
    'rule.test.ts does not import the oracle unheld',
  ]
  const silent = expected
    .filter((line) => !faults.includes(line))
    .map((line) => `the oracle check did not report: ${line}`)
  return [...silent, ...faults.filter((line) => !expected.includes(line))]
}

/** A check that reads nothing passes. So each must report its planted violations. Returns what was not reported. */
export async function selfTest(root: string): Promise<string[]> {
  return [
    ...lintSilences(root),
    ...typeSilences(root),
    ...biomeSilences(root),
    ...unusedSilences(root),
    ...wordSilences(root),
    ...subjectSilences(),
    ...styleSilences(root),
    ...orderSilences(root),
    ...roomSilences(root, 'tables', tableComplaints),
    ...roomSilences(root, 'faces', faceComplaints),
    ...supplySilences(root),
    ...(await oracleSilences(root)),
  ]
}
