import type { Day } from '@strata/domain/calendar'
import type { ProposalKind } from '@strata/domain/games/proposals'
import type { GameId, MerchantId } from '@strata/domain/ids'
import { type Queryable, row, rows } from '../../platform/db.ts'

/** Of each kind at most so many are found; a list that long is not worked off on the first page. */
export const MAX_FOUND = 50

export interface WaitingProposal {
  readonly id: bigint
  readonly kind: ProposalKind
  readonly game_id: GameId
  readonly game_name: string
  readonly period_no: string
  readonly order_id: bigint | null
  readonly proposer_id: number
  readonly proposer: string
  readonly at: bigint
}

/** Proposals that nobody has decided, younger than an instant. */
export const waitingProposals = (on: Queryable, after: number): Promise<WaitingProposal[]> =>
  rows<WaitingProposal & Record<string, unknown>>(
    on,
    `/* all merchants */
     select p.id, p.kind, r.game_id, g.name as game_name, r.period_no, p.order_id, p.proposer_id, p.proposer, p.at
       from proposals p join periods r on r.id = p.period_id join games g on g.id = r.game_id
      where p.state = 'waiting' and p.at > $1 order by p.at limit ${MAX_FOUND}`,
    [after],
  )

export interface UnknownFlyOuts {
  readonly code: string
  readonly name: string
  readonly book: string
  readonly count: number
  readonly stake: bigint
  readonly since: bigint
}

/** Fly-outs to which the outside book has not said yes or no, by merchant and book. */
export async function unknownFlyOuts(on: Queryable): Promise<UnknownFlyOuts[]> {
  const days = await rows<{ day: string }>(
    on,
    `/* all merchants */
     select distinct p.day from fly_outs f join periods p on p.id = f.period_id where f.state = 'unknown'`,
  )
  if (days.length === 0) return []
  return rows<UnknownFlyOuts & Record<string, unknown>>(
    on,
    `/* all merchants */
     select m.code, m.name, coalesce(b.name, '') as book, count(*)::integer as count, sum(o.stake)::bigint as stake,
            min(f.at)::bigint as since
       from fly_outs f
       join merchants m on m.id = f.merchant_id
       join orders o on o.merchant_id = f.merchant_id and o.id = f.order_id and o.day = any($1::date[])
       left join outside_books b on b.id = f.book_id
      where f.state = 'unknown'
      group by m.id, b.id order by since limit ${MAX_FOUND}`,
    [days.map(({ day }) => day)],
  )
}

export interface TroubledJob {
  readonly id: string
  readonly task: string
  readonly attempts: number
  readonly over: boolean
  readonly error: string
  readonly since: Date
}

export interface JobsNow {
  readonly waiting: number
  readonly failed: number
  readonly troubled: readonly TroubledJob[]
}

/** Jobs that failed at least so often, and how many wait. */
export async function jobsNow(on: Queryable, leastFailures: number): Promise<JobsNow> {
  const sums = row<{ waiting: number; failed: number }>(
    on,
    `select count(*) filter (where attempts < max_attempts and run_at <= now())::integer as waiting,
            count(*) filter (where attempts >= max_attempts)::integer as failed from graphile_worker.jobs`,
  )
  const troubled = rows<TroubledJob & Record<string, unknown>>(
    on,
    `select id::text, task_identifier as task, attempts::integer, attempts >= max_attempts as over,
            left(split_part(last_error, E'\\n', 1), 120) as error, created_at as since
       from graphile_worker.jobs where last_error is not null and attempts >= least($1, max_attempts)
      order by created_at limit ${MAX_FOUND}`,
    [leastFailures],
  )
  return { ...(await sums), troubled: await troubled }
}

export interface HomeMerchant {
  readonly merchant_id: MerchantId
  readonly code: string
  readonly name: string
  readonly status: 1 | 2 | 4
  readonly fund_mode: 'credit' | 'cash'
  readonly balance: bigint
  /** Since when it has been below its line; null: it is not. */
  readonly low_since: bigint | null
  /** Its own line, or else the platform's. */
  readonly line: bigint
  /** When the newest live key was made; null: none lives. */
  readonly key_since: bigint | null
  readonly last_signed_at: bigint | null
  readonly lease_until: Day | null
  /** It bet at this time of one of the days before. */
  readonly usual: boolean
}

/** How far its entries are searched for the moment that a balance fell below the line. */
const ENTRIES_BACK = 500

/**
 * Every merchant with what its row of the first page says. `usual` asks for periods of the last week that it bet in and
 * that were drawn within half an hour of this time of day.
 */
export const homeMerchants = (
  on: Queryable,
  { now, line }: { readonly now: number; readonly line: bigint },
): Promise<HomeMerchant[]> =>
  rows<HomeMerchant & Record<string, unknown>>(
    on,
    `/* all merchants */
     with usual as (
       select distinct mp.merchant_id
         from generate_series(1, 7) as back
         join periods p on p.game_id in (select id from games)
                       and p.draw_at between $1::bigint - back * 86400000::bigint - 1800000
                                         and $1::bigint - back * 86400000::bigint + 1800000
         join merchant_periods mp on mp.period_id = p.id)
     select m.id as merchant_id, m.code, m.name, p.status, m.fund_mode, w.balance,
            l.line,
            case when w.balance < l.line then coalesce(
              (select min(e.at) from (
                 select at, balance_after, bool_or(balance_after >= l.line) over (order by id desc) as above
                   from (select id, at, balance_after from ledger_entries
                          where merchant_id = m.id and path_id = p.id order by id desc limit ${ENTRIES_BACK}) newest) e
                where not e.above), p.created_at) end as low_since,
            k.key_since, k.last_signed_at, m.lease_until, u.merchant_id is not null as usual
       from merchants m
       join paths p on p.merchant_id = m.id and p.role = 1 and p.closed_at is null
       join wallets w on w.merchant_id = m.id and w.path_id = p.id
      cross join lateral (select coalesce(m.balance_line, $2::bigint) as line) l
      cross join lateral (
        select max(created_at) filter (where retired_at is null or retired_at > $1::bigint) as key_since,
               max(last_signed_at) as last_signed_at
          from merchant_keys k where k.merchant_id = m.id) k
       left join usual u on u.merchant_id = m.id
      where m.id > 0
      order by m.code`,
    [now, String(line)],
  )
