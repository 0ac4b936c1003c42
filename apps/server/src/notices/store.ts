import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { ALERTS_OF_NO_BOARD, PROPOSAL_ALERT } from '../book/boards.ts'
import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'

export interface Notice {
  readonly id: number
  readonly content: string
  readonly level: 'info' | 'warn'
  readonly at: number
  readonly read: boolean
}

/** Who reads notices: the account, for the path it acts for. */
export interface NoticeReaderRef {
  readonly accountId: AccountId
  readonly accountName: string
  readonly pathName: string
  readonly merchantId: MerchantId
  readonly role: Role
  readonly isAdmin: boolean
}

/** In force at $2 and meant for a path of merchant $1 and role $4 on side $3; the head sees those of every merchant. */
const MEANT = `from_at <= $2 and (until_at is null or until_at > $2) and side in ('all', $3)
   and ($1 = 0 or merchant_ids = '{}' or $1 = any(merchant_ids))
   and ($3 = 'admin' or $1 = 0 or roles = '{}' or $4 = any(roles))`

const meantFor = ({ merchantId, isAdmin, role }: NoticeReaderRef, now: number) => [
  merchantId,
  now,
  isAdmin ? 'admin' : 'agent',
  role,
]

/** Notices in force that are meant for the reader, newest first. */
export async function listNotices(on: Queryable, reader: NoticeReaderRef, now: number): Promise<Notice[]> {
  const found = await rows<{ id: number; content: string; level: 'info' | 'warn'; at: bigint; read: boolean }>(
    on,
    `select id, content, level, at,
            exists (select from notice_reads r where r.notice_id = notices.id and r.account_id = $5) as read
       from notices where ${MEANT} order by from_at desc, id desc limit 100`,
    [...meantFor(reader, now), reader.accountId],
  )
  return found.map((notice) => ({ ...notice, at: Number(notice.at) }))
}

