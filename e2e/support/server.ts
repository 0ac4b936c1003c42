import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_WITHIN_MS = 180_000
const STOP_WITHIN_MS = 30_000

/** Whether the server on this port is ready. */
export const isReady = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const waitUntilReady = async (server: ChildProcess, port: number, log: readonly string[]): Promise<void> => {
  const until = Date.now() + START_WITHIN_MS
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}:\n${log.join('')}`)
    if (await isReady(port)) return
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

/**
 * An empty folder that the PostgreSQL user (for root) can access; otherwise the data would be elsewhere and not be
 * removed.
 */
export const makeDataDir = (): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'strata-e2e-'))
  chmodSync(dataDir, 0o755)
  return dataDir
}

type Settings = Readonly<Record<string, string>> & {
  readonly STRATA_PORT: string
  /** Removed after the server has stopped. */
  readonly STRATA_DATA_DIR: string
}

/**
 * Starts the product like a user does and waits until it is ready. Returns a function that stops it and removes its
 * data.
 */
export const startServer = async (settings: Settings): Promise<() => Promise<void>> => {
  const log: string[] = []
  const server = spawn(process.execPath, [join(ROOT, 'tools/bootstrap/run.mjs'), 'start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, STRATA_LOG_LEVEL: 'warn', ...settings },
  })
  const keep = (chunk: Buffer): void => {
    log.push(chunk.toString())
    if (log.length > 200) log.shift()
  }
  server.stdout.on('data', keep)
  server.stderr.on('data', keep)
  const end = async (): Promise<void> => {
    await stop(server)
    rmSync(settings.STRATA_DATA_DIR, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(server, Number(settings.STRATA_PORT), log)
  } catch (error) {
    await end()
    throw error
  }
  return end
}
