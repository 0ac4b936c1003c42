/** What a group's members can tell its bot to do (群组指令). */

export type CommandAction = 'balance' | 'bet' | 'cancel' | 'result' | 'help' | 'rank'

export interface GroupCommand {
  readonly keyword: string
  readonly action: CommandAction
  readonly enabled: boolean
  /** Added to what the bot says; of help it is all that is said. */
  readonly reply?: string | undefined
}

/** For a group that has set none. */
export const BUILT_IN_COMMANDS: readonly GroupCommand[] = [
  { keyword: '下注', action: 'bet', enabled: true },
  { keyword: '余额', action: 'balance', enabled: true },
  { keyword: '开奖', action: 'result', enabled: true },
  { keyword: '撤单', action: 'cancel', enabled: true },
  { keyword: '排行', action: 'rank', enabled: true },
  { keyword: '帮助', action: 'help', enabled: true },
]

/** A command with what follows it, or a text that may hold bets. `command` of a bare text: the enabled bet command, if any. */
export type ReadMessage = {
  readonly action: CommandAction | 'text'
  readonly command: GroupCommand | undefined
  /** After the keyword, or the whole text. */
  readonly rest: string
}

/**
 * What a message asks for. A keyword stands alone or is followed by a blank; the longest one wins. The keyword of betting may
 * also be left out.
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
