import { type MerchantId, PathId, type PeriodId } from '@strata/domain/ids'
import { type Money, money } from '@strata/domain/money'
import { namedRows, type Queryable, row, rows } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'

/**
 * System accounts of a merchant, with ids in the place of paths. They may go below zero and have no running balance.
 */
export const CLEARING = PathId(-1)
export const RESULT = PathId(-2)
export const ISSUANCE = PathId(-3)

/** A stake has no entry of its own: the order row is its transaction. */
export type EntryKind =
  | 'transferIn'
  | 'transferOut'
  | 'recovery'
  | 'payout'
  | 'commission'
  | 'refund'
  | 'creditReset'
  | 'correction'

export type FundMode = 'credit' | 'cash'

export interface Wallet {
  readonly pathId: PathId
  readonly fundMode: FundMode
  readonly quota: Money
  readonly balance: Money
  readonly openStake: Money
}

export interface NewEntry {
  /** A path, or CLEARING, RESULT, ISSUANCE. */
  readonly pathId: PathId
  readonly kind: EntryKind
  readonly amount: Money
  /** Null for system accounts. */
  readonly balanceAfter: Money | null
  readonly counterparty?: number
}

/** Columns that all entries of one transaction share. */
export interface EntryHead {
  /** Business day of the time of writing. */
  readonly day: string
  readonly at: number
  readonly periodId?: PeriodId
  readonly resultVersion?: number
  readonly reference?: string
  readonly remark?: string
  readonly operatorId?: number
  readonly operatorName?: string
}

interface WalletRow {
  path_id: PathId
  fund_mode: FundMode
  quota: bigint
  balance: bigint
  open_stake: bigint
}

const toWallet = (found: WalletRow): Wallet => ({
  pathId: found.path_id,
  fundMode: found.fund_mode,
  quota: money(found.quota),
  balance: money(found.balance),
  openStake: money(found.open_stake),
})

/** Locks wallets in path order. Everybody locks them in this order. Missing paths are left out of the result. */
export async function lockWallets(
  on: Queryable,
  merchantId: MerchantId,
  pathIds: readonly PathId[],
): Promise<Map<PathId, Wallet>> {
  const found = await rows<WalletRow>(
    on,
    `select path_id, fund_mode, quota, balance, open_stake from wallets
      where merchant_id = $1 and path_id = any($2::integer[]) order by path_id for update`,
    [merchantId, pathIds],
  )
  return new Map(found.map((wallet) => [wallet.path_id, toWallet(wallet)]))
}

/** Wallets without a lock: only for display, never for decisions. */
export async function readWallets(
  on: Queryable,
  merchantId: MerchantId,
  pathIds: readonly PathId[],
): Promise<Map<PathId, Wallet>> {
  const found = await rows<WalletRow>(
    on,
    `select path_id, fund_mode, quota, balance, open_stake from wallets
      where merchant_id = $1 and path_id = any($2::integer[])`,
    [merchantId, pathIds],
  )
  return new Map(found.map((wallet) => [wallet.path_id, toWallet(wallet)]))
}

/**
 * Stakes of all bettors below paths of a merchant, in periods that are not settled: the same sum as the board's of the
 * day. A holder's own wallet has no open stakes, because it does not bet.
 */
export async function readOpenStakeBelow(on: Queryable, merchantId: MerchantId, pathId: PathId): Promise<Money> {
  const found = await row<{ stake: bigint }>(
    on,
    `select coalesce(sum(e.bet_amount), 0)::bigint as stake
       from merchant_periods mp
       join exposures e on e.merchant_id = mp.merchant_id and e.period_id = mp.period_id and e.path_id = $2
      where mp.merchant_id = $1 and mp.settled_version = 0`,
    [merchantId, pathId],
  )
  return money(found.stake)
}

export interface HolderBalance {
  readonly pathId: PathId
  readonly balance: Money
  /** The quota, or in cash the balance after the last transfer in; 0: there was none. */
  readonly measure: Money
}

/** Balances of all open holders of a merchant that have less than their whole measure. */
export async function readHolderBalances(on: Queryable, merchantId: MerchantId): Promise<HolderBalance[]> {
  const found = await rows<{ path_id: PathId; balance: bigint; measure: bigint }>(
    on,
    `select w.path_id, w.balance, case when w.fund_mode = 'credit' then w.quota else coalesce(e.balance_after, 0) end as measure
       from paths p
       join wallets w on w.merchant_id = p.merchant_id and w.path_id = p.id
       left join lateral (
         select balance_after from ledger_entries e
          where e.merchant_id = w.merchant_id and e.path_id = w.path_id and e.kind = 'transferIn' and w.fund_mode = 'cash'
          order by e.id desc limit 1) e on true
      where p.merchant_id = $1 and p.role in (1, 2, 3) and p.closed_at is null
      order by w.path_id limit 20000`,
    [merchantId],
  )
  return found.map((one) => ({ pathId: one.path_id, balance: money(one.balance), measure: money(one.measure) }))
}

