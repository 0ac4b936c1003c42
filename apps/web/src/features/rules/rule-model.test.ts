import { GAMES, type GameCode, type Play, playOf, playsOfGame } from '@strata/domain/games/catalogue'
import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { yuan } from '@strata/domain/money'
import { describe, expect, test } from 'vitest'
import { howToWin } from '../../text/zh-CN/rooms/rules.ts'
import {
  examplesOf,
  oddsOfQuote,
  optionsFromWire,
  optionTexts,
  priceKey,
  priceLines,
  type RuleContext,
  valuesText,
  winsOfPlay,
} from './rule-model.ts'

const context: RuleContext = {
  date: '2026-11-20',
  lunarYear: 2026,
  pankou: 'A',
  prices: new Map(),
  options: DEFAULT_OPTIONS,
}
const play = (game: GameCode, code: string): Play => {
  const found = playOf(game, code)
  if (!found) throw new Error(`no play ${code}`)
  return found
}
const wins = (game: GameCode, code: string, item: string) => winsOfPlay(play(game, code), context)?.get(item)

describe.each(GAMES.map(({ code }) => code))('every play of %s', (game) => {
  test('has a text how it wins', () => {
    expect(playsOfGame(game).filter(({ code }) => howToWin(game, code) === null)).toEqual([])
  })
  test('has prices, a winning and a losing example', () => {
    for (const one of playsOfGame(game)) {
      const results = new Set(examplesOf(one, context).map(({ result }) => result))
      expect([one.code, results.has('win'), results.has('lose')]).toEqual([one.code, true, true])
      if (one.form.kind !== 'legs') expect(priceLines(one, context).length).toBeGreaterThan(0)
    }
  })
})

describe('conditions are computed from the rules', () => {
  test.each([
    ['5M', 'B1_LM', 'DA', '5-9', ''],
    ['5M', 'B3_ZH', 'ZHI', '1-3、5、7', ''],
    ['PK', 'R1_LM', 'XIAO', '1-5', ''],
    ['6HC', 'TM_LM', 'DA', '25-48', '49'],
    ['6HC', 'TX', 'MA', '1、13、25、37、49', ''],
    ['6HC', 'TM_SB', 'GREEN', '5、6、11、16、17、21、22、27、28、32、33、38、39、43、44、49', ''],
  ] as const)('%s %s %s', (game, code, item, won, refunded) => {
    expect(wins(game, code, item)).toMatchObject({ of: 'value' })
    expect(valuesText(wins(game, code, item)?.wins ?? [])).toBe(won)
    expect(valuesText(wins(game, code, item)?.refunds ?? [])).toBe(refunded)
  })
  test.each([
    ['5M', 'ZH', 'DA', '23-45'],
    ['PK', 'GYH_LM', 'DA', '12-19'],
    ['PK', 'GYH_QD', 'B', '8-14'],
    ['PC', 'JZ', 'JIDA', '22-27'],
    ['PC', 'LM', 'XIAO', '0-13'],
  ] as const)('%s %s %s depends on the sum', (game, code, item, won) => {
    expect(wins(game, code, item)?.of).toBe('sum')
    expect(valuesText(wins(game, code, item)?.wins ?? [])).toBe(won)
  })
  test.each([
    ['5M', 'LH'],
    ['5M', 'Q3'],
    ['5M', 'YZ_ALL'],
    ['PC', 'TS'],
    ['6HC', 'ZM'],
    ['PK', 'GYZ'],
  ] as const)('%s %s does not', (game, code) => {
    expect(winsOfPlay(play(game, code), context)).toBeNull()
  })
})

describe('prices', () => {
  test('numbers with one price share a line', () => {
    const lines = priceLines(play('6HC', 'TMA'), context)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.codes).toHaveLength(49)
    expect(lines[0]?.probability).toEqual(['2.04'])
  })
  test('a current price replaces the catalogue’s and splits the line', () => {
    const prices = new Map([
      [priceKey({ playCode: 'TMA', key: '08' }), { odds: oddsOfQuote(play('6HC', 'TMA'), '40.5') ?? [], open: false }],
    ])
    const lines = priceLines(play('6HC', 'TMA'), { ...context, prices })
    expect(lines.map(({ codes, odds, open }) => [codes.length, odds[0], open])).toContainEqual([1, '40.5', false])
  })
  test('tiers keep their order', () => {
    const lines = priceLines(play('6HC', 'LM_3Z2'), context)
    expect(lines[0]?.odds).toHaveLength(2)
    expect(oddsOfQuote(play('6HC', 'LM_3Z2'), { ZHONG3: '109', ZHONG2: '20.8' })).toEqual([208_000n, 1_090_000n])
    expect(oddsOfQuote(play('6HC', 'LM_3Z2'), { ZHONG3: '109' })).toBeNull()
  })
})

test('an example pays what settlement pays', () => {
  const [won] = examplesOf(play('PK', 'R1'), context)
  expect(won).toMatchObject({ result: 'win', paid: yuan(991) })
  expect(examplesOf(play('6HC', 'TM_LM'), context).map(({ result }) => result)).toEqual(['win', 'lose', 'refund'])
})

describe('rules in force', () => {
  test('decide conditions and examples', () => {
    const options = optionsFromWire({ hk_49: 'normal', pc_lhPair: '0,1', hk_4z1: '7' })
    expect(options).toEqual({ ...DEFAULT_OPTIONS, hk_49: 'normal', pc_lhPair: [0, 1], hk_4z1: 7 })
    const big = winsOfPlay(play('6HC', 'TM_LM'), { ...context, options })?.get('DA')
    expect([valuesText(big?.wins ?? []), big?.refunds]).toEqual(['25-49', []])
    const refunds = examplesOf(play('6HC', 'TM_LM'), { ...context, options }).filter(
      ({ result }) => result === 'refund',
    )
    expect(refunds).toEqual([])
  })
  test('are named at the plays that they decide', () => {
    const options = optionsFromWire({ pc_lhPair: '0,1' })
    expect(optionTexts(play('PC', 'LH'), options)).toEqual(['龙虎和比较：第一球与第二球', '龙虎遇和：输'])
    expect(optionTexts(play('PC', 'HZ'), options)).toEqual([])
  })
})
