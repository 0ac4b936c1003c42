// Runs under any Node >= 20 before anything is installed. So this file and its neighbours import only node: modules.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Whether node_modules matches package-lock.json. Versions are compared, so that an old or copied tree is noticed. */
export function isInstalled(root) {
  const hidden = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const installed = readJson(hidden).packages
  for (const [path, wanted] of Object.entries(readJson(join(root, 'package-lock.json')).packages)) {
    if (!path.startsWith('node_modules/') || wanted.optional || wanted.link) continue
    if (installed[path]?.version !== wanted.version) return false
  }
  return !isPinnedHere() || existsSync(pinnedNode(root))
}

const isPinnedHere = () => process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)

const pinnedNode = (root) => join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')

function npm(root, args) {
  const cli = process.env.npm_execpath
  const viaNode = cli?.endsWith('.js') && existsSync(cli)
  const [file, first] = viaNode ? [process.execPath, [cli]] : ['npm', []]
  return spawnSync(file, [...first, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
}

/** Installs exactly the lock file. No package needs its install script, so none is run. */
export function install(root) {
  process.stderr.write('installing the packages of package-lock.json (once)\n')
  const result = npm(root, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (result.error) throw new Error(`npm could not be run: ${result.error.message}`)
  if (result.status !== 0) throw new Error('npm ci failed: the first start needs the package registry')
}

/** The Node that runs everything else. */
export function nodeBinary(root) {
  const pinned = pinnedNode(root)
  if (isPinnedHere() && existsSync(pinned)) return pinned
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 24) return process.execPath
  throw new Error(`Node 24 or newer is needed on ${process.platform}-${process.arch}; this is ${process.version}`)
}

/** Node does not strip types from files under node_modules. */
export function refuseInsideNodeModules(root) {
  if (root.split(/[\\/]/).includes('node_modules')) {
    throw new Error(`${root} is inside a folder named node_modules, where Node runs no TypeScript: move the project`)
  }
}
