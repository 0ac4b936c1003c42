import { type Pool, rows } from '../db.ts'

/**
 * Rows of each table that were read while `work` ran, by scans and by index. Whatever else uses the database meanwhile
 * is counted too.
 * @param pools every pool that the test has used. A connection reports what it read up to some seconds late, so each
 *   reports at once before and after: rows read to prepare the test would be counted as rows of `work`.
 */
export async function tableReads(pools: readonly Pool[], work: () => Promise<unknown>): Promise<Map<string, number>> {
  const before = await readSoFar(pools)
  await work()
  const after = await readSoFar(pools)
  return new Map([...after].map(([table, reads]) => [table, reads - (before.get(table) ?? 0)]))
}

async function readSoFar(pools: readonly Pool[]): Promise<Map<string, number>> {
  for (const pool of pools) await reportAll(pool)
  const [pool] = pools
  if (pool === undefined) throw new Error('no pool was named')
  const tables = await rows<{ relname: string; read: bigint }>(
    pool,
    'select relname, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_user_tables',
  )
  return new Map(tables.map((table) => [table.relname, Number(table.read)]))
}

/** Has every connection of a pool report its statistics. */
async function reportAll(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const client of clients) {
    await client.query('select pg_stat_force_next_flush()')
    await client.query('select 1')
    client.release()
  }
}
