import { describe, expect, test } from 'vitest'
import { GAMES } from './catalogue.ts'
import { parseDraw } from './draw.ts'
import { numbersAt, numbersOf, omissionsOf, PLACES, runOf, sidesOf, winnersOf } from './long-run.ts'
import { DEFAULT_OPTIONS } from './options.ts'
import { prepareDraw } from './settle.ts'

const winners = (game: string, balls: readonly number[], options = DEFAULT_OPTIONS): Record<string, string | null> => {
  const draw = parseDraw(game, balls, '2026-11-20')
  if (!draw.ok) throw new Error(draw.refusal)
  const places = winnersOf(prepareDraw(draw.value, options))
  return Object.fromEntries(
    sidesOf(draw.value.game).map(({ market, items }, index) => [market, items[places[index] ?? -1]?.code ?? null]),
  )
}

describe('sides', () => {
  test.each([
    ['5M', 38],
    ['PK', 30],
    ['6HC', 82],
    ['PC', 12],
  ] as const)('%s has %i', (game, count) => {
    const sides = sidesOf(game)
    expect(sides.length).toBe(count)
    expect(new Set(sides.map(({ market }) => market)).size).toBe(count)
    expect(sides.every(({ items }) => items.length === 2 || items.length === 3)).toBe(true)
  })

  test('winners are those of the settlement', () => {
    expect(winners('5M', [1, 8, 3, 4, 1])).toMatchObject({
      'B1_LM/size': 'XIAO',
      'B2_LM/size': 'DA',
      'ZH/size': 'XIAO',
    })
    expect(winners('PK', [10, 2, 3, 4, 5, 6, 7, 8, 9, 1])).toMatchObject({
      'R1_LM/size': 'DA',
      'R1_LM/parity': 'SHUANG',
      'GYH_LM/size': 'DA',
    })
    expect(winners('6HC', [1, 2, 3, 4, 5, 6, 25])).toMatchObject({ 'TM_LM/size': 'DA', 'TM_LM/parity': 'DAN' })
  })

  test('a refunded 49 has no winner', () => {
    expect(winners('6HC', [1, 2, 3, 4, 5, 6, 49])['TM_LM/size']).toBeNull()
    expect(winners('6HC', [1, 2, 3, 4, 5, 6, 49], { ...DEFAULT_OPTIONS, hk_49: 'normal' })['TM_LM/size']).toBe('DA')
  })
})

describe('runs, newest first', () => {
  test.each([
    [[], null],
    [[1], { current: { value: 1, length: 1 }, longest: { value: 1, length: 1 } }],
    [[1, 1, 0, 0, 0, 1], { current: { value: 1, length: 2 }, longest: { value: 0, length: 3 } }],
    [[0, 1, 1, 0, 0], { current: { value: 0, length: 1 }, longest: { value: 1, length: 2 } }],
    [[1, 1, -1, 1, 1, 1], { current: { value: 1, length: 2 }, longest: { value: 1, length: 3 } }],
  ])('%j', (values, run) => expect(runOf(values)).toEqual(run))
})

describe('numbers', () => {
  test.each([
    ['5M', 'B1', 0, 9, 10],
    ['PK', 'B10', 1, 10, 10],
    ['PK', 'SUM2', 3, 19, 17],
    ['6HC', 'TM', 1, 49, 49],
    ['6HC', 'ANY', 1, 49, 49],
    ['PC', 'SUM', 0, 27, 28],
  ] as const)('%s %s from %i to %i', (game, code, least, most, count) => {
    const place = PLACES[game].find((one) => one.code === code)
    if (!place) throw new Error(code)
    const numbers = numbersOf(game, place)
    expect([numbers[0], numbers.at(-1), numbers.length]).toEqual([least, most, count])
  })

  test('places of every game cover the whole draw', () => {
    for (const { code } of GAMES)
      for (const place of PLACES[code])
        expect(numbersAt([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], place).length).toBeGreaterThan(0)
    expect(numbersAt([9, 8, 7], { code: 'SUM', of: [0, 1, 2], as: 'sum' })).toEqual([24])
  })

  test('omissions: current, longest, seen', () => {
    const place = { code: 'B1', of: [0], as: 'ball' } as const
    const of = (digits: readonly number[]) =>
      new Map(
        omissionsOf(
          '5M',
          place,
          digits.map((digit) => [digit]),
        ).map(({ number, ...rest }) => [number, rest]),
      )
    const found = of([3, 5, 5, 3, 7, 3])
    expect(found.get(3)).toEqual({ current: 0, longest: 2, seen: 3 })
    expect(found.get(5)).toEqual({ current: 1, longest: 3, seen: 2 })
    expect(found.get(7)).toEqual({ current: 4, longest: 4, seen: 1 })
    expect(found.get(0)).toEqual({ current: 6, longest: 6, seen: 0 })
    expect(of([]).get(0)).toEqual({ current: 0, longest: 0, seen: 0 })
  })

  test('every draw counts once for a number that came twice', () => {
    const place = PLACES.PC.at(-1)
    const seen = (results: readonly (readonly number[])[]) =>
      omissionsOf('PC', { code: 'ANY', of: [0, 1, 2], as: 'any' }, results).find(({ number }) => number === 4)?.seen
    expect(place?.code).toBe('B3')
    expect(
      seen([
        [4, 4, 4],
        [1, 4, 2],
      ]),
    ).toBe(2)
  })
})
