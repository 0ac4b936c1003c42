import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GAMES, GROUPS, groupOfPlay, type Play, playOf, playsOfGame, playsOfGroup } from './catalogue.ts'
import { type Expansion, expand } from './expand.ts'
import { itemName, listedItems, parseItem } from './item.ts'

const play = (game: string, code: string): Play => {
  const found = playOf(game, code)
  if (!found) throw new Error(`${game} ${code}`)
  return found
}

describe('catalogue', () => {
  const plays = GAMES.flatMap((game) => playsOfGame(game.code))

  it('has 219 plays with unique ids and codes unique in their game', () => {
    expect(plays.length).toBe(219)
    expect(GAMES.map((game) => playsOfGame(game.code).length)).toEqual([69, 32, 101, 17])
    expect(new Set(plays.map(({ id }) => id)).size).toBe(219)
    expect(new Set(plays.map(({ game, code }) => `${game}/${code}`)).size).toBe(219)
  })

  it('keeps its ids', () => {
    expect(play('5M', 'B1').id).toBe(1001)
    expect(play('6HC', 'TMA').id).toBe(3001)
    expect(groupOfPlay(play('6HC', 'TMA'))).toEqual({ id: 301, gameId: 3, code: 'TM', name: '特码' })
    expect(play('PC', 'HZ').id).toBe(4001)
    expect(GROUPS.length).toBe(51)
  })

  it('names everything in Chinese', () => {
    const names = plays.flatMap((each) => [
      each.name,
      ...each.tiers.map(({ name }) => name),
      ...each.prices.map(({ name }) => name),
      ...(each.form.kind === 'one' ? each.form.codes.values() : []),
    ])
    // 特码A, A区 and the like are called so in every house.
    const foreign = (name: string): boolean => /[a-z]|[A-Z]{2}|[()]/.test(name)
    expect([...names, ...GROUPS.map(({ name }) => name)].filter(foreign)).toEqual([])
    expect(play('6HC', 'ZH').name).toBe('总和 两面')
    expect(play('PK', 'LH1').name).toBe('冠军 龙虎（1 对 10）')
  })

  it('puts every play in a group of its game, and leaves no group empty', () => {
    for (const each of plays) expect(groupOfPlay(each).gameId).toBe(each.gameId)
    for (const group of GROUPS) expect(playsOfGroup(group.id).length).toBeGreaterThan(0)
  })

  it('has only 多选中一 off by default', () => {
    expect(plays.filter((each) => !each.enabledByDefault).map((each) => each.code)).toEqual([
      'DZ5',
      'DZ6',
      'DZ7',
      'DZ8',
      'DZ9',
      'DZ10',
    ])
  })

  it('knows how each play pays', () => {
    const of = (kind: string): readonly string[] => plays.filter((p) => p.payoutKind === kind).map((p) => p.code)
    expect(of('tiers')).toEqual(['LM_3Z2', 'LM_2ZT'])
    expect(of('multi')).toEqual(['ZX'])
    expect(of('legs')).toEqual(['GG'])
    expect(plays.filter((p) => p.payoutCap !== null).map((p) => [p.code, p.payoutCap])).toEqual([
      ['GG', 2_500_000_000n],
    ])
  })

  it('offers every listed item under its own code', () => {
    for (const each of plays)
      for (const code of listedItems(each)) {
        const item = parseItem(each.game, each.code, code)
        expect(item.ok && item.value.code).toBe(code)
        expect(itemName(each, code)).not.toBe('')
      }
  })
})

