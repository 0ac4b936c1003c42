import { must } from '@strata/domain/must'
import { AS_IT_IS, changeSetting, readSetting } from '../../access/platform-settings.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { spaceOf } from '../disk-space.ts'
import { daysLeft, samplesOf, withSample } from './disk-growth.ts'

const DISK_KEY = 'disk-free'
const SAMPLE_EVERY_MS = 600_000

/** Without the embedded database the folder is made by the first export: until then, the place of the program. */
const freeBytes = async (folder: string): Promise<number> =>
  must((await spaceOf(folder)) ?? (await spaceOf('.')), 'the disk of the program').free

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
    await runTx(pool, {}, (tx) =>
      changeSetting(tx, { key: DISK_KEY }, (value) => withSample(samplesOf(value), sample) ?? AS_IT_IS),
    )
  })
}
