import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '../../apps/server/src/platform/db.ts'
import { startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { backUp } from '../backup/base-backup.ts'
import { restoreInto } from '../backup/check.ts'
import { proveBooks } from '../load/prove.ts'
import { type Fault, moreBets, mustFlow, seconds } from './fault.ts'

/** Copying takes both the disk and the processor of a small machine, but bets go on. */
const FLOWS_MS = 10_000
const MERCHANT = 'demo'

export const backupRestored: Fault = {
  name: 'backup-restored',
  title: 'A backup made under load is restored',
  how: 'npm run backup in the middle of the load, its copy restored beside the running site and started',
  apis: 2,
  workers: 1,
  limitMs: 150_000,
  async run({ site, book, load }) {
    const folder = mkdtempSync(join(tmpdir(), 'strata-faults-backup-'))
    chmodSync(folder, 0o755)
    const key = randomBytes(32)
    load.mark()
    try {
      const before = [...book.acknowledged]
      const from = performance.now()
      const client = await site.owner.connect()
      await backUp({ client, home: site.database.home }, join(folder, 'copy'), key).finally(() => client.release(true))
      const copied = performance.now() - from
      await moreBets(book, 50, FLOWS_MS)
      mustFlow(load, FLOWS_MS)
      const home = join(folder, 'data')
      await restoreInto(join(folder, 'copy'), home, key)
      const restored = await startEmbedded({ dataDir: home })
      const took = performance.now() - from - copied
      const pool = createPool({ url: restored.url, max: 2 })
      try {
        const found = await pool.query<{ n: number }>(
          `select count(*)::integer as n from orders o
            where o.merchant_id = (select id from merchants where code = $1)
              and (o.bet_no, o.id::text) in (select * from unnest($2::text[], $3::text[]))`,
          [MERCHANT, before.map(([betNo]) => betNo), before.map(([, orderNo]) => orderNo)],
        )
        if (found.rows[0]?.n !== before.length)
          throw new Error(`the copy has ${found.rows[0]?.n} of ${before.length} bets from before it`)
        await proveBooks(pool)
      } finally {
        await pool.end()
        await restored.stop()
      }
      return {
        times: `copied in ${seconds(copied)}, bets stood still ${seconds(load.stats.silenceMs)}; started again within ${seconds(took)} with all ${before.length} bets of before and books that balance`,
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
