import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = ['apps/web', 'packages/domain', 'packages/contract', 'packages/regions', 'package-lock.json']
const ignored = new Set(['node_modules', 'dist', '.cache'])

function* files(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort()) {
    if (!ignored.has(name) && !/\.test\.tsx?$/.test(name)) yield* files(join(path, name))
  }
}

function digestOfSources(root) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of files(join(root, source))) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Builds the web app unless its sources are unchanged. The stamp is written only after all builds succeeded. */
export function buildWebWhenStale(root, node) {
  const app = join(root, 'apps/web')
  if (!existsSync(join(app, 'index.html'))) return
  const stamp = join(app, 'dist', '.built')
  const digest = digestOfSources(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  process.stderr.write('building the web app\n')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // Agents and operators have separate builds of the same sources.
  for (const platform of ['agent', 'admin']) {
    const env = { ...process.env, VITE_PLATFORM: platform }
    const result = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: app, env, stdio: ['ignore', 2, 2] })
    if (result.status !== 0) throw new Error('the web app could not be built')
  }
  mkdirSync(join(app, 'dist'), { recursive: true })
  writeFileSync(stamp, digest)
}