/** Records that the reader has read notices; those that are not meant for it are left out. */
export async function markNoticesRead(
  on: Queryable,
  reader: NoticeReaderRef,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<void> {
  await on.query(
    `insert into notice_reads (notice_id, account_id, account_name, path_name, role, at)
     select id, $6, $7, $8, $4, $2 from notices where id = any($5) and ${MEANT}
     on conflict (notice_id, account_id) do nothing`,
    [...meantFor(reader, now), ids, reader.accountId, reader.accountName, reader.pathName],
  )
}

// ---- alerts --------------------------------------------------------------------------------------------------------

export interface NewAlert {
  readonly pathId: PathId
  readonly kind: string
  readonly level: 'info' | 'warn'
  readonly text: string
  /** `link`: a page about the subject of the alert. */
  readonly data: Readonly<Record<string, string | number>>
  /** Identifies the subject: an alert with this key is raised once per path. Without it every alert is raised. */
  readonly once?: string
}

export interface OnceAlert extends NewAlert {
  readonly once: string
}

export interface RaisedAlert {
  readonly id: number
  readonly pathId: PathId
  readonly kind: string
  readonly content: string
}

/** Writes alerts for paths of a merchant, except those raised before; returns the new ones in the order given. */
export async function insertAlerts(
  on: Queryable,
  merchantId: MerchantId,
  alerts: readonly NewAlert[],
  at: number,
): Promise<RaisedAlert[]> {
  const made = await rows<{ id: number; path_id: PathId; kind: string; text: string }>(
    on,
    `insert into alerts (merchant_id, path_id, kind, level, text, data, once, at)
     select $1, u.path_id, u.kind, u.level, u.text, u.data, u.once, $8
       from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::text[])
            as u (path_id, kind, level, text, data, once)
     on conflict (merchant_id, path_id, once) where once is not null do nothing
     returning id, path_id, kind, text`,
    [
      merchantId,
      alerts.map((alert) => alert.pathId),
      alerts.map((alert) => alert.kind),
      alerts.map((alert) => alert.level),
      alerts.map((alert) => alert.text),
      alerts.map((alert) => JSON.stringify(alert.data)),
      alerts.map((alert) => alert.once ?? null),
      at,
    ],
  )
  return made.map(({ id, path_id, kind, text }) => ({ id, pathId: path_id, kind, content: text }))
}

/** The alerts of a path that a reader may see, beside those for every login. */
export interface AlertsSeen {
  readonly boards: boolean
  readonly proposals: boolean
}

export interface AlertFilter extends AlertsSeen {
  readonly pathId: PathId
  readonly state: 'unread' | 'read' | null
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

/** The only kinds, null for all, and the one that is left out, null for none. */
const kindsOf = ({ boards, proposals }: AlertsSeen): [readonly string[] | null, string | null] => [
  boards ? null : ALERTS_OF_NO_BOARD,
  proposals ? null : PROPOSAL_ALERT,
]

export interface Alert {
  readonly id: number
  readonly kind: string
  readonly content: string
  readonly link: string
  readonly at: number
  readonly readAt: number | null
  readonly readBy: string
}

export async function findAlerts(on: Queryable, merchantId: MerchantId, filter: AlertFilter): Promise<Alert[]> {
  const direction = filter.descending ? 'desc' : 'asc'
  const found = await rows<{
    id: number
    kind: string
    text: string
    link: string | null
    at: bigint
    read_at: bigint | null
    read_by: string | null
  }>(
    on,
    `select id, kind, text, data ->> 'link' as link, at, read_at, read_by from alerts
      where merchant_id = $1 and path_id = $2 and ($3::text is null or (read_at is null) = ($3 = 'unread'))
        and ($6::text[] is null or kind = any($6)) and kind is distinct from $7
      order by id ${direction} limit $4 offset $5`,
    [merchantId, filter.pathId, filter.state, filter.limit, filter.offset, ...kindsOf(filter)],
  )
  return found.map((alert) => ({
    id: alert.id,
    kind: alert.kind,
    content: alert.text,
    link: alert.link ?? '',
    at: Number(alert.at),
    readAt: alert.read_at === null ? null : Number(alert.read_at),
    readBy: alert.read_by ?? '',
  }))
}

export async function countAlerts(
  on: Queryable,
  merchantId: MerchantId,
  pathId: PathId,
  seen: AlertsSeen = { boards: true, proposals: true },
): Promise<{ total: number; unread: number }> {
  return row<{ total: number; unread: number }>(
    on,
    `select count(*)::integer as total, (count(*) filter (where read_at is null))::integer as unread
       from alerts where merchant_id = $1 and path_id = $2 and ($3::text[] is null or kind = any($3))
        and kind is distinct from $4`,
    [merchantId, pathId, ...kindsOf(seen)],
  )
}

/** Number of unread alerts of many paths; paths without any are left out. */
export async function countUnread(
  on: Queryable,
  merchantId: MerchantId,
  pathIds: readonly PathId[],
): Promise<Map<PathId, number>> {
  const found = await rows<{ path_id: PathId; unread: number }>(
    on,
    `select path_id, count(*)::integer as unread from alerts
      where merchant_id = $1 and path_id = any($2::integer[]) and read_at is null group by path_id`,
    [merchantId, pathIds],
  )
  return new Map(found.map((one) => [one.path_id, one.unread]))
}

/** Of those up to an id only what the reader may see is read. */
export interface ReadAlerts extends AlertsSeen {
  readonly pathId: PathId
  /** The alerts by id, or every one up to an id. */
  readonly ids?: readonly number[] | undefined
  readonly upTo?: number | undefined
  readonly by: string
  readonly at: number
}

/** Marks alerts of a path as read; alerts read before keep their first reader. */
export async function markAlertsRead(on: Queryable, merchantId: MerchantId, read: ReadAlerts): Promise<void> {
  await on.query(
    `update alerts set read_by = $4, read_at = $5
      where merchant_id = $1 and path_id = $2 and read_at is null
        and (id = any($3::integer[]) or
             (id <= $6::integer and ($7::text[] is null or kind = any($7)) and kind is distinct from $8))`,
    [merchantId, read.pathId, read.ids ?? [], read.by, read.at, read.upTo ?? null, ...kindsOf(read)],
  )
}

// ---- preferences ---------------------------------------------------------------------------------------------------

export async function readPreference(on: Queryable, accountId: AccountId, key: string): Promise<string | null> {
  const found = await maybeRow<{ value: string }>(
    on,
    `select value #>> '{}' as value from preferences where account_id = $1 and key = $2`,
    [accountId, key],
  )
  return found?.value ?? null
}

/** Maximum number of keys per account. */
export const MAX_PREFERENCES = 200

/** Returns false when the account has the maximum of keys. */
export async function writePreference(
  on: Queryable,
  accountId: AccountId,
  key: string,
  value: string,
): Promise<boolean> {
  const done = await on.query(
    `insert into preferences (account_id, key, value)
     select $1, $2, to_jsonb($3::text)
      where (select count(*) from preferences where account_id = $1 and key <> $2) < ${MAX_PREFERENCES}
     on conflict (account_id, key) do update set value = excluded.value`,
    [accountId, key, value],
  )
  return done.rowCount === 1
}
