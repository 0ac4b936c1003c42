import { integerMoneyProblem, positiveIntegerProblem } from '@strata/contract/rules'
import { parseDayStart } from '@strata/domain/calendar/day-start-change'
import type { Answer } from '../../api/client.ts'
import { showAmount } from '../../lib/amount.ts'
import { systemSettingsText as words } from '../../text/zh-CN/rooms/system-settings.ts'

export type Setting = Answer<'admin.systemConfigQuery'>['items'][number]
export const GROUPS = ['platform', 'security', 'retention', 'alert'] as const

/** The value as people read it, with its unit. */
export const shownValue = ({ key, kind, unit }: Pick<Setting, 'key' | 'kind' | 'unit'>, value: string): string => {
  const meaning = words.meanings[`${key} ${value}`]
  if (meaning !== undefined) return meaning
  if (kind === 'roles') {
    return value === ''
      ? words.none
      : value
          .split(',')
          .map((role) => words.roles[role] ?? role)
          .join('、')
  }
  if (value === '') return words.unset
  const text = kind === 'money' ? showAmount(value) : value
  return unit === '' ? text : `${text} ${unit}`
}

/** Why the text cannot be sent; the server knows the range of each. Zero switches off. */
export const typedProblem = ({ kind }: Pick<Setting, 'kind'>, text: string): string | null => {
  if (kind === 'time') return parseDayStart(text) === null ? words.bad : null
  if (kind !== 'integer' && kind !== 'money') return text.length <= 40 ? null : words.bad
  if (text === '0') return null
  return kind === 'money' ? integerMoneyProblem(text) : positiveIntegerProblem(text)
}

export const isTyped = (setting: Pick<Setting, 'kind'>, text: string): boolean => typedProblem(setting, text) === null
