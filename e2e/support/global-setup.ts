import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADMIN_PORT, API_URL, APP_SECRET, BOOK_PORT, PERIOD_SECONDS, PORT } from './world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_WITHIN_MS = 180_000
const STOP_WITHIN_MS = 30_000

const isReady = async (): Promise<boolean> => {
  try {
    return (await fetch(`${API_URL}/readyz`)).ok
  } catch {
    return false
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const waitUntilReady = async (server: ChildProcess, log: readonly string[]): Promise<void> => {
  const until = Date.now() + START_WITHIN_MS
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}:\n${log.join('')}`)
    if (await isReady()) return
    await pause(200)
  }
  throw new Error(`the server was not ready in time:\n${log.join('')}`)
}

const stop = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null) return
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  server.kill('SIGTERM')
  const killed = setTimeout(() => server.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(killed)
}

/** The product as a person starts it, in a folder of its own, with periods short enough to watch one end. */
const globalSetup = async (): Promise<() => Promise<void>> => {
  if (await isReady()) throw new Error(`something already answers on port ${PORT}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'strata-e2e-'))
  // The user that runs PostgreSQL for root must get there; else the data would lie elsewhere, and stay.
  chmodSync(dataDir, 0o755)
  process.env['E2E_DATA_DIR'] = dataDir
  const log: string[] = []
  const server = spawn(process.execPath, [join(ROOT, 'tools/bootstrap/run.mjs'), 'start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      STRATA_PORT: String(PORT),
      STRATA_ADMIN_PORT: String(ADMIN_PORT),
      STRATA_DATA_DIR: dataDir,
      STRATA_APP_SECRET: APP_SECRET,
      STRATA_OUTBOUND_ALLOW: `127.0.0.1:${BOOK_PORT}`,
      STRATA_DEMO_PERIOD_SECONDS: String(PERIOD_SECONDS),
      STRATA_LOG_LEVEL: 'warn',
    },
  })
  const keep = (chunk: Buffer): void => {
    log.push(chunk.toString())
    if (log.length > 200) log.shift()
  }
  server.stdout.on('data', keep)
  server.stderr.on('data', keep)
  try {
    await waitUntilReady(server, log)
  } catch (error) {
    await stop(server)
    throw error
  }
  return async () => {
    await stop(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export default globalSetup
