import type { MerchantId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'

export type NoticeSide = 'all' | 'agent' | 'admin'

/** A notice with all fields that operators can edit. */
export interface WrittenNotice {
  readonly id: number
  readonly content: string
  readonly level: 'info' | 'warn'
  readonly side: NoticeSide
  /** Only for these merchants and roles; empty: all of them. */
  readonly merchantIds: readonly MerchantId[]
  readonly roles: readonly Role[]
  readonly from: number
  readonly until: number | null
  readonly at: number
  readonly operatorName: string
}

interface NoticeRow {
  id: number
  content: string
  level: 'info' | 'warn'
  side: NoticeSide
  merchant_ids: MerchantId[]
  roles: Role[]
  from_at: bigint
  until_at: bigint | null
  at: bigint
  operator_name: string
}

const columns = 'id, content, level, side, merchant_ids, roles, from_at, until_at, at, operator_name'
const toNotice = ({ merchant_ids, from_at, until_at, at, operator_name, ...rest }: NoticeRow): WrittenNotice => ({
  ...rest,
  merchantIds: merchant_ids,
  from: Number(from_at),
  until: until_at === null ? null : Number(until_at),
  at: Number(at),
  operatorName: operator_name,
})

export interface NoticesAsked {
  readonly keyword: string | null
  readonly level: string | null
  readonly ascending: boolean
  readonly limit: number
  readonly offset: number
}

const asked = `($1::text is null or position(lower($1) in lower(content)) > 0) and ($2::text is null or level = $2)`

export async function findNotices(
  on: Queryable,
  page: NoticesAsked,
): Promise<{ items: (WrittenNotice & { readonly readers: number })[]; total: number }> {
  const direction = page.ascending ? 'asc' : 'desc'
  const found = await rows<NoticeRow & { readers: number } & Record<string, unknown>>(
    on,
    `select ${columns}, (select count(*)::integer from notice_reads r where r.notice_id = notices.id) as readers
       from notices where ${asked} order by at ${direction}, id ${direction} limit $3 offset $4`,
    [page.keyword, page.level, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(on, `select count(*)::integer as total from notices where ${asked}`, [
    page.keyword,
    page.level,
  ])
  return { items: found.map(({ readers, ...notice }) => ({ ...toNotice(notice), readers })), total }
}

/** The newest notices in force, for whomever they are meant, and how many there are in all. */
export async function findNoticesInForce(
  on: Queryable,
  now: number,
  limit: number,
): Promise<{ items: (WrittenNotice & { readonly readers: number })[]; total: number }> {
  const found = await rows<NoticeRow & { readers: number; total: number } & Record<string, unknown>>(
    on,
    `select ${columns}, count(*) over ()::integer as total,
            (select count(*)::integer from notice_reads r where r.notice_id = notices.id) as readers
       from notices where from_at <= $1 and (until_at is null or until_at > $1) order by at desc, id desc limit $2`,
    [now, limit],
  )
  const read = found.map(({ readers, total, ...notice }) => ({ item: { ...toNotice(notice), readers }, total }))
  return { items: read.map(({ item }) => item), total: read[0]?.total ?? 0 }
}

export async function lockNotice(on: Queryable, id: number): Promise<WrittenNotice | undefined> {
  const found = await maybeRow<NoticeRow & Record<string, unknown>>(
    on,
    `select ${columns} from notices where id = $1 for update`,
    [id],
  )
  return found && toNotice(found)
}

/** Writes a notice; returns its id. */
export async function addNotice(on: Queryable, notice: Omit<WrittenNotice, 'id'>): Promise<number> {
  const { content, level, side, merchantIds, roles, from, until, at, operatorName } = notice
  const made = await row<{ id: number }>(
    on,
    `insert into notices (content, level, side, from_at, until_at, at, operator_name, merchant_ids, roles)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [content, level, side, from, until, at, operatorName, merchantIds, roles],
  )
  return made.id
}

export async function saveNotice(on: Queryable, notice: WrittenNotice): Promise<void> {
  const { id, content, level, side, from, until, merchantIds, roles } = notice
  await on.query(
    `update notices set content = $2, level = $3, side = $4, from_at = $5, until_at = $6, merchant_ids = $7, roles = $8
      where id = $1`,
    [id, content, level, side, from, until, merchantIds, roles],
  )
}

export async function deleteNotice(on: Queryable, id: number): Promise<void> {
  await on.query('delete from notices where id = $1', [id])
}

export interface NoticeReader {
  readonly accountName: string
  readonly pathName: string
  readonly role: Role
  readonly at: number
}

/** A page of the accounts that have read a notice. */
export async function findReaders(
  on: Queryable,
  noticeId: number,
  page: { readonly ascending: boolean; readonly limit: number; readonly offset: number },
): Promise<{ items: NoticeReader[]; total: number }> {
  const direction = page.ascending ? 'asc' : 'desc'
  const found = await rows<{ account_name: string; path_name: string; role: Role; at: bigint }>(
    on,
    `select account_name, path_name, role, at from notice_reads where notice_id = $1
      order by at ${direction}, account_id limit $2 offset $3`,
    [noticeId, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(
    on,
    'select count(*)::integer as total from notice_reads where notice_id = $1',
    [noticeId],
  )
  const items = found.map(({ account_name, path_name, role, at }) => ({
    accountName: account_name,
    pathName: path_name,
    role,
    at: Number(at),
  }))
  return { items, total }
}
