import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Money, money } from '@strata/domain/money'
import { type Queryable, rows } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import { CLEARING, RESULT } from './store.ts'

export interface PostingRun {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
  readonly version: number
}

/** The most entries of one wallet in a chunk (one per kind); then the most contra entries of a chunk. */
const IDS_PER_WALLET = 6
const IDS_OF_CONTRA = 16

/** Whether a credit wallet was already reset for a day after the period's: see ResetMark. */
const wasReset = `l.fund_mode = 'credit' and not coalesce((m.value ->> 'first')::boolean, false)
  and r.day < (case when m.value ->> 'through' is null or l.path_id <= (m.value ->> 'through')::integer
                    then m.value ->> 'day' else m.value ->> 'previous' end)::date`

/**
 * One chunk of a run in one statement. It locks the reset mark, the run's cursor and the wallets of the chunk in this
 * order, then changes wallets, entries and cursor together. The entries are one transaction: for each wallet its
 * amounts by kind with a running balance, a reversal of what is settled for a day whose credit was already reset, and
 * one contra entry for each system account and kind.
 *
 * $1 merchant, $2 period, $3 version, $4 max. wallets, $5 ids (the first is the transaction's), $6 name of the mark, $7
 * day, $8 instant, $9 clearing, $10 result.
 */
const postChunkText = `
with mark as materialized (
  select value from job_marks where merchant_id = $1::integer and name = $6::text for share
), run as materialized (
  select r.posted_through,
         (select mp.day from merchant_periods mp where mp.merchant_id = $1::integer and mp.period_id = $2::integer) as day
    from posting_runs r
   where r.merchant_id = $1::integer and r.period_id = $2::integer and r.version = $3::integer and not r.done
     and (select count(*) from mark) >= 0
     for update
), chunk as materialized (
  select distinct p.path_id from postings p
   where p.merchant_id = $1::integer and p.period_id = $2::integer and p.version = $3::integer
     and p.path_id > (select posted_through from run)
   order by p.path_id limit $4::integer
), locked as materialized (
  select w.path_id, w.balance, w.fund_mode from wallets w
   where w.merchant_id = $1::integer and w.path_id = any(array(select path_id from chunk))
   order by w.path_id for update
), due as materialized (
  select p.path_id, p.kind, p.amount, p.stake, l.balance, l.fund_mode from locked l
    join postings p on p.merchant_id = $1::integer and p.period_id = $2::integer and p.version = $3::integer
                   and p.path_id = l.path_id
   where p.path_id > (select posted_through from run) and p.path_id <= (select max(path_id) from chunk)
), changes as materialized (
  select l.path_id, l.balance, l.amount, l.stake, case when ${wasReset} then l.stake - l.amount else 0 end as reset
    from (select d.path_id, d.balance, d.fund_mode, sum(d.amount)::bigint as amount, sum(d.stake)::bigint as stake
            from due d group by d.path_id, d.balance, d.fund_mode) l
   cross join run r
    left join mark m on true
), entries as materialized (
  select e.*, row_number() over (order by e.path_id < 0, e.path_id, e.place, e.kind) as n from (
    select d.path_id, d.kind, d.amount,
           (d.balance + sum(d.amount) over (partition by d.path_id order by d.kind))::bigint as balance_after,
           $10::integer as counterparty, 1 as place
      from due d
    union all
    select path_id, 'creditReset', reset, balance + amount + reset, $10::integer, 2 from changes
    union all
    select s.path_id, s.kind, sum(s.amount)::bigint, null, null, 3 from (
      select $9::integer as path_id, kind, -stake as amount from due
      union all select $10::integer, kind, stake - amount from due
      union all select $10::integer, 'creditReset', -reset from changes) s
     group by s.path_id, s.kind) e
   where e.amount <> 0
), entries_written as (
  insert into ledger_entries (merchant_id, id, transaction_id, path_id, kind, amount, balance_after, counterparty,
                              period_id, result_version, day, at)
  select $1::integer, ($5::bigint[])[e.n + 1], ($5::bigint[])[1], e.path_id, e.kind, e.amount, e.balance_after, e.counterparty,
         $2::integer, $3::integer, $7::date, $8::bigint
    from entries e order by e.n
), wallets_changed as (
  -- The range says what the planner cannot know: that a chunk's wallets lie side by side.
  update wallets w set balance = w.balance + c.amount + c.reset, open_stake = w.open_stake - c.stake
    from changes c
   where w.merchant_id = $1::integer and w.path_id = c.path_id
     and w.path_id between (select min(path_id) from chunk) and (select max(path_id) from chunk)
), advanced as (
  update posting_runs r
     set posted_through = coalesce((select max(path_id) from chunk), r.posted_through),
         done = (select count(*) from chunk) < $4::integer
    from run
   where r.merchant_id = $1::integer and r.period_id = $2::integer and r.version = $3::integer
)
select (select count(*) from chunk)::integer as due, (select count(*) from changes)::integer as wallets,
       (select coalesce(sum(amount), 0)::bigint from entries) as total`

/**
 * Posts the next chunk of a run and answers how many wallets it touched. Throws when a wallet is missing or money would
 * be made.
 */
