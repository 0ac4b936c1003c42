import type { MerchantId } from '@strata/domain/ids'
import { createPool, type Pool } from '../../apps/server/src/platform/db.ts'
import { migrateAll } from '../../apps/server/src/platform/server.ts'
import { joinNodes } from '../../apps/server/src/platform/testing/citus-nodes.ts'
import { databaseUrl, onEveryNode } from '../../apps/server/src/platform/testing/template.ts'
import { postgresCpu } from './cost.ts'

const MACHINES = `select nodename as host, nodeport as port, groupid = 0 as coordinates from pg_dist_node order by groupid`

/** The maintenance databases of all machines of a cluster, the coordinator's first. */
async function machinesOf(coordinator: string): Promise<string[]> {
  const pool = createPool({ url: coordinator, max: 1 })
  try {
    const found = await pool.query<{ host: string; port: number }>(MACHINES)
    return found.rows.map(({ host, port }) => {
      const url = new URL(coordinator)
      url.host = `${host}:${port}`
      return url.href
    })
  } finally {
    await pool.end()
  }
}

/** Processor seconds and bytes of WAL of one machine so far. */
interface Used {
  readonly cpu: number
  readonly wal: number
}

/** A migrated database on one or on all machines of a cluster. */
export interface Site {
  readonly name: string
  readonly pool: Pool
  readonly url: string
  /** Of each machine, the coordinator first. Counts what else the machine does as well. */
  used(): Promise<Used[]>
  end(): Promise<void>
}

async function usedBy(pool: Pool): Promise<Used> {
  const found = await pool.query<{ file: string; wal: string }>(
    `select pg_read_file('postmaster.pid') as file, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as wal`,
  )
  const [line] = found.rows
  return { cpu: postgresCpu(Number(line?.file.split('\n', 1)[0])), wal: Number(line?.wal) }
}

async function siteOn(nodeUrls: readonly string[], name: string, database: string): Promise<Site> {
  await onEveryNode(nodeUrls, `drop database if exists ${database} with (force)`)
  await onEveryNode(nodeUrls, `create database ${database}`)
  const urls = nodeUrls.map((url) => databaseUrl(url, database))
  if (urls.length > 1) await joinNodes(urls)
  const url = urls[0] ?? ''
  const owner = createPool({ url, max: 1 })
  await migrateAll(owner, url)
  await owner.end()
  const pools = urls.map((one) => createPool({ url: one, max: 8 }))
  return {
    name,
    url,
    pool: pools[0] as Pool,
    used: () => Promise.all(pools.map(usedBy)),
    async end() {
      await Promise.all(pools.map((pool) => pool.end()))
      await onEveryNode(nodeUrls, `drop database ${database} with (force)`)
    },
  }
}

/**
 * Two empty sites of the same programs and settings: one PostgreSQL on the coordinator's machine, and the cluster.
 * @param coordinator the URL of its maintenance database. The machines must be this one: their processes are looked at
 */
export async function clusterSites(coordinator: string): Promise<{ one: Site; all: Site }> {
  const nodeUrls = await machinesOf(coordinator)
  return {
    one: await siteOn(nodeUrls.slice(0, 1), 'one PostgreSQL', 'strata_bench_one'),
    all: await siteOn(nodeUrls, `${nodeUrls.length} nodes`, 'strata_bench_all'),
  }
}

/** Merchants that lie on the workers in turn. An id says by its hash where it lies. */
export async function spreadMerchants(on: Pool, count: number): Promise<MerchantId[]> {
  const found = await on.query<{ id: MerchantId }>(
    `select id from (
       select g as id, row_number() over (partition by s.nodename, s.nodeport order by g) as turn, s.nodeport
         from generate_series(1, 200) g
         join citus_shards s on s.table_name = 'merchants'::regclass
                            and s.shardid = get_shard_id_for_distribution_column('merchants', g)) placed
      order by turn, nodeport limit $1`,
    [count],
  )
  return found.rows.map(({ id }) => id)
}
