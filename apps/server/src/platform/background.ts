import { backgroundPool, type Pool } from './db.ts'
import { FreeProcessors } from './free-processors.ts'

/** Where long statements run while others need the processors. */
export interface Background {
  /** Connections that give way to all others for processor time. */
  readonly pool: Pool
  /** How many processors had nothing better to do, over the last second or two. */
  freeProcessors(): number
  end(): Promise<void>
}

/** Only for a database that runs on this machine, under a user whose processes this one may change. */
export function createBackground(options: Parameters<typeof backgroundPool>[0]): Background {
  const [pool, processors] = [backgroundPool(options), new FreeProcessors()]
  return {
    pool,
    freeProcessors: () => processors.count,
    end: async () => {
      processors.stop()
      await pool.end()
    },
  }
}
