import type { MerchantId, PathId } from '@strata/domain/ids'
import type { QueryConfig } from 'pg'
import { arrayTarget, Column, unnested } from '../../platform/columns.ts'
import type { Tx } from '../../platform/db.ts'
import { Pace } from '../../platform/pace.ts'
import { ORDER_COLUMNS, OrderColumns } from './order-columns.ts'
import { ExposureColumns, upsertExposures } from './store-columns.ts'

const ORDER_KEY_COLUMNS = [
  ['bet_no', 'text'],
  ['content_hash', 'text'],
  ['order_id', 'bigint'],
  ['day', 'date'],
] as const

const STAKE_COLUMNS = [
  ['path_id', 'integer'],
  ['stake', 'bigint'],
] as const

/** Everything a batch writes, collected by column while it is decided. */
export class BatchWrite {
  readonly orders = new OrderColumns()
  readonly exposures = new ExposureColumns()
  /** In the order of ORDER_KEY_COLUMNS. */
  readonly #keys = [new Column('text'), new Column('text'), new Column('bigint'), new Column('date')] as const
  /** In the order of STAKE_COLUMNS. */
  readonly #stakes = [new Column('integer'), new Column('bigint')] as const

  addKey(key: { betNo: string; hash: string; orderId: bigint; day: string }): void {
    this.#keys[0].addText(key.betNo)
    this.#keys[1].addText(key.hash)
    this.#keys[2].add(key.orderId)
    this.#keys[3].addDay(key.day)
  }

  addStake(path: PathId, stake: bigint): void {
    this.#stakes[0].add(path)
    this.#stakes[1].add(stake)
  }

  /** The columns as the statement sends them, in the order of its parameters: parts of one buffer. */
  async parameters(): Promise<readonly Buffer[]> {
    const columns = [...this.orders.columns, ...this.#keys, ...this.#stakes, ...this.exposures.columns]
    const target = arrayTarget(columns.reduce((size, column) => size + column.maxSize, 0))
    const parameters: Buffer[] = []
    const pace = new Pace()
    let at = 0
    for (const column of columns) {
      const end = column.writeTo(target, at)
      parameters.push(target.bytes.subarray(at, end))
      at = end
      if (pace.isOver) await pace.rest()
    }
    return parameters
  }
}

const orderNames = ORDER_COLUMNS.map(([name]) => name)
const FIRST_ORDER = 4
const FIRST_KEY = FIRST_ORDER + ORDER_COLUMNS.length
const FIRST_STAKE = FIRST_KEY + ORDER_KEY_COLUMNS.length
const FIRST_EXPOSURE = FIRST_STAKE + STAKE_COLUMNS.length

const orderValue = (name: string): string => (name === 'odds_tiers' ? 't.odds_tiers::bigint[]' : `t.${name}`)

const insertOrders = `
  insert into orders (merchant_id, batch, at, ${orderNames.join(', ')})
  select $1::integer, $2::bigint, $3::bigint, ${orderNames.map(orderValue).join(', ')}
    from ${unnested(FIRST_ORDER, ORDER_COLUMNS)} t`

const insertKeys = `
  insert into order_keys (merchant_id, bet_no, content_hash, order_id, day)
  select $1::integer, t.bet_no, t.content_hash, t.order_id, t.day from ${unnested(FIRST_KEY, ORDER_KEY_COLUMNS)} t`

// Every wallet exists: the batch has locked it and checked its balance. The insert always conflicts. This gives one
// look-up by primary key per row, whatever the planner would choose for a join.
const chargeWallets = `
  insert into wallets (merchant_id, path_id, fund_mode, balance, open_stake)
  select $1::integer, t.path_id, 'credit', -t.stake, t.stake from ${unnested(FIRST_STAKE, STAKE_COLUMNS)} t
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
 * The statement that writes a decided batch, whose columns are `parameters`. The caller has locked the merchant's row and the
 * wallets, and ends its transaction with this statement.
 */
export const writeStatement = ({ merchantId, batch, now }: WriteAt, parameters: readonly Buffer[]): QueryConfig => ({
  name: 'intake-write',
  text: writeText,
  values: [merchantId, String(batch), now, ...parameters],
})

/** Writes a decided batch when the transaction continues after it. */
export async function writeBatch(tx: Pick<Tx, 'query'>, at: WriteAt, write: BatchWrite): Promise<void> {
  await tx.query(writeStatement(at, await write.parameters()))
}
