import type { ResponseOf } from '@strata/contract/endpoint'
import type { getGroupCommand } from '@strata/contract/endpoints/groups'
import { groupsText } from '../../text/zh-CN/rooms/groups.ts'

export type Command = ResponseOf<typeof getGroupCommand>['commands'][number]
export type CommandAction = Command['action']
export const ACTIONS = Object.keys(groupsText.actions) as CommandAction[]

/** A row of the form; `id` is only its key. */
export type CommandDraft = {
  readonly id: number
  readonly keyword: string
  readonly action: CommandAction
  readonly enabled: boolean
  readonly reply: string
}

export const MAX_COMMANDS = 50

export const draftsOf = (commands: readonly Command[]): readonly CommandDraft[] =>
  commands.map(({ keyword, action, enabled, reply }, id) => ({ id, keyword, action, enabled, reply: reply ?? '' }))

export const addRow = (
  rows: readonly CommandDraft[],
  action: CommandAction = 'help',
  keyword = '',
): readonly CommandDraft[] =>
  rows.length >= MAX_COMMANDS
    ? rows
    : [...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, keyword, action, enabled: true, reply: '' }]

/** The default keywords that are missing. */
const USUAL: readonly (readonly [string, CommandAction])[] = [
  ['余额', 'balance'],
  ['开奖', 'result'],
  ['撤单', 'cancel'],
  ['排行', 'rank'],
  ['帮助', 'help'],
]
export const addUsual = (rows: readonly CommandDraft[]): readonly CommandDraft[] =>
  USUAL.reduce(
    (next, [keyword, action]) =>
      next.some((row) => row.keyword.trim() === keyword) ? next : addRow(next, action, keyword),
    rows,
  )

/** The problem of a row's keyword: a keyword must be unique, regardless of case. */
export const keywordProblem = (rows: readonly CommandDraft[], row: CommandDraft): string | null => {
  const keyword = row.keyword.trim().toLowerCase()
  if (keyword === '') return groupsText.keywordNeeded
  const twice = rows.some((other) => other.id < row.id && other.keyword.trim().toLowerCase() === keyword)
  return twice ? groupsText.keywordTwice : null
}

/** In the wire's form. */
export const commandsOf = (rows: readonly CommandDraft[]): Command[] =>
  rows.map(({ keyword, action, enabled, reply }) => ({
    keyword: keyword.trim(),
    action,
    enabled,
    ...(reply.trim() === '' ? {} : { reply: reply.trim() }),
  }))
