import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost, sqlState } from '../../apps/server/src/platform/db.ts'
import { type Fault, moreBets, seconds } from './fault.ts'
import type { Site } from './site.ts'
import { DISK_MB } from './small-disk.ts'

const FULL_FOR_MS = 8_000
const AGAIN_WITHIN_MS = 60_000

/** Writes until nothing more fits. Returns the file. */
function fill(folder: string): string {
  const name = join(folder, 'ballast')
  const file = openSync(name, 'w')
  try {
    for (let size = 1024 * 1024; size >= 512; size /= 2) {
      const part = Buffer.alloc(size, 1)
      try {
        for (;;) if (writeSync(file, part) < size) break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(file)
  }
  return name
}

export const diskFull: Fault = {
  name: 'disk-full',
  title: 'The disk of the database is full, and has room again',
  how: `a database on a tmpfs of ${DISK_MB} MB, filled to the last byte under load for ${seconds(FULL_FOR_MS)} at least`,
  apis: 1,
  workers: 1,
  limitMs: 200_000,
  needsDisk: true,
  async run({ site, book, load }) {
    const ballast = fill(site.disk ?? '')
    const from = performance.now()
    let standsStill = 0
    // Pages and WAL segments that are there already take bets for a while.
    for (let before = -1; standsStill < 3 && performance.now() - from < AGAIN_WITHIN_MS; ) {
      standsStill = book.acknowledged.size === before ? standsStill + 1 : 0
      before = book.acknowledged.size
      await sleep(1_000)
    }
    const took = performance.now() - from
    await sleep(Math.max(0, FULL_FOR_MS - took))
    const stood = Date.now() - load.lastAt
    rmSync(ballast)
    const again = await moreBets(book, 50, AGAIN_WITHIN_MS)
    if (load.stats.refusedAgain.length > 0) throw new Error(`refused when sent again: ${load.stats.refusedAgain[0]}`)
    return {
      times: `bets stood still ${seconds(stood)} while it was full; 50 bets ${seconds(again)} after there was room`,
    }
  },
}

/** PostgreSQL says that it ends, to the session that made it do so, or it is gone when the next one asks. */
const isEnd = (error: unknown): boolean =>
  (error instanceof Error && 'severity' in error && error.severity === 'PANIC') ||
  (isConnectionLost(error) && !sqlState(error)?.startsWith('53'))

/** Writes WAL until there is no room for its next segment. Bets do the same, but it takes them minutes. */
async function writeWalUntilItEnds({ owner }: Site): Promise<void> {
  const until = performance.now() + AGAIN_WITHIN_MS
  let last = 'no error'
  while (performance.now() < until) {
    const error = await owner
      .query(`select pg_logical_emit_message(false, 'strata-faults', repeat('x', 4000000)), pg_switch_wal()`)
      .then(
        () => undefined,
        (reason: unknown) => reason,
      )
    if (isEnd(error)) return
    if (error) last = String(error)
  }
  throw new Error(`PostgreSQL goes on without room for its WAL: ${last}`)
}

/** Whether the database takes a connection and answers. */
const answers = ({ owner }: Site): Promise<boolean> =>
  owner.query('select 1').then(
    () => true,
    () => false,
  )

export const walFull: Fault = {
  name: 'wal-full',
  title: 'PostgreSQL ends because its WAL has no room, and room comes back',
  how: `the same disk, filled to the last byte under load; WAL is written until PostgreSQL ends with PANIC, and it has no room to recover for ${seconds(FULL_FOR_MS)}`,
  apis: 1,
  workers: 1,
  limitMs: 240_000,
  needsDisk: true,
  async run({ site, book, load }) {
    const ballast = fill(site.disk ?? '')
    const from = performance.now()
    await writeWalUntilItEnds(site)
    const ended = performance.now() - from
    const atEnd = book.acknowledged.size
    const until = performance.now() + FULL_FOR_MS
    while (performance.now() < until) {
      if (await answers(site)) throw new Error('PostgreSQL is back without room for its WAL')
      await sleep(200)
    }
    if (book.acknowledged.size > atEnd) throw new Error('bets were acknowledged without a database')
    rmSync(ballast)
    const again = await moreBets(book, 50, AGAIN_WITHIN_MS)
    if (load.stats.refusedAgain.length > 0) throw new Error(`refused when sent again: ${load.stats.refusedAgain[0]}`)
    return {
      times: `PostgreSQL ended ${seconds(ended)} after the disk was full; 50 bets ${seconds(again)} after there was room`,
    }
  },
}
