import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, mustFlow, seconds } from './fault.ts'
import type { Site } from './site.ts'

/** Reads and writes that the disk does in a second, a hundredth of a good disk's. */
const DISK_IOS = 40
/** Where nobody may throttle a disk: the longest delay of a commit that PostgreSQL can be told. */
const DELAY_MS = 100
const LASTS_MS = 10_000
const FLOWS_MS = 5_000
const GROUPS = '/sys/fs/cgroup/blkio'

interface Slowed {
  readonly how: string
  readonly undo: () => Promise<void>
}

/** The postmaster and its backends. What it starts later is in its group. */
function processesOf(dataDir: string): number[] {
  const postmaster = Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  return [postmaster, ...children.filter(Boolean).map(Number)]
}

function move(processes: readonly number[], group: string): void {
  for (const process of processes) {
    try {
      writeFileSync(join(group, 'cgroup.procs'), String(process))
    } catch (error) {
      // A backend may have ended by now.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** The kernel lets PostgreSQL do so many reads and writes a second on the device of its files, flushes of WAL among them. */
function throttleDisk(dataDir: string): Slowed {
  const group = join(GROUPS, `strata-faults-${process.pid}`)
  const { dev } = statSync(dataDir)
  const device = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`
  mkdirSync(group)
  for (const way of ['read', 'write'])
    writeFileSync(join(group, `blkio.throttle.${way}_iops_device`), `${device} ${DISK_IOS}`)
  move(processesOf(dataDir), group)
  return {
    how: `${DISK_IOS} reads and writes a second`,
    undo: async () => {
      move(processesOf(dataDir), GROUPS)
      for (let tried = 0; ; tried += 1) {
        try {
          return rmdirSync(group)
        } catch (error) {
          // A backend that was being started is moved with the next try.
          if (tried === 20) throw error
          move(readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number), GROUPS)
          await sleep(50)
        }
      }
    },
  }
}

/** Every commit waits before it writes its WAL, as on a disk whose flushes are slow. */
async function delayCommits({ owner }: Site): Promise<Slowed> {
  const set = async (delayMs: number): Promise<void> => {
    await owner.query(`alter system set commit_delay = ${delayMs * 1000}`)
    await owner.query(`alter system set commit_siblings = ${delayMs > 0 ? 0 : 5}`)
    await owner.query('select pg_reload_conf()')
  }
  await set(DELAY_MS)
  return { how: `commits wait ${DELAY_MS} ms more`, undo: () => set(0) }
}

const mayThrottle = (): boolean => process.getuid?.() === 0 && existsSync(join(GROUPS, 'cgroup.procs'))

export const diskSlow: Fault = {
  name: 'disk-slow',
  title: 'The disk of the database is slow',
  how: `the kernel lets PostgreSQL do ${DISK_IOS} reads and writes a second (cgroup blkio) for ${seconds(LASTS_MS)}; without the right to do so each commit waits ${DELAY_MS} ms more (commit_delay)`,
  apis: 2,
  workers: 1,
  limitMs: 90_000,
  async run({ site, book, load }) {
    const pace = async (): Promise<number> => {
      const before = book.acknowledged.size
      await sleep(LASTS_MS)
      return (1000 * (book.acknowledged.size - before)) / LASTS_MS
    }
    const usual = await pace()
    load.mark()
    const slowed = mayThrottle() ? throttleDisk(site.dataDir) : await delayCommits(site)
    const slow = await pace().finally(slowed.undo)
    mustFlow(load, FLOWS_MS)
    return {
      times: `${Math.round(usual)} bets a second before, ${Math.round(slow)} while it is slow (${slowed.how}); bets stood still ${seconds(load.stats.silenceMs)}`,
    }
  },
}
