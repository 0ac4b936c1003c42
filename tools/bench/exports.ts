import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type Day } from '@strata/domain/calendar'
import { PathId } from '@strata/domain/ids'
import type { FileWish, Written } from '../../apps/server/src/exports/files/write-export.ts'
import type { Format } from '../../apps/server/src/exports/files/writer.ts'
import { threadedWriter } from '../../apps/server/src/exports/jobs.ts'
import { WriterThreads } from '../../apps/server/src/exports/thread.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { Refusal } from '../../apps/server/src/platform/refusal.ts'
import { EXPORT_SOURCES } from '../../apps/server/src/workers/export-sources.ts'
import { type BenchRow, startEmptyCluster } from './engine-world.ts'
import { callerOf, makeReportWorld, REPORT_NOW } from './reports.ts'

const DAYS = 4
const SCRIPT = new URL('../../apps/server/src/workers/export.ts', import.meta.url)
const SAMPLE_MS = 25
const MB = 2 ** 20

interface Run {
  readonly seconds: number
  /** Growth of the whole process, including its thread. */
  readonly grownMb: number
  /** Of the whole process: reading, writing and compressing. */
  readonly cpuSeconds: number
  /** The longest delay of the server's event loop. */
  readonly lateMs: number
  readonly written: Written
}

/** Makes one export like the server does, and measures what it costs the process. */
async function run(pool: Pool, folder: string, wish: Omit<FileWish, 'path'>): Promise<Run> {
  const path = join(folder, `bench.${wish.format}`)
  const threads = new WriterThreads(SCRIPT)
  const write = threadedWriter(threads, { pool, replica: pool, sources: EXPORT_SOURCES })
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  let lateMs = 0
  let last = performance.now()
  const sample = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
    const at = performance.now()
    lateMs = Math.max(lateMs, at - last - SAMPLE_MS)
    last = at
  }, SAMPLE_MS)
  const cpu = process.cpuUsage()
  const began = performance.now()
  const progress = { counted: () => undefined, written: () => undefined }
  const written = await write({ ...wish, path }, progress, new AbortController().signal)
  const seconds = (performance.now() - began) / 1000
  clearInterval(sample)
  const { user, system } = process.cpuUsage(cpu)
  if (written instanceof Refusal) throw new Error(`refused: ${written.name}`)
  if (statSync(path).size !== written.bytes) throw new Error('the file is not as long as its writer says')
  rmSync(path)
  await threads.close()
  return { seconds, cpuSeconds: (user + system) / 1e6, grownMb: (most - before) / MB, lateMs, written }
}

/** Only reads the rows: the minimum that any export costs. */
async function bareRead(pool: Pool): Promise<number> {
  const began = performance.now()
  await pool.query(`copy (select * from orders where merchant_id = 1) to '/dev/null'`)
  return (performance.now() - began) / 1000
}

async function measure(pool: Pool, folder: string, format: Format, count: number): Promise<BenchRow[]> {
  const input = { export: format, from: '2026-01-01', to: addDays('2026-01-01' as Day, DAYS - 1) }
  const caller = callerOf(1, PathId(10), 'merchant')
  const wish = { list: 'reports.orderQuery', caller, input, now: REPORT_NOW, format }
  const bare = await bareRead(pool)
  const { seconds, cpuSeconds, grownMb, lateMs, written } = await run(pool, folder, wish)
  const rows = written.rows.toLocaleString('en')
  return [
    {
      what: `export of ${rows} orders to .${format} (${(written.bytes / MB).toFixed(0)} MB, ${cpuSeconds.toFixed(0)} s of CPU; the loop was late by ${lateMs.toFixed(0)} ms at most)`,
      value: `${seconds.toFixed(1)} s`,
      reference: `${bare.toFixed(1)} s`,
      ratio: seconds,
      goal: '< 60 s',
      met: written.rows === count && seconds < 60,
    },
    {
      what: `memory of the process while it exports ${rows} orders to .${format}`,
      value: `+${grownMb.toFixed(0)} MB`,
      reference: '0 MB',
      ratio: grownMb,
      goal: '< 100 MB',
      met: grownMb < 100,
    },
  ]
}

/** Exports `count` settled orders of one merchant into one file per format. */
export async function benchExports(folderOfWorld?: string, count = 1_000_000): Promise<BenchRow[]> {
  const cluster = await startEmptyCluster(folderOfWorld)
  const folder = join(process.env['TMPDIR'] ?? '/tmp', `strata-bench-exports-${process.pid}`)
  mkdirSync(folder)
  try {
    await makeReportWorld(cluster.pool, { days: DAYS, count })
    return [
      ...(await measure(cluster.pool, folder, 'xlsx', count)),
      ...(await measure(cluster.pool, folder, 'csv', count)),
    ]
  } finally {
    rmSync(folder, { recursive: true })
    await cluster.stop()
  }
}
