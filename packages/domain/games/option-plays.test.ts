import { describe, expect, test } from 'vitest'
import { type GameCode, type Play, playsOfGame } from './catalogue.ts'
import { DRAW_SHAPES, validateDraw } from './draw.ts'
import { listedItems, parseItem } from './item.ts'
import { optionsOfPlay, playsOfOption } from './option-plays.ts'
import { DEFAULT_OPTIONS, OPTION_KEYS, OPTION_SPECS, optionName, optionWire } from './options.ts'
import { type PreparedDraw, prepareDraw } from './settle.ts'

const numbers = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

/** Draws in which options matter: 49 drawn, ties, triples, the sums at the edges. */
const TELLING: Readonly<Record<GameCode, readonly (readonly number[])[]>> = {
  '5M': [
    [9, 0, 1, 0, 9],
    [1, 9, 0, 8, 1],
    [0, 1, 9, 0, 8],
  ],
  PK: [[5, 6, 1, 2, 3, 4, 7, 8, 9, 10]],
  '6HC': [0, 1, 2, 3, 4, 5, 6].map((place) => [1, 14, 27, 32, 41, 18, 7].with(place, 49)),
  PC: [
    [9, 0, 1],
    [4, 4, 5],
    [5, 4, 5],
    [6, 6, 6],
    [0, 0, 5],
    [9, 9, 4],
    [4, 0, 4],
    [4, 4, 0],
  ],
}

const drawsOf = (game: GameCode): readonly (readonly number[])[] => {
  const { count, min, max, distinct } = DRAW_SHAPES[game]
  const next = numbers(7)
  const random = Array.from({ length: 40 }, () => {
    const balls: number[] = []
    while (balls.length < count) {
      const ball = min + (next() % (max - min + 1))
      if (!distinct || !balls.includes(ball)) balls.push(ball)
    }
    return balls
  })
  return [...TELLING[game], ...random]
}

const itemsOf = (play: Play): readonly string[] => {
  const { form } = play
  if (form.kind === 'one') return listedItems(play)
  if (form.kind === 'digits') return []
  const two = ['DA', 'XIAO', 'DAN', 'SHUANG', 'QIAN', 'HOU', 'TIAN', 'DI', 'JIAQIN', 'YESHOU']
  const codes =
    form.kind === 'legs'
      ? two.flatMap((one) => [`ZM1:${one}+ZM2:${one}`, `ZM5:${one}+ZM6:${one}`])
      : [0, 5, form.universe.length - form.min].map((from) => form.universe.slice(from, from + form.min).join('+'))
  return codes.filter((code) => parseItem(play.game, play.code, code).ok)
}

const prepared = (game: GameCode, balls: readonly number[], options: object): PreparedDraw => {
  const draw = validateDraw(game, balls, '2026-05-20')
  if (!draw.ok) throw new Error(draw.refusal)
  return prepareDraw(draw.value, { ...DEFAULT_OPTIONS, ...options })
}

describe('the plays that an option touches', () => {
  test.each(OPTION_KEYS)('%s: exactly those whose outcomes differ under its values', (key) => {
    const { game, values } = OPTION_SPECS[key]
    const turned = new Set<string>()
    for (const balls of drawsOf(game)) {
      const by = values.map(({ value }) => prepared(game, balls, { [key]: value }))
      for (const play of playsOfGame(game)) {
        if (turned.has(play.code)) continue
        const differs = itemsOf(play).some(
          (item) => new Set(by.map((draw) => JSON.stringify(draw.outcome(play.code, item)))).size > 1,
        )
        if (differs) turned.add(play.code)
      }
    }
    expect([...turned].sort()).toEqual(
      playsOfOption(key)
        .map(({ code }) => code)
        .sort(),
    )
  })

  test('are found from the play, too', () => {
    for (const key of OPTION_KEYS) for (const play of playsOfOption(key)) expect(optionsOfPlay(play)).toContain(key)
    expect(optionsOfPlay({ game: 'PC', code: 'LH' })).toEqual(['pc_lhPair', 'pc_lhTie'])
  })
})

test('every value has a form on the wire, and a name for it', () => {
  for (const key of OPTION_KEYS)
    for (const { value, label } of OPTION_SPECS[key].values) expect(optionName(key, optionWire(value))).toBe(label)
  expect(optionWire([0, 2])).toBe('0,2')
  expect(optionName('pc_grey', 'other')).toBe('other')
})
