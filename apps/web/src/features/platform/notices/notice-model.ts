import { roleWord } from '@strata/contract/words'
import type { Answer } from '../../../api/client.ts'
import type { ConflictCell } from '../../../components/dialogs/conflict.tsx'
import { fromInstantField, toInstantField } from '../../../lib/instant-field.ts'
import { isTyped } from '../../../lib/typed-time.ts'
import { noticesText as words } from '../../../text/zh-CN/rooms/notices.ts'
import { timeFieldText } from '../../../text/zh-CN/shared/time-field.ts'

export type Notice = Answer<'admin.noticeQuery'>['items'][number]

/** The form as typed: datetime-local texts, '' for none. */
export type Draft = Pick<Notice, 'content' | 'level' | 'audience' | 'merchantIds' | 'roles'> & {
  readonly from: string
  readonly until: string
}

/** What operators write of a notice. */
export type Fields = Pick<Notice, 'content' | 'level' | 'audience' | 'merchantIds' | 'roles' | 'until'> & {
  readonly from: number | null
}

export const draftOf = (notice: Fields | null): Draft =>
  notice === null
    ? { content: '', level: 'info', audience: 'all', merchantIds: [], roles: [], from: '', until: '' }
    : {
        content: notice.content,
        level: notice.level,
        audience: notice.audience,
        merchantIds: notice.merchantIds,
        roles: notice.roles,
        from: toInstantField(notice.from),
        until: toInstantField(notice.until),
      }

export type Problems = Partial<Record<'content' | 'from' | 'until', string>>

const UNREADABLE = timeFieldText.wrong(timeFieldText.forms.minute)

export const problemsOf = (draft: Draft, now: number): Problems => {
  const from = fromInstantField(draft.from) ?? now
  const until = fromInstantField(draft.until)
  return {
    ...(draft.content.trim() === '' ? { content: words.contentNeeded } : {}),
    ...(isTyped(draft.from, 'minute') ? {} : { from: UNREADABLE }),
    ...(isTyped(draft.until, 'minute') ? {} : { until: UNREADABLE }),
    ...(until !== undefined && until <= from ? { until: words.untilEarly } : {}),
  }
}

/** The fields as the calls take them. Merchants and roles say nothing about operators. */
export const fieldsOf = (draft: Draft): Fields => ({
  content: draft.content.trim(),
  level: draft.level,
  audience: draft.audience,
  merchantIds: draft.audience === 'admin' ? [] : [...draft.merchantIds],
  roles: draft.audience === 'admin' ? [] : [...draft.roles],
  from: fromInstantField(draft.from) ?? null,
  until: fromInstantField(draft.until) ?? null,
})

const FIELDS = ['content', 'level', 'audience', 'merchantIds', 'roles', 'from', 'until'] as const
const isSame = (one: Draft, other: Draft, field: (typeof FIELDS)[number]): boolean =>
  JSON.stringify(one[field]) === JSON.stringify(other[field])

/** What was typed over what was seen: the fields to send, each with what it was. */
export const changesOf = (
  seen: Fields,
  draft: Draft,
): { readonly fields: Partial<Fields>; readonly seen: Partial<Fields> } => {
  const [before, after] = [fieldsOf(draftOf(seen)), fieldsOf(draft)]
  const changed = FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const only = (all: Fields): Partial<Fields> => Object.fromEntries(changed.map((field) => [field, all[field]]))
  return { fields: only(after), seen: only(seen) }
}

/** What was typed stays; all else is as somebody else saved it. */
export const overTheirs = (seen: Fields, theirs: Fields, draft: Draft): Draft => {
  const [before, now] = [draftOf(seen), draftOf(theirs)]
  return Object.fromEntries(
    FIELDS.map((field) => [field, isSame(before, draft, field) ? now[field] : draft[field]]),
  ) as Draft
}

const shownField = (draft: Draft, field: (typeof FIELDS)[number]): string => {
  switch (field) {
    case 'level':
      return words.levels[draft.level]
    case 'audience':
      return words.audiences[draft.audience]
    case 'merchantIds':
      return draft.merchantIds.length === 0 ? words.everyMerchant : words.merchants(draft.merchantIds.length)
    case 'roles':
      return draft.roles.length === 0 ? words.everyRole : draft.roles.map(roleWord).join('、')
    case 'content':
      return draft.content
    default:
      return draft[field].replace('T', ' ')
  }
}

/** Both versions, field by field. */
export const noticeConflicts = (opened: Fields, theirs: Fields, draft: Draft): readonly ConflictCell[] => {
  const [was, is] = [draftOf(opened), draftOf(theirs)]
  return FIELDS.filter((field) => !isSame(was, is, field)).map((field) => ({
    key: field,
    what: words.fields[field],
    opened: shownField(was, field),
    theirs: shownField(is, field),
    mine: isSame(is, draft, field) ? null : shownField(draft, field),
  }))
}

/** Adds a value to a list or takes it out. */
export const toggled = <Value>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value]

/** The audience of a notice in one line. */
export const audienceText = ({ audience, merchantIds, roles }: Notice): string =>
  [
    words.audiences[audience],
    merchantIds.length === 0 ? '' : words.merchants(merchantIds.length),
    roles.map(roleWord).join('、'),
  ]
    .filter((part) => part !== '')
    .join(' · ')
