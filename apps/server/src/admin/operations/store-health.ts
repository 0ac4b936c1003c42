import { maybeRow, type Queryable, row, rows, sqlState } from '../../platform/db.ts'

interface DatabaseFacts {
  readonly version: string
  readonly connections: number
  readonly max_connections: number
  readonly oldest_ms: number
}

export const databaseFacts = (on: Queryable): Promise<DatabaseFacts> =>
  row<DatabaseFacts & Record<string, unknown>>(
    on,
    `select current_setting('server_version') as version,
            (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
            current_setting('max_connections')::integer as max_connections,
            (select coalesce(max(extract(epoch from clock_timestamp() - xact_start) * 1000), 0)::float8 from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()) as oldest_ms`,
    [],
  )

/** PostgreSQL asks the size of every file: with a year of days that is some thousand files, and takes 0.1 s. */
export const databaseBytes = async (on: Queryable): Promise<bigint> =>
  (await row<{ bytes: bigint }>(on, 'select pg_database_size(current_database())::bigint as bytes')).bytes

/** Bytes a day since the oldest size of the last seven days; null before the second day. */
export const growthOf = async (on: Queryable): Promise<number | null> =>
  (
    await row<{ growth: number | null }>(
      on,
      `select ((last.bytes - first.bytes) / nullif(last.day - first.day, 0))::float8 as growth
         from (select day, bytes from database_sizes order by day desc limit 1) last
         cross join lateral (select day, bytes from database_sizes where day >= last.day - 7 order by day limit 1) first
       union all select null order by 1 nulls last limit 1`,
      [],
    )
  ).growth

/** The largest tables with their indexes; the partitions of one table are counted together. */
export const largestTables = (on: Queryable, most: number): Promise<{ name: string; bytes: bigint }[]> =>
  rows<{ name: string; bytes: bigint }>(
    on,
    `select coalesce(parent.relname, c.relname)::text as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
       from pg_class c
       left join pg_inherits i on i.inhrelid = c.oid
       left join pg_class parent on parent.oid = i.inhparent
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      group by 1 order by 2 desc limit $1`,
    [most],
  )

export interface SlowStatement extends Record<string, unknown> {
  readonly text: string
  readonly calls: number
  readonly mean_ms: number
  readonly total_ms: number
}

/** PostgreSQL's answer when the extension exists but was not loaded at its start. */
const NOT_LOADED = '55000'

/** The statements that took the most time in all. Undefined: pg_stat_statements is not installed. */
export async function slowStatements(on: Queryable, most: number): Promise<SlowStatement[] | undefined> {
  if (!(await maybeRow(on, `select from pg_extension where extname = 'pg_stat_statements'`, []))) return undefined
  try {
    return await rows<SlowStatement>(
      on,
      `select left(regexp_replace(query, '\\s+', ' ', 'g'), 300) as text, calls::float8 as calls, mean_exec_time as mean_ms,
              total_exec_time as total_ms
         from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
        order by total_exec_time desc limit $1`,
      [most],
    )
  } catch (error) {
    if (sqlState(error) === NOT_LOADED) return undefined
    throw error
  }
}

/** What the primary knows of its replicas. Lag is null for a role that may not see it. */
export const knownReplicas = (on: Queryable): Promise<{ name: string; state: string; lag_ms: number | null }[]> =>
  rows<{ name: string; state: string; lag_ms: number | null }>(
    on,
    `select coalesce(nullif(application_name, ''), 'replica') as name, coalesce(state, '') as state,
            (extract(epoch from replay_lag) * 1000)::float8 as lag_ms
       from pg_stat_replication order by 1`,
    [],
  )

/** How far a replica is behind, asked of the replica itself. Null: it is none. */
export const ownLag = async (replica: Queryable): Promise<number | null> =>
  (
    await row<{ lag: number | null }>(
      replica,
      `select case when not pg_is_in_recovery() then null
                   when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
                   else greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000) end::float8 as lag`,
      [],
    )
  ).lag

/** The last day with a partition for its orders. */
export const lastPartition = async (on: Queryable): Promise<string | null> =>
  (
    await row<{ day: string | null }>(
      on,
      `select to_char(max(to_date(substring(c.relname from '^orders_([0-9]{8})$'), 'YYYYMMDD')), 'YYYY-MM-DD') as day
         from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'orders'::regclass`,
      [],
    )
  ).day

/** The WAL that an archive has not taken yet, by the slot that holds it for the archive. */
export const unarchivedWal = (on: Queryable): Promise<{ slot: string; bytes: number }[]> =>
  rows<{ slot: string; bytes: number }>(
    on,
    `select slot_name::text as slot, coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8 as bytes
       from pg_replication_slots
      where slot_name like 'strata\\_wal\\_%' and not pg_is_in_recovery() order by 1`,
    [],
  )
