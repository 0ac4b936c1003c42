import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from '../../apps/server/src/platform/db.ts'

const TICKS_A_SECOND = 100

/**
 * CPU seconds of the postmaster and its child processes, also of those that have ended: their time is then in the
 * postmaster's own line.
 */
export function postgresCpu(pid: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const isPostmaster = Number(name) === pid
      if (!isPostmaster && Number(fields[1]) !== pid) continue
      const counted = isPostmaster ? [11, 12, 13, 14] : [11, 12]
      for (const field of counted) ticks += Number(fields[field])
    } catch {
      // The process ended meanwhile.
    }
  }
  return ticks / TICKS_A_SECOND
}

/** What some work cost. Only `ms` depends on what else the machine does. */
export interface Cost {
  readonly bets: number
  readonly ms: number
  readonly pgUs: number
  readonly nodeUs: number
  readonly walBytes: number
}

export const NO_COST: Cost = { bets: 0, ms: 0, pgUs: 0, nodeUs: 0, walBytes: 0 }

export const addCost = (one: Cost, two: Cost): Cost => ({
  bets: one.bets + two.bets,
  ms: one.ms + two.ms,
  pgUs: one.pgUs + two.pgUs,
  nodeUs: one.nodeUs + two.nodeUs,
  walBytes: one.walBytes + two.walBytes,
})

async function walAt(pool: Pool): Promise<number> {
  const found = await pool.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at`)
  return Number(found.rows[0]?.at)
}

/** Measures work on a cluster that does nothing else. `pool`: any connections of it, used before and after the work. */
export async function costOf(
  { pool, pid }: { readonly pool: Pool; readonly pid: number },
  bets: number,
  work: () => Promise<void>,
): Promise<Cost> {
  const wal = await walAt(pool)
  const pg = postgresCpu(pid)
  const node = process.cpuUsage()
  const from = performance.now()
  await work()
  const ms = performance.now() - from
  const { user, system } = process.cpuUsage(node)
  const pgUs = (postgresCpu(pid) - pg) * 1e6
  return { bets, ms, pgUs, nodeUs: user + system, walBytes: (await walAt(pool)) - wal }
}

const perBet = (value: number, { bets }: Cost): string => (value / bets).toFixed(1)

/** One line: what each bet cost on both sides. */
export const costText = (cost: Cost): string =>
  `PostgreSQL ${perBet(cost.pgUs, cost)} us, Node ${perBet(cost.nodeUs, cost)} us, WAL ${(cost.walBytes / cost.bets).toFixed(0)} B`

export const perSecondOf = ({ bets, ms }: Cost): number => (bets / ms) * 1000
