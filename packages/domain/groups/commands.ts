/** Commands that members of a chat group can give its bot (群组指令). */

export type CommandAction = 'balance' | 'bet' | 'cancel' | 'result' | 'help' | 'rank'

export interface GroupCommand {
  readonly keyword: string
  readonly action: CommandAction
  readonly enabled: boolean
  /** Added to the bot's answer. For help it is the whole answer. */
  readonly reply?: string | undefined
}

/** Used by a group that has set no commands. */
export const BUILT_IN_COMMANDS: readonly GroupCommand[] = [
  { keyword: '下注', action: 'bet', enabled: true },
  { keyword: '余额', action: 'balance', enabled: true },
  { keyword: '开奖', action: 'result', enabled: true },
  { keyword: '撤单', action: 'cancel', enabled: true },
  { keyword: '排行', action: 'rank', enabled: true },
  { keyword: '帮助', action: 'help', enabled: true },
]

/** A message as read: a command, or text that may hold bets. For text, `command` is the enabled bet command, if any. */
export type ReadMessage = {
  readonly action: CommandAction | 'text'
  readonly command: GroupCommand | undefined
  /** The text after the keyword, or the whole text. */
  readonly rest: string
}

/**
 * Finds the command of a message. A keyword is the whole message or is followed by a blank; the longest match wins.
 * Bets may also be written without the bet keyword.
 */
export function readMessage(text: string, commands: readonly GroupCommand[]): ReadMessage {
  const said = text.normalize('NFKC').trim()
  const enabled = commands.filter((command) => command.enabled)
  const found = enabled
    .filter(({ keyword }) => {
      const key = keyword.normalize('NFKC').toLowerCase()
      return said.toLowerCase() === key || new RegExp(`^${escapePattern(key)}\\s`, 'u').test(said.toLowerCase())
    })
    .toSorted((one, two) => two.keyword.length - one.keyword.length)[0]
  if (!found) return { action: 'text', command: enabled.find(({ action }) => action === 'bet'), rest: said }
  return { action: found.action, command: found, rest: said.slice(found.keyword.normalize('NFKC').length).trim() }
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/gu, '\\$&')
