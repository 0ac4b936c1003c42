import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const READY_WITHIN_MS = 120_000
const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts')

export interface ServerProcess {
  readonly child: ChildProcess
  readonly url: string
  readonly startMs: number
  /** Its standard error so far, for error messages. */
  readonly said: () => string
}

/** Starts the real server with these settings alone and waits until it is ready. Its log is thrown away. */
export async function startProcess(
  env: Record<string, string>,
  onSpawn: (child: ChildProcess) => void = () => undefined,
): Promise<ServerProcess> {
  const from = performance.now()
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  onSpawn(child)
  let said = ''
  const ready = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready: ${said}`)), READY_WITHIN_MS)
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = /Strata is ready: (http:\/\/\S+)/.exec(said)?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve(url)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with ${code}: ${said}`))
    })
  })
  const url = await ready
  return { child, url, startMs: performance.now() - from, said: () => said }
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

export async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve))
}

/** kill -9 of a process and of its children; PostgreSQL's backends are children of its postmaster. */
export function killTree(pid: number): void {
  for (const one of [...childrenOf(pid), pid]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // The process had already ended.
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
