import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, mustFlow, seconds } from './fault.ts'
import type { Site } from './site.ts'

/** The longest delay that PostgreSQL can be told, a hundred times that of a good disk. */
const DELAY_MS = 100
const LASTS_MS = 10_000
const FLOWS_MS = 5_000

/** Every commit waits before it writes its WAL, as on a disk whose flushes are slow. */
async function delayCommits({ owner }: Site, delayMs: number): Promise<void> {
  await owner.query(`alter system set commit_delay = ${delayMs * 1000}`)
  await owner.query(`alter system set commit_siblings = ${delayMs > 0 ? 0 : 5}`)
  await owner.query('select pg_reload_conf()')
}

export const diskSlow: Fault = {
  name: 'disk-slow',
  title: 'The disk of the database is slow',
  how: `each commit waits ${DELAY_MS} ms more (commit_delay) for ${seconds(LASTS_MS)}`,
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
    await delayCommits(site, DELAY_MS)
    const slow = await pace().finally(() => delayCommits(site, 0))
    mustFlow(load, FLOWS_MS)
    return {
      times: `${Math.round(usual)} bets a second before, ${Math.round(slow)} while it is slow; bets stood still ${seconds(load.stats.silenceMs)}`,
    }
  },
}
