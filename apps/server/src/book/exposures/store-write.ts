import type { MerchantId, PathId } from '@strata/domain/ids'
import type { QueryConfig } from 'pg'
import { Column } from '../../platform/columns.ts'
import type { Tx } from '../../platform/db.ts'
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

  /** In the order of the statement's parameters. */
  *columns(): Iterable<Column> {
    yield* this.orders.columns
    yield* this.keys
    yield* this.wallets
    yield* this.exposures.columns
  }

  /** The columns as the statement sends them. */
  async texts(): Promise<readonly string[]> {
    const texts: string[] = []
    const pace = new Pace()
    for (const column of this.columns()) {
      texts.push(String(column))
      if (pace.isOver) await pace.rest()
    }
    return texts
  }
}

const orderNames = ORDER_COLUMNS.map(([name]) => name)
const FIRST_ORDER = 4
const FIRST_KEY = FIRST_ORDER + ORDER_COLUMNS.length
const FIRST_WALLET = FIRST_KEY + 4
const FIRST_EXPOSURE = FIRST_WALLET + 2

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

const addExposures = upsertExposures({ merchant: 1, changed: 2, first: FIRST_EXPOSURE })

/** One statement for everything a batch writes: one round trip and one plan, prepared once per connection. */
export const writeText = `with
  o as (${insertOrders}),
  k as (${insertKeys}),
  w as (${chargeWallets}),
  e as (${addExposures})
  select`

interface WriteAt {
  readonly merchantId: MerchantId
  readonly batch: bigint
  readonly now: number
}

/**
 * The statement that writes a decided batch, whose columns are `texts`. The caller has locked the merchant's row and the
 * wallets, and ends its transaction with this statement.
 */
export const writeStatement = ({ merchantId, batch, now }: WriteAt, texts: readonly string[]): QueryConfig => ({
  name: 'intake-write',
  text: writeText,
  values: [merchantId, String(batch), now, ...texts],
})

/** Writes a decided batch when the transaction continues after it. */
export async function writeBatch(tx: Pick<Tx, 'query'>, at: WriteAt, write: BatchWrite): Promise<void> {
  await tx.query(writeStatement(at, await write.texts()))
}
