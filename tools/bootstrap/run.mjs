#!/usr/bin/env node
// Every npm script starts here. It installs missing packages, then runs the command under the pinned Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, isInstalled, nodeBinary, refuseInsideNodeModules } from './install.mjs'
import { runTests } from './tests.mjs'
import { buildWebWhenStale } from './web.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

function prepare() {
  refuseInsideNodeModules(root)
  // Node keeps what it makes of each source file, so a later start does not make it again.
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compile')
  if (!isInstalled(root)) install(root)
  return nodeBinary(root)
}

/**
 * V8's own threads collect garbage and compile. Node makes four for each process; with two processors they wait for each
 * other and hold up the work (docs/decisions/0199). And V8 must not take objects for long-lived because others that were
 * made at the same place lived long: they would keep all that they know until the whole heap is collected (0200).
 */
const engineFlags = [
  `--v8-pool-size=${Math.max(1, Math.min(4, availableParallelism() - 1))}`,
  '--no-allocation-site-pretenuring',
]

/** Runs a script under the pinned Node and waits for its end. */
const runner = (node) => (script, args) => {
  const env = { ...process.env, PATH: `${dirname(node)}:${join(root, 'node_modules/.bin')}:${process.env.PATH}` }
  return spawnSync(node, [...engineFlags, script, ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1
}

/** Runs a server until it ends. When this process is killed, its IPC channel closes, and then the server ends too. */
function serve(node, args) {
  const child = spawn(node, [...engineFlags, ...args], { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

const main = join(root, 'apps/server/src/main.ts')

const commands = {
  start(args) {
    const node = prepare()
    if (!args.some((arg) => arg === '--help' || arg === '-h')) buildWebWhenStale(root, node)
    serve(node, [main, ...args])
  },
  /** Restarts the server at each change. Vite serves the web app on port 5173. */
  dev(args) {
    const node = prepare()
    const web = spawn(node, [join(root, 'node_modules/vite/bin/vite.js')], {
      cwd: join(root, 'apps/web'),
      stdio: 'inherit',
    })
    process.on('exit', () => web.kill())
    serve(node, ['--watch', '--watch-preserve-output', main, ...args])
  },
  build() {
    buildWebWhenStale(root, prepare())
  },
  test(args) {
    if (args.length > 0) throw new Error('npm test takes no arguments; npx vitest run <file> runs one file')
    const node = prepare()
    buildWebWhenStale(root, node)
    process.exit(runTests(root, runner(node)))
  },
  /** service <file> [args]: runs a tool that goes on until it is stopped, and passes signals on to it. */
  service([file, ...args]) {
    serve(prepare(), [join(root, file), ...args])
  },
  /** node <file> [args]: runs a tool of this repository. */
  node([file, ...args]) {
    const node = prepare()
    if (!existsSync(join(root, file))) throw new Error(`there is no ${file}`)
    process.exit(runner(node)(join(root, file), args))
  },
}

try {
  const [name, ...args] = process.argv.slice(2)
  const command = commands[name]
  if (!command) throw new Error(`run.mjs: one of ${Object.keys(commands).join(', ')}`)
  command(args)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
