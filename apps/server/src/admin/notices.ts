import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type {
  noticeCreate,
  noticeDelete,
  noticeQuery,
  noticeReaders,
  noticeUpdate,
} from '@strata/contract/endpoints/admin'
import { NOTICE_AUDIENCE_WORDS, NOTICE_LEVEL_WORDS, roleWord } from '@strata/contract/words'
import { wallClock } from '@strata/domain/calendar/wall-clock'
import type { MerchantId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import type { AccessContext, Caller } from '../access/session.ts'
import {
  editNotice,
  findNotices,
  findReaders,
  type WrittenNotice,
  withdrawNotice,
  writeNotice,
} from '../notices/notices.ts'
import { isChangedSince } from '../platform/changed-since.ts'
import type { Queryable } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import { badField, Refusal, refuse } from '../platform/refusal.ts'
import { listMerchantNames } from '../tree/merchants.ts'
import { changeAs, changesOf, logForHead } from './change.ts'

interface NoticeContext extends AccessContext {
  readonly live: LiveHub
}

const timeText = (at: number | null): string => (at === null ? '' : wallClock(at).slice(0, 16))

/** Every merchant's name by its id. */
type Names = ReadonlyMap<MerchantId, string>

export const namesOfMerchants = async (on: Queryable): Promise<Names> =>
  new Map((await listMerchantNames(on)).map(({ merchantId, name }) => [merchantId, name]))

export const merchantsText = (ids: readonly MerchantId[], names: Names): string =>
  ids.length === 0 ? '全部' : ids.map((id) => names.get(id) ?? id).join('、')

/** A notice for a merchant that does not exist would reach nobody. */
const unknownMerchant = (ids: readonly MerchantId[], names: Names): Refusal | null => {
  const unknown = ids.find((id) => !names.has(id))
  return unknown === undefined ? null : badField('merchantIds', `编号 ${unknown} 的商户不存在`)
}

export const rolesText = (roles: readonly Role[]): string =>
  roles.length === 0 ? '全部' : roles.map(roleWord).join('、')

const fieldsOf = (before: WrittenNotice | null, after: WrittenNotice | null, names: Names) =>
  changesOf([
    ['content', '内容', before?.content ?? null, after?.content ?? null],
    ['level', '级别', before ? NOTICE_LEVEL_WORDS[before.level] : null, after ? NOTICE_LEVEL_WORDS[after.level] : null],
    [
      'audience',
      '对象',
      before ? NOTICE_AUDIENCE_WORDS[before.side] : null,
      after ? NOTICE_AUDIENCE_WORDS[after.side] : null,
    ],
    [
      'merchantIds',
      '商户',
      before ? merchantsText(before.merchantIds, names) : null,
      after ? merchantsText(after.merchantIds, names) : null,
    ],
    ['roles', '级别范围', before ? rolesText(before.roles) : null, after ? rolesText(after.roles) : null],
    ['from', '开始时间', before ? timeText(before.from) : null, after ? timeText(after.from) : null],
    ['until', '结束时间', before ? timeText(before.until) : null, after ? timeText(after.until) : null],
  ])

/** The fields of a notice as the calls have them. */
const wireOf = ({
  content,
  level,
  side,
  merchantIds,
  roles,
  from,
  until,
}: Omit<WrittenNotice, 'id' | 'at' | 'operatorName'>) => ({
  content,
  level,
  audience: side,
  merchantIds: [...merchantIds],
  roles: [...roles],
  from,
  until,
})

export async function queryNotices(
  { pool }: { readonly pool: Queryable },
  asked: ParsedRequestOf<typeof noticeQuery>,
): Promise<ResponseOf<typeof noticeQuery>> {
  const { pageIndex, pageSize } = asked
  const { items, total } = await findNotices(pool, {
    keyword: asked.keyword || null,
    level: asked.level ?? null,
    ascending: asked.sortInfo?.direction === 0,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
  })
  const onWire = items.map(({ id, at, operatorName, readers, ...fields }) => ({
    id,
    at,
    operatorName,
    readers,
    ...wireOf(fields),
  }))
  return { items: onWire, total, pageIndex, pageSize }
}

/**
 * notice/create: without a start it runs at once, without an end until it is deleted. Refused: badParameter (a merchant that
 * does not exist, then an end before the start).
 */
export function createNotice(
  context: NoticeContext,
  caller: Caller,
  input: ParsedRequestOf<typeof noticeCreate>,
): Promise<{ id: number } | Refusal> {
  return changeAs(context, caller, { call: 'notice/create', input }, async (tx, at) => {
    const { content, level, audience: side, merchantIds, roles, from, until } = input
    const names = await namesOfMerchants(tx)
    const unknown = unknownMerchant(merchantIds, names)
    if (unknown) return unknown
    const wish = { content, level, side, merchantIds, roles, from: from ?? at, until, at }
    const written = await writeNotice(tx, context.live, { ...wish, operatorName: caller.account.name })
    if (written instanceof Refusal) return written
    const changes = fieldsOf(null, written, names)
    await logForHead(tx, caller, { action: 'noticeCreate', targetName: `公告 ${written.id}`, changes }, at)
    return { id: written.id }
  })
}

/**
 * notice/update: absent fields do not change. Refused in this order: notFound, changed (somebody else changed one of these
 * fields since it was seen), badParameter (as notice/create).
 */
export function updateNotice(
  context: NoticeContext,
  caller: Caller,
  input: ParsedRequestOf<typeof noticeUpdate>,
): Promise<null | Refusal> {
  return changeAs<null>(context, caller, { call: 'notice/update', input }, async (tx, at) => {
    const names = await namesOfMerchants(tx)
    const edited = await editNotice(tx, context.live, input.id, (before) => {
      const now = wireOf(before)
      if (isChangedSince(now, input.seen, input)) return refuse('changed', {}, { notice: now })
      const unknown = unknownMerchant(input.merchantIds ?? [], names)
      if (unknown) return unknown
      return {
        ...before,
        content: input.content ?? before.content,
        level: input.level ?? before.level,
        side: input.audience ?? before.side,
        merchantIds: input.merchantIds ?? before.merchantIds,
        roles: input.roles ?? before.roles,
        from: input.from === undefined ? before.from : (input.from ?? at),
        until: input.until === undefined ? before.until : input.until,
      }
    })
    if (edited instanceof Refusal) return edited
    const { before, after } = edited
    const changes = fieldsOf(before, after, names)
    await logForHead(tx, caller, { action: 'noticeUpdate', targetName: `公告 ${after.id}`, changes }, at)
    return null
  })
}

export function removeNotice(
  context: NoticeContext,
  caller: Caller,
  input: ParsedRequestOf<typeof noticeDelete>,
): Promise<null | Refusal> {
  return changeAs<null>(context, caller, { call: 'notice/delete', input }, async (tx, at) => {
    const before = await withdrawNotice(tx, context.live, input.id)
    if (before instanceof Refusal) return before
    const changes = fieldsOf(before, null, await namesOfMerchants(tx))
    await logForHead(tx, caller, { action: 'noticeDelete', targetName: `公告 ${before.id}`, changes }, at)
    return null
  })
}

/** notice/readers: the accounts that have read a notice. */
export async function queryReaders(
  { pool }: { readonly pool: Queryable },
  asked: ParsedRequestOf<typeof noticeReaders>,
): Promise<ResponseOf<typeof noticeReaders>> {
  const { pageIndex, pageSize } = asked
  const { items, total } = await findReaders(pool, asked.id, {
    ascending: asked.sortInfo?.direction === 0,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
  })
  return { items: items.map(({ role, ...rest }) => ({ ...rest, roleId: role })), total, pageIndex, pageSize }
}
