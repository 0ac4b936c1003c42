import { Column } from '../platform/columns.ts'
import type { Tx } from '../platform/db.ts'
import { ExposureColumns, upsertExposures } from './exposure-columns.ts'
import { ORDER_COLUMNS, OrderColumns } from './order-columns.ts'

/** Everything a batch writes, gathered column by column while it is decided. */
export class BatchWrite {
  readonly orders = new OrderColumns()
  readonly exposures = new ExposureColumns()
  /** bet_no, content_hash, order_id, day */
  readonly keys = [new Column(), new Column(), new Column(), new Column()] as const
  /** path_id, stake */
  readonly wallets = [new Column(), new Column()] as const
  /** period_id, path_id, play, item, stake, most */
  readonly items = [new Column(), new Column(), new Column(), new Column(), new Column(), new Column()] as const

  addKey(key: { betNo: string; hash: string; orderId: bigint; day: string }): void {
    this.keys[0].addText(key.betNo)
    this.keys[1].addText(key.hash)
    this.keys[2].add(key.orderId)
    this.keys[3].addText(key.day)
  }

  addWallet(path: number, stake: bigint): void {
    this.wallets[0].add(path)
    this.wallets[1].add(stake)
  }

  addItem(item: { periodId: number; path: number; play: string; item: string; stake: bigint; most: bigint }): void {
    this.items[0].add(item.periodId)
    this.items[1].add(item.path)
    this.items[2].addText(item.play)
    this.items[3].addText(item.item)
    this.items[4].add(item.stake)
    this.items[5].add(item.most)
  }
}

const orderNames = ORDER_COLUMNS.map(([name]) => name)
const FIRST_ORDER = 4
const FIRST_KEY = FIRST_ORDER + ORDER_COLUMNS.length
const FIRST_WALLET = FIRST_KEY + 4
const FIRST_ITEM = FIRST_WALLET + 2
const FIRST_EXPOSURE = FIRST_ITEM + 6

const orderValue = (name: string): string => (name === 'odds_tiers' ? 't.odds_tiers::bigint[]' : `t.${name}`)
const parameters = (first: number, types: readonly string[]): string =>
  types.map((type, i) => `$${first + i}::${type}[]`).join(', ')

const insertOrders = `
  insert into orders (merchant_id, batch, at, ${orderNames.join(', ')})
  select $1::integer, $2::bigint, $3::bigint, ${orderNames.map(orderValue).join(', ')}
    from unnest(${parameters(
      FIRST_ORDER,
      ORDER_COLUMNS.map(([, type]) => type),
    )}) as t (${orderNames.join(', ')})`

const insertKeys = `
  insert into order_keys (merchant_id, bet_no, content_hash, order_id, day)
  select $1::integer, t.bet_no, t.content_hash, t.order_id, t.day
    from unnest(${parameters(FIRST_KEY, ['text', 'text', 'bigint', 'date'])}) as t (bet_no, content_hash, order_id, day)`

const chargeWallets = `
  update wallets w set balance = w.balance - t.stake, open_stake = w.open_stake + t.stake
    from unnest(${parameters(FIRST_WALLET, ['integer', 'bigint'])}) as t (path_id, stake)
   where w.merchant_id = $1::integer and w.path_id = t.path_id`

const itemsOf = `
  select * from unnest(${parameters(FIRST_ITEM, ['integer', 'integer', 'text', 'text', 'bigint', 'bigint'])})
                as t (period_id, path_id, play, item, stake, most)`

const addItems = `
  insert into member_items (merchant_id, period_id, path_id, play, item, stake)
  select $1::integer, t.period_id, t.path_id, t.play, t.item, t.stake from items t
  on conflict (merchant_id, period_id, path_id, play, item) do update set stake = member_items.stake + excluded.stake
  returning period_id, path_id, play, item, stake`

const addExposures = upsertExposures({ merchant: 1, changed: 2, first: FIRST_EXPOSURE })

/** One statement for all that a batch writes: one round trip, one plan, prepared once a connection. */
export const writeText = `with
  items as materialized (${itemsOf}),
  o as (${insertOrders}),
  k as (${insertKeys}),
  w as (${chargeWallets}),
  i as (${addItems}),
  e as (${addExposures})
  select exists (select 1 from i join items t using (period_id, path_id, play, item) where i.stake > t.most) as over_most`

/**
 * Writes a decided batch. The caller holds the merchant's row and the wallets. Answers whether no member has more on an
 * item now than it may: a caller that did not look before must roll back when it answers false.
 */
export async function writeBatch(
  tx: Pick<Tx, 'query'>,
  at: { readonly merchantId: number; readonly batch: bigint; readonly now: number },
  write: BatchWrite,
): Promise<boolean> {
  const columns = [...write.keys, ...write.wallets, ...write.items].map(String)
  const written = await tx.query<{ over_most: boolean }>({
    name: 'intake-write',
    text: writeText,
    values: [
      at.merchantId,
      String(at.batch),
      at.now,
      ...write.orders.parameters(),
      ...columns,
      ...write.exposures.parameters(),
    ],
  })
  return written.rows[0]?.over_most === false
}
