/**
 * The reference of intake: it writes the rows that the engine wrote, and decides nothing. Statement, columns and
 * encoding are frozen here and in reference.sql, so that a cheaper engine cannot make its own reference cheaper.
 */

import { readFileSync } from 'node:fs'
import { foldedExposures } from '../../apps/server/src/book/exposures/store-fold.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { DAY, WORLD } from './engine-world.ts'

const statement = readFileSync(new URL('./reference.sql', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('--'))
  .join('\n')
  .replace(/;\s*$/, '')

const ORDER =
  'id day game_id period_id kind taker bettor m g a holder play item pankou pay_kind odds odds_tiers pay_cap pay_top stake s_h s_m s_g s_a r_m r_g r_a r_b lu_m lu_g lu_a lu_b ps_m ps_g ps_a hc_h hc_m hc_g hc_a balance_after bet_no cause'.split(
    ' ',
  )
const EXPOSURE =
  'period_id path_id play item pankou bet_count bet_amount held in_amount out_amount through pending if_lose if_win held_if_lose held_if_win pay_win own_commission'.split(
    ' ',
  )
const MAX_INT8 = 2n ** 63n - 1n

type Row = Readonly<Record<string, unknown>>

const column = (rows: readonly Row[], name: string): string =>
  `{${rows
    .map((row) => {
      const value = row[name]
      if (value === null || value === undefined) return 'NULL'
      return typeof value === 'string' ? `"${value}"` : String(value)
    })
    .join(',')}}`

/** The rows of one batch, as read back from where the engine wrote them. */
export interface BatchRows {
  readonly batch: bigint
  readonly orders: readonly Row[]
  readonly keys: readonly Row[]
  readonly exposures: readonly Row[]
}

const keyOf = ({ bet_no, id, day }: Row, hashes: ReadonlyMap<unknown, unknown>): Row => ({
  bet_no,
  content_hash: hashes.get(bet_no),
  order_id: id,
  day,
})

async function hashesOf(pool: Pool, betNos: readonly unknown[]): Promise<ReadonlyMap<unknown, unknown>> {
  const keys = await pool.query<Row>(
    `select k.bet_no, k.content_hash from unnest($1::text[]) t (bet_no)
      cross join lateral (
        select * from order_keys k where k.merchant_id = ${WORLD.merchant} and k.bet_no = t.bet_no offset 0) k`,
    [betNos],
  )
  return new Map(keys.rows.map((row) => [row['bet_no'], row['content_hash']]))
}

/** Reads the batches after `after`, oldest first. */
export async function readBatches(pool: Pool, after: bigint): Promise<BatchRows[]> {
  const orders = await pool.query<Row & { batch: bigint }>(
    `select o.batch, ${ORDER.map((name) => (name === 'odds_tiers' ? 'o.odds_tiers::text' : `o.${name}`)).join(', ')}
       from orders o where o.merchant_id = ${WORLD.merchant} and o.batch > $1 order by o.batch, o.id`,
    [String(after)],
  )
  const hashes = await hashesOf(
    pool,
    orders.rows.flatMap((row) => row['bet_no'] ?? []),
  )
  const found: BatchRows[] = []
  for (const batch of new Set(orders.rows.map((row) => row.batch))) {
    const exposures = await pool.query<Row>(
      `select $2::integer as period_id, f.* from (${foldedExposures('$4', 'o.batch = $3::bigint')}) f`,
      [WORLD.merchant, WORLD.period, String(batch), orders.rows.find((row) => row.batch === batch)?.['day']],
    )
    const own = orders.rows.filter((row) => row.batch === batch)
    const keys = own.filter((row) => row['bet_no'] !== null).map((row) => keyOf(row, hashes))
    found.push({ batch, orders: own, keys, exposures: exposures.rows })
  }
  return found
}

const summed = (rows: readonly Row[], names: readonly string[]): Row[] => {
  const sums = new Map<string, Record<string, unknown> & { stake: bigint }>()
  for (const row of rows) {
    const key = names.map((name) => String(row[name])).join(' ')
    const known = sums.get(key)
    if (known) known.stake += row['stake'] as bigint
    else sums.set(key, { ...Object.fromEntries(names.map((name) => [name, row[name]])), stake: row['stake'] as bigint })
  }
  return [...sums.values()]
}

/** The parameters of the statement, as text. Making them is part of the reference's work. */
function valuesOf({ batch, orders, keys, exposures }: BatchRows): unknown[] {
  const bets = orders.filter((row) => row['kind'] === 0)
  const wallets = summed(bets, ['bettor'])
  const items = summed(bets, ['period_id', 'bettor', 'play', 'item']).map((item) => ({ ...item, most: MAX_INT8 }))
  return [
    WORLD.merchant,
    String(batch),
    0,
    ...ORDER.map((name) => column(orders, name)),
    ...['bet_no', 'content_hash', 'order_id', 'day'].map((name) => column(keys, name)),
    ...['bettor', 'stake'].map((name) => column(wallets, name)),
    ...['period_id', 'bettor', 'play', 'item', 'stake', 'most'].map((name) => column(items, name)),
    ...EXPOSURE.map((name) => column(exposures, name)),
  ]
}

export interface Reference {
  /** Writes batches one after another, each in its own durable transaction. */
  write(batches: readonly BatchRows[]): Promise<void>
  end(): void
}

/** A reference in a database of its own. The indexes that intake had when the reference was frozen are there. */
export async function startReference(pool: Pool): Promise<Reference> {
  await pool.query(`insert into merchant_periods values (1, ${WORLD.period}, ${WORLD.game}, '${DAY}')`)
  await pool.query('create index if not exists order_keys_day on order_keys (merchant_id, day)')
  const client = await pool.connect()
  return {
    async write(batches) {
      for (const batch of batches) {
        await client.query('begin')
        await client.query({ name: 'reference', text: statement, values: valuesOf(batch) })
        await client.query('commit')
      }
    },
    end: () => client.release(),
  }
}