export interface WalletChange {
  readonly pathId: PathId
  readonly quota: Money
  readonly balance: Money
  readonly openStake: Money
}

/** Adds differences to wallets that the caller has locked. */
export async function changeWallets(
  on: Queryable,
  merchantId: MerchantId,
  changes: readonly WalletChange[],
): Promise<void> {
  if (changes.length === 0) return
  // The planner cannot estimate the array. The range tells it that a chunk's wallets are next to each other.
  const ids = changes.map((c) => c.pathId)
  await on.query(
    `update wallets w
        set quota = w.quota + c.quota, balance = w.balance + c.balance, open_stake = w.open_stake + c.open_stake
       from unnest($2::integer[], $3::text[]::bigint[], $4::text[]::bigint[], $5::text[]::bigint[])
            as c (path_id, quota, balance, open_stake)
      where w.merchant_id = $1 and w.path_id = c.path_id and w.path_id between $6 and $7`,
    [
      merchantId,
      ids,
      changes.map((c) => String(c.quota)),
      changes.map((c) => String(c.balance)),
      changes.map((c) => String(c.openStake)),
      Math.min(...ids),
      Math.max(...ids),
    ],
  )
}

/** Writes one transaction. Throws when its entries do not sum to zero. */
export async function insertEntries(
  on: Queryable,
  merchantId: MerchantId,
  head: EntryHead,
  entries: readonly NewEntry[],
): Promise<bigint> {
  const total = entries.reduce((left, entry) => left + entry.amount, 0n)
  if (total !== 0n) throw new Error(`a transaction of merchant ${merchantId} sums to ${total}`)
  const transactionId = nextId()
  await on.query(
    `insert into ledger_entries (merchant_id, id, transaction_id, path_id, kind, amount, balance_after, counterparty,
                                 period_id, result_version, reference, remark, operator_id, operator_name, day, at)
     select $1, e.id, $2, e.path_id, e.kind, e.amount, e.balance_after, e.counterparty, $9, $10, $11, $12, $13, $14, $15, $16
       from unnest($3::text[]::bigint[], $4::integer[], $5::text[], $6::text[]::bigint[], $7::text[]::bigint[], $8::integer[])
            as e (id, path_id, kind, amount, balance_after, counterparty)`,
    [
      merchantId,
      String(transactionId),
      entries.map(() => String(nextId())),
      entries.map((e) => e.pathId),
      entries.map((e) => e.kind),
      entries.map((e) => String(e.amount)),
      entries.map((e) => (e.balanceAfter === null ? null : String(e.balanceAfter))),
      entries.map((e) => e.counterparty ?? null),
      head.periodId ?? null,
      head.resultVersion ?? null,
      head.reference ?? null,
      head.remark ?? null,
      head.operatorId ?? null,
      head.operatorName ?? null,
      head.day,
      head.at,
    ],
  )
  return transactionId
}

/** What a bettor can still stake, and all of its stakes that are open. */
export interface BettorWallet {
  readonly balance: Money
  readonly openStake: Money
}

interface BettorRow {
  readonly path_id: PathId
  readonly balance: bigint
  readonly open_stake: bigint
}

const bettorsOf = (found: readonly BettorRow[]): Map<PathId, BettorWallet> =>
  new Map(
    found.map(({ path_id, balance, open_stake }) => [
      path_id,
      { balance: money(balance), openStake: money(open_stake) },
    ]),
  )

const bettors =
  'select path_id, balance, open_stake from wallets where merchant_id = $1 and path_id = any($2::integer[])'

/** Bettors' wallets, locked in path order. */
export const lockBettorWallets = async (
  on: Queryable,
  merchantId: MerchantId,
  paths: readonly PathId[],
): Promise<Map<PathId, BettorWallet>> =>
  bettorsOf(
    await namedRows<BettorRow>(on, 'ledger-bettors', `${bettors} order by path_id for update`, [
      merchantId,
      `{${paths.join(',')}}`,
    ]),
  )

/** The same without locks: what they were at this moment. */
export const readBettorWallets = async (
  on: Queryable,
  merchantId: MerchantId,
  paths: readonly PathId[],
): Promise<Map<PathId, BettorWallet>> =>
  bettorsOf(await namedRows<BettorRow>(on, 'ledger-bettors-now', bettors, [merchantId, `{${paths.join(',')}}`]))

/** The stakes of a merchant's open orders. */
export async function readOpenStake(on: Queryable, merchantId: MerchantId): Promise<bigint> {
  const { rows: found } = await on.query<{ open: bigint }>({
    name: 'ledger-open-stake',
    text: 'select coalesce(sum(open_stake), 0)::bigint as open from wallets where merchant_id = $1',
    values: [merchantId],
  })
  return found[0]?.open ?? 0n
}
