import type { MerchantId } from '@strata/domain/ids'
import { type Queryable, rows } from '../platform/db.ts'

/** The first fault in a merchant's ledger: the broken rule and the row that breaks it. */
export interface LedgerFault {
  readonly check: string
  readonly row: Readonly<Record<string, unknown>>
}

/**
 * Members' stakes in clearing, by wallet: of periods not yet settled (without voided orders), and of postings not yet
 * made.
 */
const openStakes = `
  select s.path_id, sum(s.stake) as stake from (
    select o.bettor as path_id, o.stake
      from orders o
      join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id
     where o.merchant_id = $1 and o.kind = 0 and mp.settled_version = 0
       and not exists (select from voids v where v.merchant_id = $1 and v.order_id = o.id)
    union all
    select p.path_id, p.stake
      from postings p
      join posting_runs r on r.merchant_id = p.merchant_id and r.period_id = p.period_id and r.version = p.version
     where p.merchant_id = $1 and not r.done and p.path_id > r.posted_through
  ) s group by s.path_id`

/** Stakes of days whose single orders were dropped, as they were noted before. */
const DROPPED = `from dropped_stakes d join dropped_days x on x.day = d.day and x.state <> 'closing' where d.merchant_id = $1`

/** Each statement finds rows that break its rule. Sums over bigint are numeric and are returned as text. */
const checks: readonly (readonly [name: string, text: string])[] = [
  [
    'entries of a transaction sum to zero',
    `select transaction_id::text, sum(amount)::text as sum from ledger_entries
      where merchant_id = $1 group by transaction_id having sum(amount) <> 0 order by transaction_id limit 1`,
  ],
  [
    'every entry of a path carries a balance, no entry of a system account does',
    `select id::text, path_id from ledger_entries
      where merchant_id = $1 and (path_id > 0) <> (balance_after is not null) order by id limit 1`,
  ],
  [
    'balance of a wallet is the sum of its entries less its stakes',
    `with entries as (
       select path_id, sum(amount) as amount from ledger_entries where merchant_id = $1 and path_id > 0 group by path_id
     ), stakes as (
       select s.path_id, sum(s.stake) as stake from (
         select bettor as path_id, sum(stake) as stake from orders where merchant_id = $1 and kind = 0 group by bettor
         union all
         select d.path_id, sum(d.stake) ${DROPPED} group by d.path_id) s
        group by s.path_id
     )
     select coalesce(w.path_id, e.path_id, s.path_id) as path_id, w.balance::text,
            (coalesce(e.amount, 0) - coalesce(s.stake, 0))::text as expected
       from (select path_id, balance from wallets where merchant_id = $1) w
       full join entries e on e.path_id = w.path_id
       full join stakes s on s.path_id = coalesce(w.path_id, e.path_id)
      where w.balance is distinct from coalesce(e.amount, 0) - coalesce(s.stake, 0)
      order by 1 limit 1`,
  ],
  [
    'quota of a credit wallet is what came down less what was taken back',
    `select w.path_id, w.quota::text, coalesce(e.amount, 0)::text as expected
       from wallets w
       left join (select path_id, sum(amount) as amount from ledger_entries
                   where merchant_id = $1 and path_id > 0
                     and (kind = 'transferIn' or (kind = 'recovery' and amount < 0)) group by path_id) e
         on e.path_id = w.path_id
      where w.merchant_id = $1
        and w.quota <> case w.fund_mode when 'credit' then coalesce(e.amount, 0) else 0 end
      order by w.path_id limit 1`,
  ],
  [
    'open stake of a wallet is its stakes not settled or not posted',
    `select coalesce(w.path_id, o.path_id) as path_id, w.open_stake::text, coalesce(o.stake, 0)::text as expected
       from (select path_id, open_stake from wallets where merchant_id = $1) w
       full join (${openStakes}) o on o.path_id = w.path_id
      where w.open_stake is distinct from coalesce(o.stake, 0)
      order by 1 limit 1`,
  ],
  [
    'clearing is the open stakes and the stakes of postings still due',
    `with clearing as (
       select (select coalesce(sum(stake), 0) from orders where merchant_id = $1 and kind = 0)
            + (select coalesce(sum(d.stake), 0) ${DROPPED})
            + (select coalesce(sum(amount), 0) from ledger_entries where merchant_id = $1 and path_id = -1) as amount
     )
     select c.amount::text, o.stake::text as expected
       from clearing c, (select coalesce(sum(stake), 0) as stake from (${openStakes}) s) o
      where c.amount <> o.stake`,
  ],
]

/** Before the first read of a snapshot: until its end no day leaves `orders`. */
export async function holdOrders(on: Queryable): Promise<void> {
  await on.query('/* all merchants */ lock table orders in access share mode')
}

/** The first broken rule of a merchant's ledger, or null. Reads in the caller's snapshot. */
export async function findLedgerFault(on: Queryable, merchantId: MerchantId): Promise<LedgerFault | null> {
  for (const [check, text] of checks) {
    const wrong = (await rows(on, text, [merchantId]))[0]
    if (wrong) return { check, row: wrong }
  }
  return null
}