export async function postDueChunk(
  on: Queryable,
  run: PostingRun,
  time: { readonly at: number; readonly day: string },
  walletLimit: number,
): Promise<number> {
  const { merchantId, periodId, version } = run
  const ids = Array.from({ length: 1 + walletLimit * IDS_PER_WALLET + IDS_OF_CONTRA }, nextId)
  const posted = await on.query<{ due: number; wallets: number; total: bigint }>({
    name: 'ledger-post-chunk',
    text: postChunkText,
    values: [
      merchantId,
      periodId,
      version,
      walletLimit,
      `{${ids.join(',')}}`,
      markName(merchantId),
      time.day,
      time.at,
      CLEARING,
      RESULT,
    ],
  })
  const chunk = posted.rows[0]
  if (!chunk || chunk.due !== chunk.wallets)
    throw new Error(`a run of merchant ${merchantId} in period ${periodId} owes a path without a wallet`)
  if (chunk.total !== 0n) throw new Error(`a transaction of merchant ${merchantId} sums to ${chunk.total}`)
  return chunk.wallets
}

/**
 * Progress of the daily reset of credit. Paths up to `through` (all when null) were reset for `day`, the others for
 * `previous` (null: not yet). `first`: the merchant's first day, on which nothing is reset. `resumed`: the day on which
 * resets were switched on again: credit is spent from what it was until the next one begins.
 */
export interface ResetMark {
  readonly day: string
  readonly previous: string | null
  readonly through: PathId | null
  readonly first?: true
  readonly resumed?: string
}

const markName = (merchantId: MerchantId): string => `credit-reset:${merchantId}`

/** Orders resets and postings of one merchant: a posting locks the mark in share mode, a reset chunk exclusively. */
export async function lockResetMark(
  on: Queryable,
  merchantId: MerchantId,
  mode: 'share' | 'update',
): Promise<ResetMark | undefined> {
  const found = await rows<{ value: ResetMark }>(
    on,
    `select value from job_marks where merchant_id = $1 and name = $2 for ${mode}`,
    [merchantId, markName(merchantId)],
  )
  return found[0]?.value
}

/** Whether members' credit is still to be reset for a day. Without a mark it is the merchant's first day: nothing is. */
export async function isResetBehind(on: Queryable, merchantId: MerchantId, day: string): Promise<boolean> {
  const found = await rows(
    on,
    `select from merchants m
       join job_marks k on k.merchant_id = $1 and k.name = $2
      where m.id = $1 and m.fund_mode = 'credit' and m.credit_reset
        and (k.value ->> 'day' < $3 or k.value ->> 'through' is not null)
        and coalesce(k.value ->> 'resumed', '') < $3`,
    [merchantId, markName(merchantId), day],
  )
  return found.length > 0
}

/** Takes over the mark that an older process made while this one ran: it knows no merchants of marks. */
export async function adoptResetMark(on: Queryable, merchantId: MerchantId): Promise<void> {
  await on.query('update job_marks set merchant_id = $1 where merchant_id = 0 and name = $2', [
    merchantId,
    markName(merchantId),
  ])
}

export async function saveResetMark(on: Queryable, merchantId: MerchantId, mark: ResetMark, at: number): Promise<void> {
  await on.query('update job_marks set value = $3, at = $4 where merchant_id = $1 and name = $2', [
    merchantId,
    markName(merchantId),
    JSON.stringify(mark),
    at,
  ])
}

/** Creates the row to lock. On a merchant's first day nothing is reset: credit starts at the quota. */
export async function openResetMark(on: Queryable, merchantId: MerchantId, day: string, at: number): Promise<void> {
  const first: ResetMark = { day, previous: null, through: null, first: true }
  await on.query(
    'insert into job_marks (merchant_id, name, value, at) values ($1, $2, $3, $4) on conflict do nothing',
    [merchantId, markName(merchantId), JSON.stringify(first), at],
  )
}

/** The members' next credit wallets after `after`, locked in path order. */
export async function lockCreditBettors(
  on: Queryable,
  merchantId: MerchantId,
  after: number,
  limit: number,
): Promise<{ pathId: PathId; quota: Money; balance: Money; openStake: Money }[]> {
  const found = await rows<{ path_id: PathId; quota: bigint; balance: bigint; open_stake: bigint }>(
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

/** Posts the whole stake of a voided open order from clearing back to its member. */
export async function insertRefund(
  on: Queryable,
  { merchantId, periodId, version }: PostingRun,
  refund: { readonly pathId: PathId; readonly stake: bigint },
): Promise<void> {
  await on.query(
    `insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
     values ($1, $2, $3, $4, 'refund', $5, $5)`,
    [merchantId, periodId, version, refund.pathId, String(refund.stake)],
  )
}

export interface RunNote {
  readonly reason: 'settlement' | 'correction' | 'orderVoid'
  readonly fromVersion: number
  readonly toVersion: number
  readonly orderId?: bigint
}

/** From here on the postings of this revision are due. */
export async function openPostingRun(
  on: Queryable,
  { merchantId, periodId, version }: PostingRun,
  note: RunNote,
  at: number,
): Promise<void> {
  await on.query(
    `insert into posting_runs (merchant_id, period_id, version, reason, from_version, to_version, order_id, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      merchantId,
      periodId,
      version,
      note.reason,
      note.fromVersion,
      note.toVersion,
      note.orderId === undefined ? null : String(note.orderId),
      at,
    ],
  )
}

/** A revision with postings still due. */
export type DueRun = Pick<RunNote, 'reason'> & { readonly version: number }

/** Revisions of a merchant's period with postings still due, oldest first. They must be posted in this order. */
export const dueRuns = (on: Queryable, merchantId: MerchantId, periodId: PeriodId): Promise<readonly DueRun[]> =>
  rows<DueRun & Record<string, unknown>>(
    on,
    `select version, reason from posting_runs where merchant_id = $1 and period_id = $2 and not done order by version`,
    [merchantId, periodId],
  )
