import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { faceComplaints } from '../../apps/server/rooms/faces.ts'
import { tableComplaints } from '../../apps/server/rooms/tables.ts'
import { secretComplaints, supplyComplaints } from '../supply/check.ts'
import { commitFaults } from './commit-subjects.ts'
import { cssFaults } from './css-modules.ts'
import { orderFaults } from './folder-order.ts'
import { reachedByTestsAlone } from './oracles.ts'
import { selfTest } from './self-test.ts'
import { wordFaults } from './words.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = (name: string): string => `${root}node_modules/.bin/${name}`
const planted = 'tools/check/violations'

const projects = [
  'packages/domain/tsconfig.json',
  'packages/domain/tsconfig.test.json',
  'packages/contract/tsconfig.json',
  'packages/regions/tsconfig.json',
  'apps/server/tsconfig.json',
  'apps/web/tsconfig.json',
  'apps/web/tsconfig.test.json',
  'tsconfig.json',
]

interface Step {
  readonly name: string
  readonly run: () => Promise<string[]>
}

/** Runs a tool. Returns its output if it fails, otherwise nothing. */
async function complaints(file: string, args: readonly string[]): Promise<string[]> {
  try {
    await promisify(execFile)(file, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
    return []
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    return [`${stdout ?? ''}${stderr ?? ''}` || String(error)]
  }
}

const steps: Step[] = [
  { name: 'planted violations are reported', run: () => selfTest(root) },
  ...projects
    .filter((project) => existsSync(root + project))
    .map((project) => ({ name: `types ${project}`, run: () => complaints(bin('tsc'), ['-p', project]) })),
  { name: 'format and lint (biome)', run: () => complaints(bin('biome'), ['check', '--error-on-warnings']) },
  {
    name: 'rooms, floors, promises (oxlint)',
    run: () =>
      complaints(bin('oxlint'), ['--type-aware', '--deny-warnings', `--ignore-pattern=${planted}`, '-f', 'unix']),
  },
  { name: 'every folder has a place in its order', run: async () => orderFaults(root) },
  { name: 'styles beside their components', run: async () => cssFaults(`${root}apps/web/src`) },
  {
    name: 'rooms import public files',
    run: async () => faceComplaints(`${root}apps/server/src/`),
  },
  {
    name: 'tables belong to rooms',
    run: async () => tableComplaints(`${root}apps/server/src/`),
  },
  { name: 'advisories, install scripts, licences', run: () => supplyComplaints(root) },
  { name: 'secrets in tracked files', run: () => secretComplaints(root) },
  { name: 'dead code (knip)', run: () => complaints(bin('knip'), ['--no-progress']) },
  { name: 'words and named paths', run: async () => wordFaults(root) },
  { name: 'commit subjects', run: async () => commitFaults(root) },
  { name: 'one truth per rule (oracles)', run: () => reachedByTestsAlone(root) },
]

const only = process.argv.slice(2)
const chosen = steps.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))
let failed = 0
for (const { name, run } of chosen) {
  const wrong = await run()
  process.stdout.write(`${wrong.length === 0 ? 'ok  ' : 'FAIL'}  ${name}\n`)
  for (const line of wrong) process.stdout.write(`${line}\n`)
  if (wrong.length > 0) failed++
}
process.stdout.write(`checks: ${chosen.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
