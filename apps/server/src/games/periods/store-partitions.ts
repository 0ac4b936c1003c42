import type { Day } from '@strata/domain/calendar'
import { type Queryable, row } from '../../platform/db.ts'

/** Only one process at a time adds partitions; until the end of the transaction. */
export async function lockPartitions(on: Queryable): Promise<void> {
  await on.query(`select pg_advisory_xact_lock(hashtextextended('strata:partitions', 0))`)
}

/** Adds the partition of a day unless it exists. Only the owner role may create tables: this is a function of the owner. */
export async function addPartition(on: Queryable, day: Day): Promise<void> {
  await on.query('select add_order_partition($1::date)', [day])
}

export async function hasPartition(on: Queryable, day: Day): Promise<boolean> {
  const name = `orders_${day.replaceAll('-', '')}`
  return (await row<{ known: boolean }>(on, `select to_regclass($1) is not null as known`, [name])).known
}