describe('items', () => {
  const codeOf = (game: string, playCode: string, code: string): string => {
    const item = parseItem(game, playCode, code)
    return item.ok ? item.value.code : item.refusal
  }

  it('makes combinations canonical in catalogue order', () => {
    expect(codeOf('6HC', 'LM_3QZ', '33+07+12')).toBe('07+12+33')
    expect(codeOf('6HC', 'LX3', 'ZHU+SHU+MA')).toBe('SHU+MA+ZHU')
    expect(codeOf('6HC', 'GG', 'ZM4:RED+ZM1:DA')).toBe('ZM1:DA+ZM4:RED')
    expect(codeOf('PC', 'B3', '27+3+10')).toBe('3+10+27')
    expect(codeOf('5M', 'DW3_Q3', '007')).toBe('007')
  })

  it('gives the reason of a refusal', () => {
    expect(codeOf('XX', 'LM', 'DA')).toBe('unknownGame')
    expect(codeOf('5M', 'B6', '1')).toBe('unknownPlay')
    expect(codeOf('5M', 'B1', '')).toBe('wrongCount')
    expect(codeOf('5M', 'B1', '1+2')).toBe('wrongCount')
    expect(codeOf('5M', 'B1', '10')).toBe('unknownItem')
    expect(codeOf('5M', 'DW3_Q3', '07')).toBe('unknownItem')
    expect(codeOf('6HC', 'LM_2QZ', '05+05')).toBe('repeatedPick')
    expect(codeOf('6HC', 'HX', 'SHU+NIU+HU+TU+LONG+SHE+MA+YANG+HOU+JI+GOU+ZHU')).toBe('wrongCount')
    expect(codeOf('6HC', 'GG', 'ZM1:DA+ZM1:DAN')).toBe('repeatedBall')
    expect(codeOf('6HC', 'GG', 'ZM1:DA+ZM7:DAN')).toBe('unknownItem')
    expect(codeOf('6HC', 'GG', 'ZM1:DA')).toBe('wrongCount')
    expect(codeOf('6HC', 'GG', 'ZM1:DA+ZM2:07')).toBe('unknownItem')
    expect(codeOf('6HC', 'TMA', '__proto__')).toBe('unknownItem')
  })

  it('names every kind of item', () => {
    expect(itemName(play('5M', 'B1_LM'), 'DA')).toBe('大')
    expect(itemName(play('6HC', 'LM_3QZ'), '07+12+33')).toBe('07,12,33')
    expect(itemName(play('6HC', 'LX2'), 'SHU+MA')).toBe('鼠,马')
    expect(itemName(play('6HC', 'LW2'), '0+7')).toBe('0尾,7尾')
    expect(itemName(play('6HC', 'GG'), 'ZM1:DA+ZM4:RED')).toBe('正码1 大 × 正码4 红波')
  })
})

describe('expansion', () => {
  type Case = Expansion & { count: number; first: string[]; last: string[]; note: string }
  const file = JSON.parse(readFileSync(new URL('./testdata/vectors.json', import.meta.url), 'utf8')) as {
    expansions: Case[]
  }

  it.each(file.expansions)('$mode $k: $note', ({ count, first, last, ...request }) => {
    const units = expand(request)
    if (!units.ok) throw new Error(units.refusal)
    expect(units.value.length).toBe(count)
    expect(units.value[0]).toEqual(first)
    expect(units.value.at(-1)).toEqual(last)
    expect(new Set(units.value.map((unit) => unit.join('+'))).size).toBe(count)
    for (const unit of units.value) expect(unit).toEqual([...new Set(unit)].toSorted())
  })

  it('refuses requests without a unit, with too many units, or with items not on sale', () => {
    const many = Array.from({ length: 49 }, (_, index) => String(index + 1).padStart(2, '0'))
    expect(expand({ mode: 'fushi', k: 3, arg: ['01', '02'] })).toEqual({ ok: false, refusal: 'tooFewPicks' })
    expect(expand({ mode: 'fushi', k: 10, arg: many })).toEqual({ ok: false, refusal: 'tooManyUnits' })
    expect(expand({ mode: 'fushi', k: 2, arg: ['01', '50'] })).toEqual({ ok: false, refusal: 'unknownItem' })
    expect(expand({ mode: 'dantuo', k: 2, arg: { dan: ['01', '02'], tuo: ['03'] } })).toEqual({
      ok: false,
      refusal: 'tooManyPicks',
    })
    expect(expand({ mode: 'duipeng', k: 2, arg: [['01'], ['01']] })).toEqual({ ok: false, refusal: 'tooFewPicks' })
  })
})
