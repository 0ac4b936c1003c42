import { GamesReader } from '../../apps/server/src/book/open-games/read-open-games.ts'
import { intakePool } from '../../apps/server/src/intake/intake-pool.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { LiveHub } from '../../apps/server/src/platform/live.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { SnapshotCache } from '../../apps/server/src/tree/snapshot/merchant-snapshot.ts'
import { NOW } from './engine-world.ts'

export const log = createLog('silent')

/** What intake needs in this process. Its connections end with the pool they are made from. */
export const depsOn = (base: Pool) => ({
  pool: intakeOn(base),
  live: new LiveHub(log),
  clock: () => NOW,
  snapshots: new SnapshotCache(),
  openGames: new GamesReader(() => NOW).open,
  totalled: new Map(),
  lastGames: new Map(),
  log,
})

export function endWith(base: Pool, work: () => Promise<unknown>): void {
  const end = base.end.bind(base) as () => Promise<void>
  base.end = (async () => {
    await work()
    await end()
  }) as typeof base.end
}

function intakeOn(base: Pool): Pool {
  const own = intakePool(base, 6)
  endWith(base, () => own.end())
  return own
}
