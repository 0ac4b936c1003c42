import type { ResponseOf } from '@strata/contract/endpoint'
import type { userQuery } from '@strata/contract/endpoints/admin-merchants'
import type { ConflictCell } from '../../components/dialogs/conflict.tsx'
import { operatorsText } from '../../text/zh-CN/rooms/operators.ts'

const words = operatorsText.form

/** An operator as the list shows it. */
export type Operator = ResponseOf<typeof userQuery>['items'][number]
export type Status = Operator['status']

/** What two operators may change at the same time. */
export type Profile = Pick<Operator, 'nickname' | 'contact' | 'allowedIps' | 'moduleIds'>
export const PROFILE = ['nickname', 'contact', 'allowedIps', 'moduleIds'] as const

const key = (value: string | readonly (string | number)[]): string =>
  JSON.stringify(typeof value === 'string' ? value : value.toSorted())
export const isSame = (one: Profile, other: Profile, field: (typeof PROFILE)[number]): boolean =>
  key(one[field]) === key(other[field])

/** The fields of `typed` that differ from what was seen, and what they were. */
export const changesOf = (
  seen: Profile,
  typed: Profile,
): { readonly fields: Partial<Profile>; readonly seen: Partial<Profile> } => {
  const changed = PROFILE.filter((field) => !isSame(seen, typed, field))
  const only = (all: Profile): Partial<Profile> => Object.fromEntries(changed.map((field) => [field, all[field]]))
  return { fields: only(typed), seen: only(seen) }
}

/** What was typed stays, all else is as somebody else saved it; of permissions what was added and taken away. */
export const overTheirs = (seen: Profile, theirs: Profile, typed: Profile): Profile => {
  const added = typed.moduleIds.filter((id) => !seen.moduleIds.includes(id))
  const taken = seen.moduleIds.filter((id) => !typed.moduleIds.includes(id))
  return {
    nickname: isSame(seen, typed, 'nickname') ? theirs.nickname : typed.nickname,
    contact: isSame(seen, typed, 'contact') ? theirs.contact : typed.contact,
    allowedIps: isSame(seen, typed, 'allowedIps') ? theirs.allowedIps : typed.allowedIps,
    moduleIds: [...new Set([...theirs.moduleIds, ...added])].filter((id) => !taken.includes(id)),
  }
}

/** Both versions, field by field; permissions by their names in `nameOf`. */
export const profileConflicts = (
  { opened, theirs, typed }: { readonly opened: Profile; readonly theirs: Profile; readonly typed: Profile },
  nameOf: (id: number) => string,
): readonly ConflictCell[] => {
  const shown = (profile: Profile, field: (typeof PROFILE)[number]): string => {
    if (field === 'moduleIds') return profile.moduleIds.map(nameOf).join('、')
    if (field === 'allowedIps') return profile.allowedIps.join('、')
    return profile[field]
  }
  return PROFILE.filter((field) => !isSame(opened, theirs, field)).map((field) => ({
    key: field,
    what: words.fields[field],
    opened: shown(opened, field),
    theirs: shown(theirs, field),
    mine: isSame(theirs, typed, field) ? null : shown(typed, field),
  }))
}

/** What a person does with a row. */
export type Action = 'edit' | 'enable' | 'disable' | 'freeze' | 'password' | 'validator' | 'sessions'

const STATUS_OF: Readonly<Partial<Record<Action, Status>>> = { enable: 1, disable: 2, freeze: 4 }
export const statusOf = (action: Action): Status | undefined => STATUS_OF[action]

/** Nobody changes the own rights; a status is offered only where it is another one. */
export const actionsOf = (row: Pick<Operator, 'own' | 'status' | 'validatorOn'>): readonly Action[] => {
  if (row.own) return ['edit', 'sessions']
  const statuses = (['enable', 'disable', 'freeze'] as const).filter((action) => STATUS_OF[action] !== row.status)
  return ['edit', ...statuses, 'password', ...(row.validatorOn ? (['validator'] as const) : []), 'sessions']
}
