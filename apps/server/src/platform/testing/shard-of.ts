import type { MerchantId } from '@strata/domain/ids'
import { inject } from 'vitest'
import { isCitus } from '../citus.ts'
import { createPool, type Pool, row, siblingPool } from '../db.ts'
import { databaseUrl } from './template.ts'

/** A merchant's rows of a table where they are stored. */
export interface Shard {
  /** Of the machine that stores them, as the owner. */
  readonly on: Pool
  readonly table: string
  close(): Promise<void>
}

const ON_SHARDS = {
  'citus.enable_ddl_propagation': 'off',
  'citus.enable_manual_changes_to_shards': 'on',
  'citus.override_table_visibility': 'off',
}

/** For what a cluster refuses on a whole table, such as a trigger. On a plain PostgreSQL it is the table itself. */
export async function shardOf(raw: Pool, table: string, merchantId: MerchantId): Promise<Shard> {
  if (!(await isCitus(raw))) return { on: raw, table, close: async () => {} }
  const found = await row<{ id: bigint; host: string; port: number; name: string }>(
    raw,
    `select p.shardid::bigint as id, p.nodename as host, p.nodeport as port, current_database() as name
       from pg_dist_shard_placement p
      where p.shardid = get_shard_id_for_distribution_column($1::text::regclass, $2::integer)`,
    [table, merchantId],
  )
  const url = new URL(databaseUrl(inject('clusterUrl'), found.name))
  url.host = `${found.host}:${found.port}`
  const machine = createPool({ url: url.href, max: 1 })
  const on = siblingPool(machine, { max: 1, pipeline: false, settings: ON_SHARDS })
  return {
    on,
    table: `${table}_${found.id}`,
    close: async () => {
      await Promise.all([on.end(), machine.end()])
    },
  }
}
