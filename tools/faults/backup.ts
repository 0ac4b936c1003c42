import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPool } from '../../apps/server/src/platform/db.ts'
import { startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { type Fault, moreBets, mustFlow, seconds } from './fault.ts'
import type { Site } from './site.ts'

/** Copying takes both the disk and the processor of a small machine, but bets go on. */
const FLOWS_MS = 10_000
const MERCHANT = 'demo'

/** A command of the operators, in a process of its own beside the load. */
async function command(
  name: 'backup' | 'restore',
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const file = join(import.meta.dirname, `../${name}.ts`)
  const basics = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? tmpdir() }
  await promisify(execFile)(process.execPath, [file, ...args], { env: { ...basics, ...env } })
}

/** How many of these bets the copy has under their order. */
async function foundIn(home: string, bets: readonly (readonly [string, string])[]): Promise<number> {
  const restored = await startEmbedded({ dataDir: home })
  const pool = createPool({ url: restored.url, max: 2 })
  try {
    const found = await pool.query<{ n: number }>(
      `select count(*)::integer as n from orders o
        where o.merchant_id = (select id from merchants where code = $1)
          and (o.bet_no, o.id::text) in (select * from unnest($2::text[], $3::text[]))`,
      [MERCHANT, bets.map(([betNo]) => betNo), bets.map(([, orderNo]) => orderNo)],
    )
    return found.rows[0]?.n ?? 0
  } finally {
    await pool.end()
    await restored.stop()
  }
}

/** The command takes the data folder as the server's setting names it. */
const settingsOf = ({ database }: Site, key: string): Record<string, string> => ({
  STRATA_DATA_DIR: database.home,
  STRATA_BACKUP_KEY: key,
})

export const backupRestored: Fault = {
  name: 'backup-restored',
  title: 'A backup made under load is restored',
  how: '`npm run backup` and `npm run restore` beside the running site, both verify all books',
  apis: 2,
  workers: 1,
  limitMs: 150_000,
  async run({ site, book, load }) {
    const folder = mkdtempSync(join(tmpdir(), 'strata-faults-backup-'))
    chmodSync(folder, 0o755)
    const env = settingsOf(site, randomBytes(32).toString('base64url'))
    const [copy, home] = [join(folder, 'copy'), join(folder, 'data')]
    await moreBets(book, 200, FLOWS_MS)
    load.mark()
    try {
      const before = [...book.acknowledged]
      const from = performance.now()
      await command('backup', [copy], env)
      const copied = performance.now() - from
      await command('restore', [copy, '--to', home], env)
      const took = performance.now() - from - copied
      mustFlow(load, FLOWS_MS)
      const found = await foundIn(home, before)
      if (found !== before.length) throw new Error(`the copy has ${found} of ${before.length} bets from before it`)
      const { silenceMs } = load.stats
      return {
        times: `copied and verified in ${seconds(copied)}, restored and verified in ${seconds(took)}, all ${before.length} bets of before the copy are in it; bets stood still ${seconds(silenceMs)}`,
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
