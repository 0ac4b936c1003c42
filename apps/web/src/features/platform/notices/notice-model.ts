import { roleWord } from '@strata/contract/words'
import { placeInSpan } from '@strata/domain/calendar/time-span'
import type { Answer } from '../../../api/client.ts'
import { fromInstantField, toInstantField } from '../../../lib/instant-field.ts'
import { isTyped } from '../../../lib/typed-time.ts'
import { noticesText as words } from '../../../text/zh-CN/rooms/notices.ts'
import { timeFieldText } from '../../../text/zh-CN/shared/time-field.ts'

export type Notice = Answer<'admin.noticeQuery'>['items'][number]

const STATES = { before: 'planned', within: 'running', after: 'over' } as const
export const stateOf = (notice: Pick<Notice, 'from' | 'until'>, now: number): keyof typeof words.states =>
  STATES[placeInSpan(notice, now)]

/** The form as typed: datetime-local texts, '' for none. */
export type Draft = Pick<Notice, 'content' | 'level' | 'audience' | 'merchantIds' | 'roles'> & {
  readonly from: string
  readonly until: string
}

export const draftOf = (notice: Notice | null): Draft =>
  notice === null
    ? { content: '', level: 'info', audience: 'all', merchantIds: [], roles: [], from: '', until: '' }
    : { ...notice, from: toInstantField(notice.from), until: toInstantField(notice.until) }

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
export const fieldsOf = (draft: Draft) => ({
  content: draft.content.trim(),
  level: draft.level,
  audience: draft.audience,
  merchantIds: draft.audience === 'admin' ? [] : [...draft.merchantIds],
  roles: draft.audience === 'admin' ? [] : [...draft.roles],
  from: fromInstantField(draft.from) ?? null,
  until: fromInstantField(draft.until) ?? null,
})

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
