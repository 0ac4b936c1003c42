import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'

export type NoticeSide = 'all' | 'agent' | 'admin'

/** A notice as its writers see it. */
export interface WrittenNotice {
  readonly id: number
  readonly content: string
  readonly level: 'info' | 'warn'
  readonly side: NoticeSide
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
  from_at: bigint
  until_at: bigint | null
  at: bigint
  operator_name: string
}

const columns = 'id, content, level, side, from_at, until_at, at, operator_name'
const toNotice = ({ from_at, until_at, at, operator_name, ...rest }: NoticeRow): WrittenNotice => ({
  ...rest,
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
): Promise<{ items: WrittenNotice[]; total: number }> {
  const direction = page.ascending ? 'asc' : 'desc'
  const found = await rows<NoticeRow & Record<string, unknown>>(
    on,
    `select ${columns} from notices where ${asked} order by at ${direction}, id ${direction} limit $3 offset $4`,
    [page.keyword, page.level, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(on, `select count(*)::integer as total from notices where ${asked}`, [
    page.keyword,
    page.level,
  ])
  return { items: found.map(toNotice), total }
}

export async function lockNotice(on: Queryable, id: number): Promise<WrittenNotice | undefined> {
  const found = await maybeRow<NoticeRow & Record<string, unknown>>(
    on,
    `select ${columns} from notices where id = $1 for update`,
    [id],
  )
  return found && toNotice(found)
}

/** Writes a notice for everybody of its side; answers its id. */
export async function addNotice(on: Queryable, notice: Omit<WrittenNotice, 'id'>): Promise<number> {
  const { content, level, side, from, until, at, operatorName } = notice
  const made = await row<{ id: number }>(
    on,
    `insert into notices (content, level, side, from_at, until_at, at, operator_name)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [content, level, side, from, until, at, operatorName],
  )
  return made.id
}

export async function saveNotice(on: Queryable, notice: WrittenNotice): Promise<void> {
  const { id, content, level, side, from, until } = notice
  await on.query('update notices set content = $2, level = $3, side = $4, from_at = $5, until_at = $6 where id = $1', [
    id,
    content,
    level,
    side,
    from,
    until,
  ])
}

export async function deleteNotice(on: Queryable, id: number): Promise<void> {
  await on.query('delete from notices where id = $1', [id])
}
