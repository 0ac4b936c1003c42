import { ALERTS_OF_NO_BOARD } from '../book/boards/board-alerts.ts'
import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'

export interface Notice {
  readonly id: number
  readonly content: string
  readonly level: 'info' | 'warn'
  readonly at: number
}

/** Notices that run now and are for everybody or for the merchant, and for the reader's side, newest first. */
export async function listNotices(
  on: Queryable,
  { merchantId, isAdmin, now }: { readonly merchantId: number; readonly isAdmin: boolean; readonly now: number },
): Promise<Notice[]> {
  const found = await rows<{ id: number; content: string; level: 'info' | 'warn'; at: bigint }>(
    on,
    `select id, content, level, at from notices
      where from_at <= $2 and (until_at is null or until_at > $2) and (audience is null or audience = $1 or $1 = 0)
        and (side = 'all' or side = $3)
      order by from_at desc, id desc limit 100`,
    [merchantId, now, isAdmin ? 'admin' : 'agent'],
  )
  return found.map((notice) => ({ ...notice, at: Number(notice.at) }))
}

// ---- alerts --------------------------------------------------------------------------------------------------------

export interface NewAlert {
  readonly pathId: number
  readonly kind: string
  readonly level: 'info' | 'warn'
  readonly text: string
  /** `link`: a page that shows what it is about. */
  readonly data: Readonly<Record<string, string | number>>
  /** What it is about: raised once for its path. Without it every one is raised. */
  readonly once?: string
}

export interface OnceAlert extends NewAlert {
  readonly once: string
}

export interface RaisedAlert {
  readonly id: number
  readonly pathId: number
  readonly kind: string
  readonly content: string
}

/** Writes alerts for paths of a merchant but those that were raised before; answers the new ones in the order given. */
export async function insertAlerts(
  on: Queryable,
  merchantId: number,
  alerts: readonly NewAlert[],
  at: number,
): Promise<RaisedAlert[]> {
  const made = await rows<{ id: number; path_id: number; kind: string; text: string }>(
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

export interface AlertFilter {
  readonly pathId: number
  /** Those about boards too. */
  readonly boards: boolean
  readonly state: 'unread' | 'read' | null
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

export interface Alert {
  readonly id: number
  readonly kind: string
  readonly content: string
  readonly link: string
  readonly at: number
  readonly readAt: number | null
  readonly readBy: string
}

export async function findAlerts(on: Queryable, merchantId: number, filter: AlertFilter): Promise<Alert[]> {
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
        and ($6::text[] is null or kind = any($6))
      order by id ${direction} limit $4 offset $5`,
    [merchantId, filter.pathId, filter.state, filter.limit, filter.offset, filter.boards ? null : ALERTS_OF_NO_BOARD],
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
  merchantId: number,
  pathId: number,
  { boards }: { readonly boards: boolean } = { boards: true },
): Promise<{ total: number; unread: number }> {
  return row<{ total: number; unread: number }>(
    on,
    `select count(*)::integer as total, (count(*) filter (where read_at is null))::integer as unread
       from alerts where merchant_id = $1 and path_id = $2 and ($3::text[] is null or kind = any($3))`,
    [merchantId, pathId, boards ? null : ALERTS_OF_NO_BOARD],
  )
}

/** Unread alerts of many paths; one without any is left out. */
export async function countUnread(
  on: Queryable,
  merchantId: number,
  pathIds: readonly number[],
): Promise<Map<number, number>> {
  const found = await rows<{ path_id: number; unread: number }>(
    on,
    `select path_id, count(*)::integer as unread from alerts
      where merchant_id = $1 and path_id = any($2::integer[]) and read_at is null group by path_id`,
    [merchantId, pathIds],
  )
  return new Map(found.map((one) => [one.path_id, one.unread]))
}

/** Marks alerts of a path as read; those read before keep their first reader. */
export async function markAlertsRead(
  on: Queryable,
  merchantId: number,
  read: { pathId: number; ids: readonly number[]; by: string; at: number },
): Promise<void> {
  await on.query(
    `update alerts set read_by = $4, read_at = $5
      where merchant_id = $1 and path_id = $2 and id = any($3::integer[]) and read_at is null`,
    [merchantId, read.pathId, read.ids, read.by, read.at],
  )
}

// ---- preferences ---------------------------------------------------------------------------------------------------

export async function readPreference(on: Queryable, accountId: number, key: string): Promise<string | null> {
  const found = await maybeRow<{ value: string }>(
    on,
    `select value #>> '{}' as value from preferences where account_id = $1 and key = $2`,
    [accountId, key],
  )
  return found?.value ?? null
}

/** How many keys one account may keep. */
export const MAX_PREFERENCES = 200

/** False when the account keeps too many keys already. */
export async function writePreference(on: Queryable, accountId: number, key: string, value: string): Promise<boolean> {
  const done = await on.query(
    `insert into preferences (account_id, key, value)
     select $1, $2, to_jsonb($3::text)
      where (select count(*) from preferences where account_id = $1 and key <> $2) < ${MAX_PREFERENCES}
     on conflict (account_id, key) do update set value = excluded.value`,
    [accountId, key, value],
  )
  return done.rowCount === 1
}
