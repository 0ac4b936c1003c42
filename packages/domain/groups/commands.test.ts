import { describe, expect, it } from 'vitest'
import { BUILT_IN_COMMANDS, readMessage } from './commands.ts'

describe('messages', () => {
  it.each([
    ['余额', 'balance', ''],
    [' 余额 ', 'balance', ''],
    ['开奖 六合彩', 'result', '六合彩'],
    ['撤单 123', 'cancel', '123'],
    ['下注 大100', 'bet', '大100'],
    ['大100 单50', 'text', '大100 单50'],
    ['余额多少', 'text', '余额多少'],
  ] as const)('%s', (text, action, rest) =>
    expect(readMessage(text, BUILT_IN_COMMANDS)).toMatchObject({ action, rest }),
  )

  it('matches only enabled commands, the longest keyword first, ignoring case', () => {
    const commands = [
      { keyword: 'cx', action: 'balance', enabled: true },
      { keyword: 'cx all', action: 'rank', enabled: true },
      { keyword: '帮助', action: 'help', enabled: false },
      { keyword: '下注', action: 'bet', enabled: false },
    ] as const
    expect(readMessage('CX', commands).action).toBe('balance')
    expect(readMessage('cx all', commands).action).toBe('rank')
    expect(readMessage('帮助', commands)).toMatchObject({ action: 'text', command: undefined })
  })

  it('matches punctuation in keywords literally', () => {
    const commands = [{ keyword: '/.*', action: 'help', enabled: true }] as const
    expect(readMessage('/.*', commands).action).toBe('help')
    expect(readMessage('/ab', commands).action).toBe('text')
  })
})
