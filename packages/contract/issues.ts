/** Turns zod's issues into the Chinese message and issues of a 40001 answer. */

import type { z } from 'zod'
import { fieldLabel } from './labels.ts'
import { isStorableText, RULED } from './rules.ts'

export type ParameterIssue = {
  /** Where in the request: `bets.3.stake`; empty for the request itself. */
  path: string
  /** Chinese name of the field. */
  field: string
  message: string
}

const HAN = /\p{Script=Han}/u

type Labels = Readonly<Record<string, string>>

const fieldOf = (path: readonly PropertyKey[], labels: Labels = {}): string => {
  const names = path.filter((step): step is string => typeof step === 'string')
  const name = names.at(-1)
  return name === undefined ? '请求' : (labels[name] ?? fieldLabel(name))
}

const tooBig = ({ origin, maximum }: z.core.$ZodIssueTooBig, field: string): string => {
  if (origin === 'string') return `${field}最多${maximum}个字`
  return origin === 'array' ? `${field}最多${maximum}项` : `${field}不能大于${maximum}`
}

const tooSmall = ({ origin, minimum }: z.core.$ZodIssueTooSmall, field: string): string => {
  if (origin === 'string') return minimum === 1 ? `请填写${field}` : `${field}至少${minimum}个字`
  return origin === 'array' ? `${field}至少${minimum}项` : `${field}不能小于${minimum}`
}

const complaint = (issue: z.core.$ZodIssue, field: string): string => {
  // The message of a rule of our own is already Chinese. A rule over several fields names them itself.
  const isRuled = issue.code === 'custom' && issue.params === RULED
  if (isRuled && !issue.message.includes(field)) return `${field}：${issue.message}`
  if (HAN.test(issue.message)) return issue.message
  if (issue.code === 'unrecognized_keys') return `不支持的参数：${issue.keys.map(fieldLabel).join('、')}`
  if (issue.code === 'invalid_type' && issue.input === undefined) return `缺少${field}`
  if (issue.code === 'too_big') return tooBig(issue, field)
  if (issue.code === 'too_small') return tooSmall(issue, field)
  if (issue.code === 'invalid_value') return `${field}不在可选范围内`
  return `${field}格式不正确`
}

/** At most 50 issues, in the order found; `message` is the first one's. `labels`: names that fields have in this call alone. */
export const describeIssues = (error: z.ZodError, labels?: Labels): { message: string; issues: ParameterIssue[] } => {
  const issues = error.issues.slice(0, 50).map((issue) => {
    const field = fieldOf(issue.path, labels)
    return { path: issue.path.map(String).join('.'), field, message: complaint(issue, field) }
  })
  return { message: issues[0]?.message ?? '参数错误', issues }
}

/** The message for a text that the database cannot store. */
export const unstorableMessage = (field: string): string => `${field}包含无效字符`

/** Whether the database can store every text of a request, values and field names. Makes nothing: every bet is asked. */
const isStorable = (input: unknown): boolean => {
  if (typeof input === 'string') return isStorableText(input)
  if (typeof input !== 'object' || input === null) return true
  if (Array.isArray(input)) return input.every(isStorable)
  for (const name of Object.keys(input)) {
    if (!isStorableText(name) || !isStorable((input as Record<string, unknown>)[name])) return false
  }
  return true
}

/** The first text of a request, value or field name, that the database cannot store; null if there is none. */
export const unstorableIssue = (input: unknown): ParameterIssue | null =>
  isStorable(input) ? null : findUnstorable(input, [])

const findUnstorable = (input: unknown, path: readonly (string | number)[]): ParameterIssue | null => {
  if (typeof input === 'string') {
    if (isStorableText(input)) return null
    const field = fieldOf(path)
    return { path: path.join('.'), field, message: unstorableMessage(field) }
  }
  if (typeof input !== 'object' || input === null) return null
  for (const [name, value] of Object.entries(input)) {
    const issue = isStorableText(name)
      ? findUnstorable(value, [...path, Array.isArray(input) ? Number(name) : name])
      : { path: path.join('.'), field: fieldOf(path), message: unstorableMessage(fieldOf(path)) }
    if (issue) return issue
  }
  return null
}
