import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { type Queryable, rows } from '../../platform/db.ts'

/** A path and all below it; null: those of all these merchants, for the head. */
export interface Below {
  readonly merchantIds: readonly MerchantId[]
  readonly pathId: PathId | null
}

export interface OnlineAccount {
  readonly path_id: PathId
  readonly account_name: string
  readonly role: Role
  readonly main_name: string | null
  readonly nickname: string | null
  readonly sessions: number
  readonly signed_in_at: bigint
  readonly seen_at: bigint
  readonly total: number
}

/** Accounts below with a session that has neither ended nor idled too long. A sign-in covers all paths of its account. */
export const findOnline = (
  on: Queryable,
  { merchantIds, pathId }: Below,
  { now, idleSince, limit }: { readonly now: number; readonly idleSince: number; readonly limit: number },
): Promise<OnlineAccount[]> =>
  rows<OnlineAccount>(
    on,
    `with mains as (
       select p.account_id, min(p.id) as path_id, min(p.role) as role, min(p.nickname) as nickname
         from paths p
        where p.merchant_id = any($1::integer[]) and p.closed_at is null and p.role < 10001
          and ($2::integer is null or (p.lineage @> array[$2::integer] and p.id <> $2))
        group by p.account_id),
     logins as (
       select a.id, m.path_id, m.role, m.nickname, a.name, case when a.id = m.account_id then null else b.name end as main_name,
              case when a.id = m.account_id then m.role else 10003 end as shown_role, m.account_id
         from mains m join accounts b on b.id = m.account_id
         join accounts a on a.id = m.account_id or a.main_account_id = m.account_id
        where $2::integer is null or not exists (
                select from paths o where o.account_id = m.account_id and o.merchant_id = any($1::integer[])
                   and o.closed_at is null and not (o.lineage @> array[$2::integer]))),
     open as (
       select l.path_id, l.name, l.shown_role, l.main_name, l.nickname, count(*)::integer as sessions,
              min(s.created_at) as signed_in_at, max(s.seen_at) as seen_at
         from logins l join sessions s on s.account_id = l.id
        where s.ended_at is null and s.looker_id is null and s.expires_at > $3 and s.seen_at > $4
        group by l.path_id, l.name, l.shown_role, l.main_name, l.nickname)
     select path_id, name as account_name, shown_role as role, main_name, nickname, sessions, signed_in_at, seen_at,
            count(*) over ()::integer as total
       from open order by seen_at desc, name limit $5`,
    [merchantIds, pathId, now, idleSince, limit],
  )

export interface ChangeBelow {
  readonly at: bigint
  /** Null: a person above the reader. */
  readonly operator_name: string | null
  readonly target_name: string
  readonly action: string
}

/** Changes that others made at a path and below since an instant, newest first. */
export const findChangesBelow = (
  on: Queryable,
  { merchantIds, pathId }: Below,
  asked: { readonly since: number; readonly readerId: AccountId; readonly limit: number },
): Promise<ChangeBelow[]> =>
  rows<ChangeBelow>(
    on,
    `select c.at, c.target_name, c.action,
            case when $2::integer is null or exists (
              select from accounts a join paths o on o.account_id = coalesce(a.main_account_id, a.id)
               where a.id = c.operator_id and o.merchant_id = c.merchant_id
                 and (o.id = $2 or o.lineage @> array[$2::integer])) then c.operator_name end as operator_name
       from change_log c join paths p on p.merchant_id = c.merchant_id and p.id = c.path_id
      where c.merchant_id = any($1::integer[]) and c.id >= $3::bigint and c.at >= $4::bigint and c.operator_id <> $5
        and ($2::integer is null or p.id = $2 or p.lineage @> array[$2::integer])
      order by c.id desc limit $6`,
    // An id begins with its milliseconds (platform/ids.ts): older ones need not be read.
    [merchantIds, pathId, String(BigInt(asked.since) << 22n), asked.since, asked.readerId, asked.limit],
  )
