import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { lockSetting, readSetting, saveSetting } from '../../access/platform-settings.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { daysLeft, samplesOf, withSample } from './disk-growth.ts'

const DISK_KEY = 'disk-free'
const SAMPLE_EVERY_MS = 600_000

const loop = monitorEventLoopDelay({ resolution: 20 })

/** The slowest one in a hundred turns of the event loop, in milliseconds, since it was asked last. */
export function loopDelayMs(): number {
  loop.enable()
  const slow = loop.percentile(99) / 1e6
  loop.reset()
  // The resolution of the measurement itself is in every turn.
  return Math.max(0, Math.round(slow - 20))
}

/** Without the embedded database the folder is made by the first export: until then, the place of the program. */
const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder).catch(() => statfs('.'))
  return bavail * bsize
}

export interface Disk {
  readonly free: number
  readonly days: number | null
}

export async function diskNow(pool: Pool, { folder, at }: { folder: string; at: number }): Promise<Disk> {
  const [free, samples] = await Promise.all([freeBytes(folder), readSetting(pool, DISK_KEY)])
  return { free, days: daysLeft(samplesOf(samples), { at, free }) }
}

/** Notes the free space now and then, so that its growth can be told. */
export function diskJobs({ jobs, pool, clock, config }: Pick<Platform, 'jobs' | 'pool' | 'clock' | 'config'>): void {
  jobs.every('admin:disk', SAMPLE_EVERY_MS, async () => {
    const sample = { at: clock(), free: await freeBytes(config.dataDir) }
    await runTx(pool, {}, async (tx) => {
      const samples = withSample(samplesOf((await lockSetting(tx, DISK_KEY)).value), sample)
      if (samples !== null) await saveSetting(tx, DISK_KEY, samples)
    })
  })
}
