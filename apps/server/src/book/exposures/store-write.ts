import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import type { QueryConfig } from 'pg'
import { Column } from '../../platform/columns.ts'
import { sqlState, type Tx } from '../../platform/db.ts'
import { Pace } from '../../platform/pace.ts'
import { ORDER_COLUMNS, OrderColumns } from './order-columns.ts'
import { ExposureColumns, upsertExposures } from './store-columns.ts'

/** Everything a batch writes, collected by column while it is decided. */
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

  addWallet(path: PathId, stake: bigint): void {
    this.wallets[0].add(path)
    this.wallets[1].add(stake)
  }

  addItem(item: { periodId: PeriodId; path: PathId; play: string; item: string; stake: bigint; most: bigint }): void {
    this.items[0].add(item.periodId)
    this.items[1].add(item.path)
    this.items[2].addText(item.play)
    this.items[3].addText(item.item)
    this.items[4].add(item.stake)
    this.items[5].add(item.most)
  }

  /** In the order of the statement's parameters. */
  *columns(): Iterable<Column> {
    yield* this.orders.columns
    yield* this.keys
    yield* this.wallets
    yield* this.items
    yield* this.exposures.columns
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

// Every wallet exists: the batch has locked it and checked its balance. The insert always conflicts. This gives one
// look-up by primary key per row, whatever the planner would choose for a join.
const chargeWallets = `
  insert into wallets (merchant_id, path_id, fund_mode, balance, open_stake)
  select $1::integer, t.path_id, 'credit', -t.stake, t.stake
    from unnest(${parameters(FIRST_WALLET, ['integer', 'bigint'])}) as t (path_id, stake)
  on conflict (merchant_id, path_id) do update
     set balance = wallets.balance + excluded.balance, open_stake = wallets.open_stake + excluded.open_stake`

const itemsOf = `
  select * from unnest(${parameters(FIRST_ITEM, ['integer', 'integer', 'text', 'text', 'bigint', 'bigint'])})
                as t (period_id, path_id, play, item, stake, most)`

const addItems = `
  insert into member_items (merchant_id, period_id, path_id, play, item, stake)
  select $1::integer, t.period_id, t.path_id, t.play, t.item, t.stake from items t
  on conflict (merchant_id, period_id, path_id, play, item) do update set stake = member_items.stake + excluded.stake
  returning period_id, path_id, play, item, stake`

const addExposures = upsertExposures({ merchant: 1, changed: 2, first: FIRST_EXPOSURE })

// Only totals above the lowest limit of the batch are checked further. They are grouped, because a join of two lists of
// unknown length may be planned as a nested loop.
const overMost = `
  exists (select 1 from i where i.stake > (select min(items.most) from items))
  and exists (
    select 1 from (select period_id, path_id, play, item, stake, null::bigint as most from i
                   union all select period_id, path_id, play, item, null, most from items) both_lists
     group by period_id, path_id, play, item having max(stake) > max(most))`

/**
 * One statement for everything a batch writes: one round trip and one plan, prepared once per connection. It divides by
 * zero when a member exceeds its limit on an item. An error is needed, because the commit may already be on its way.
 */
export const writeText = `with
  items as materialized (${itemsOf}),
  o as (${insertOrders}),
  k as (${insertKeys}),
  w as (${chargeWallets}),
  i as (${addItems}),
  e as (${addExposures})
  select 1 / (case when ${overMost} then 0 else 1 end)`

/** Whether a write failed because a member exceeded its limit on an item. */
export const isOverMost = (error: unknown): boolean => sqlState(error) === '22012'

/**
 * The statement that writes a decided batch. The caller has locked the merchant's row and the wallets, and ends its
 * transaction with this statement. See isOverMost.
 */
export async function writeStatement(
  at: { readonly merchantId: MerchantId; readonly batch: bigint; readonly now: number },
  write: BatchWrite,
): Promise<QueryConfig> {
  const values: unknown[] = [at.merchantId, String(at.batch), at.now]
  const pace = new Pace()
  for (const column of write.columns()) {
    values.push(String(column))
    if (pace.isOver) await pace.rest()
  }
  return { name: 'intake-write', text: writeText, values }
}

/** Writes a decided batch when the transaction continues after it. */
export async function writeBatch(
  tx: Pick<Tx, 'query'>,
  at: { readonly merchantId: MerchantId; readonly batch: bigint; readonly now: number },
  write: BatchWrite,
): Promise<void> {
  await tx.query(await writeStatement(at, write))
}
