import { type Money, money } from '@strata/domain/money'
import { type Queryable, rows } from '../platform/db.ts'
import type { EntryKind, FundMode } from './store.ts'

export interface PostingRun {
  readonly merchantId: number
  readonly periodId: number
  readonly version: number
}

/** What a settlement owes one wallet. `stake` is what leaves clearing with it. */
export interface DuePosting {
  readonly pathId: number
  readonly kind: EntryKind
  readonly amount: Money
  readonly stake: Money
  /** Of the wallet, before any posting of this chunk. */
  readonly balance: Money
  readonly fundMode: FundMode
  /** Business day of the period. */
  readonly periodDay: string
}

interface DueRow {
  path_id: number
  kind: EntryKind
  amount: bigint
  stake: bigint
  balance: bigint
  fund_mode: FundMode
  period_day: string
}

/**
 * Locks the run's cursor and the wallets of its next chunk in path order, and reads what is due to them.
 * Nothing due: the run is finished, or another worker finished it.
 */
export async function lockDuePostings(on: Queryable, run: PostingRun, walletLimit: number): Promise<DuePosting[]> {
  const found = await rows<DueRow>(
    on,
    `with run as materialized (
       select posted_through from posting_runs
        where merchant_id = $1 and period_id = $2 and version = $3 and not done for update
     ), chunk as materialized (
       select distinct p.path_id from postings p
        where p.merchant_id = $1 and p.period_id = $2 and p.version = $3 and p.path_id > (select posted_through from run)
        order by p.path_id limit $4
     ), locked as materialized (
       select w.path_id, w.balance, w.fund_mode from wallets w
        where w.merchant_id = $1 and w.path_id = any(array(select path_id from chunk))
        order by w.path_id for update
     )
     select p.path_id, p.kind, p.amount, p.stake, l.balance, l.fund_mode,
            (select mp.day from merchant_periods mp where mp.merchant_id = $1 and mp.period_id = $2) as period_day
       from locked l
       join postings p on p.merchant_id = $1 and p.period_id = $2 and p.version = $3 and p.path_id = l.path_id
        and p.path_id > (select posted_through from run) and p.path_id <= (select max(path_id) from chunk)
      order by p.path_id, p.kind`,
    [run.merchantId, run.periodId, run.version, walletLimit],
  )
  return found.map((due) => ({
    pathId: due.path_id,
    kind: due.kind,
    amount: money(due.amount),
    stake: money(due.stake),
    balance: money(due.balance),
    fundMode: due.fund_mode,
    periodDay: due.period_day,
  }))
}

export async function advanceRun(on: Queryable, run: PostingRun, postedThrough: number): Promise<void> {
  await on.query(
    `update posting_runs set posted_through = $4
      where merchant_id = $1 and period_id = $2 and version = $3`,
    [run.merchantId, run.periodId, run.version, postedThrough],
  )
}

/** Marks a run as done once nothing is left behind its cursor. */
export async function finishRun(on: Queryable, run: PostingRun): Promise<void> {
  await on.query(
    `update posting_runs r set done = true
      where r.merchant_id = $1 and r.period_id = $2 and r.version = $3 and not r.done
        and not exists (select 1 from postings p
                         where p.merchant_id = $1 and p.period_id = $2 and p.version = $3
                           and p.path_id > r.posted_through)`,
    [run.merchantId, run.periodId, run.version],
  )
}

/**
 * How far the daily reset of credit has come: paths up to `through` (all when null) have had `day`, the rest `previous`
 * (null: none yet). `first`: the merchant's first day, on which nothing is reset.
 */
export interface ResetMark {
  readonly day: string
  readonly previous: string | null
  readonly through: number | null
  readonly first?: true
}

const markName = (merchantId: number): string => `credit-reset:${merchantId}`

/** The lock orders resets and postings of one merchant: a posting shares it, a reset chunk owns it. */
export async function lockResetMark(
  on: Queryable,
  merchantId: number,
  mode: 'share' | 'update',
): Promise<ResetMark | undefined> {
  const found = await rows<{ value: ResetMark }>(on, `select value from job_marks where name = $1 for ${mode}`, [
    markName(merchantId),
  ])
  return found[0]?.value
}

export async function saveResetMark(on: Queryable, merchantId: number, mark: ResetMark, at: number): Promise<void> {
  await on.query('update job_marks set value = $2, at = $3 where name = $1', [
    markName(merchantId),
    JSON.stringify(mark),
    at,
  ])
}

/** There must be a row to lock. A merchant's first day has nothing to reset: its wallets start even. */
export async function openResetMark(on: Queryable, merchantId: number, day: string, at: number): Promise<void> {
  const first: ResetMark = { day, previous: null, through: null, first: true }
  await on.query('insert into job_marks (name, value, at) values ($1, $2, $3) on conflict (name) do nothing', [
    markName(merchantId),
    JSON.stringify(first),
    at,
  ])
}

/** The next members' credit wallets behind `after`, locked in path order. */
export async function lockCreditBettors(
  on: Queryable,
  merchantId: number,
  after: number,
  limit: number,
): Promise<{ pathId: number; quota: Money; balance: Money; openStake: Money }[]> {
  const found = await rows<{ path_id: number; quota: bigint; balance: bigint; open_stake: bigint }>(
    on,
    `with chunk as materialized (
       select p.id from paths p
         join wallets w on w.merchant_id = p.merchant_id and w.path_id = p.id
        where p.merchant_id = $1 and p.role = 10001 and p.id > $2 and w.fund_mode = 'credit'
        order by p.id limit $3
     )
     select w.path_id, w.quota, w.balance, w.open_stake from wallets w
      where w.merchant_id = $1 and w.path_id = any(array(select id from chunk))
      order by w.path_id for update`,
    [merchantId, after, limit],
  )
  return found.map((w) => ({
    pathId: w.path_id,
    quota: money(w.quota),
    balance: money(w.balance),
    openStake: money(w.open_stake),
  }))
}
