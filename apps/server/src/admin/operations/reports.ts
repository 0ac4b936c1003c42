import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Platform } from '../../platform/platform.ts'
import { type ProcessReport, removeReport, saveReport, saveSize } from './store-processes.ts'

const EVERY_MS = 10_000
const SIZE_EVERY_MS = 3_600_000
const FORGOTTEN_MS = 86_400_000

const versionOf = (): string => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Reads what this process does at the moment; every reading begins again. */
function createReporter(platform: Platform): () => ProcessReport {
  const { config, clock, jobs, streams } = platform
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let before = { at: performance.now(), cpu: process.cpuUsage() }
  const fixed = {
    id: randomBytes(8).toString('hex'),
    role: config.role,
    version: versionOf(),
    host: hostname(),
    startedAt: clock(),
  }
  return () => {
    const now = { at: performance.now(), cpu: process.cpuUsage() }
    const usedMs = (now.cpu.user + now.cpu.system - before.cpu.user - before.cpu.system) / 1000
    const load = (100 * usedMs) / Math.max(1, now.at - before.at)
    // The monitor measures the whole interval; what is above its own resolution is delay.
    const loopDelay = Math.max(0, delay.percentile(99) / 1e6 - 20)
    before = now
    delay.reset()
    return {
      ...fixed,
      seenAt: clock(),
      load: Math.round(load),
      memory: process.memoryUsage.rss(),
      loopDelay: Number.isFinite(loopDelay) ? Math.round(loopDelay * 10) / 10 : 0,
      streams: streams.size,
      loops: jobs.turns,
    }
  }
}

/** The size of the database, stored by day. */
export function sizeJobs({ jobs, pool, clock }: Platform): void {
  jobs.every('admin:size', SIZE_EVERY_MS, () => saveSize(pool, clock()))
}

/** Reports this process to the database now and then, until the server stops. */
export async function startReports(platform: Platform): Promise<void> {
  const { pool, log } = platform
  const read = createReporter(platform)
  let last: Promise<void> = Promise.resolve()
  let id = ''
  const report = async (): Promise<void> => {
    const now = read()
    id = now.id
    await saveReport(pool, now, now.seenAt - FORGOTTEN_MS)
  }
  const send = (): void => {
    last = report().catch((error: unknown) => log.warn({ err: error }, 'this process could not report itself'))
  }
  await report()
  const timer = setInterval(send, EVERY_MS)
  timer.unref()
  platform.onStop(async () => {
    clearInterval(timer)
    await last
    await removeReport(pool, id).catch(() => undefined)
  })
}
