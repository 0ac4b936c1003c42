import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { odds } from '../money/money.ts'
import { GAMES, type GameCode, playsOfGame } from './catalogue.ts'
import { parseDraw } from './draw.ts'
import { dropKey, MAX_DROP_STEPS, NO_DROP } from './drops.ts'
import { runOf, sidesOf, winnersOf } from './long-run.ts'
import { DEFAULT_OPTIONS } from './options.ts'
import { type PreparedDraw, prepareDraw } from './settle.ts'
import { checkStreakSteps, hasStreaks, MAX_STREAK, type StreakStep, streakDropAt, streaksOf } from './streaks.ts'

const step = (draws: number, drop: number, floor = 15_000): StreakStep => ({
  draws,
  drop: odds(BigInt(drop)),
  floor: odds(BigInt(floor)),
})
/** From 3 draws won 0.01 less, from 5 0.03 less, from 8 0.1 less. */
const STEPS = [step(3, 100), step(5, 300), step(8, 1_000, 18_000)]

const drawn = (game: GameCode, balls: readonly number[]): PreparedDraw => {
  const draw = parseDraw(game, balls, '2026-11-20')
  if (!draw.ok) throw new Error(draw.refusal)
  return prepareDraw(draw.value, DEFAULT_OPTIONS)
}

describe('the step that a streak has reached', () => {
  it.each([
    [0, 0, 10_100],
    [2, 0, 10_100],
    [3, 100, 15_000],
    [4, 100, 15_000],
    [5, 300, 15_000],
    [8, 1_000, 18_000],
    [50, 1_000, 18_000],
  ])('%d draws in a row: %d off, not below %d', (streak, drop, floor) => {
    expect(streakDropAt(STEPS, streak)).toEqual({ drop: odds(BigInt(drop)), floor: odds(BigInt(floor)) })
  })
  it('is none without steps', () => {
    expect(streakDropAt([], 20)).toEqual(NO_DROP)
  })
  it('never takes off less for a longer streak', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (streak, more) => {
        expect(streakDropAt(STEPS, streak + more).drop >= streakDropAt(STEPS, streak).drop).toBe(true)
      }),
    )
  })
})

describe('validation of steps', () => {
  it.each([
    ['none', [], null],
    ['rising', STEPS, null],
    ['the longest', [step(MAX_STREAK, 1)], null],
    ['too many', Array.from({ length: MAX_DROP_STEPS + 1 }, (_, i) => step(i + 2, i + 1)), 'tooManySteps'],
    ['one draw', [step(1, 5)], 'drawsOutOfRange'],
    ['more draws than the maximum', [step(MAX_STREAK + 1, 5)], 'drawsOutOfRange'],
    ['the same length twice', [step(3, 1), step(3, 2)], 'drawsNotRising'],
    ['a drop of zero', [step(3, 0)], 'dropTooLow'],
    ['a drop that does not grow', [step(3, 5), step(4, 5)], 'dropsNotRising'],
    ['a floor below the lowest odds', [step(3, 5, 10_099)], 'floorTooLow'],
    ['several faults: the first in order', [step(4, 0, 1), step(3, 0, 1)], 'drawsNotRising'],
  ] as const)('%s', (_, steps, expected) => {
    expect(checkStreakSteps(steps)).toBe(expected)
  })
})

describe('draws won in a row', () => {
  const items = [
    { playCode: 'B1_LM', itemCode: 'DA' },
    { playCode: 'B1_LM', itemCode: 'XIAO' },
    { playCode: 'B1_LM', itemCode: 'DAN' },
    { playCode: 'B1', itemCode: '9' },
  ]
  const streaks = (...balls: readonly number[]) =>
    Object.fromEntries(
      streaksOf(
        items,
        balls.map((ball) => drawn('5M', [ball, 0, 0, 0, 0])),
      ),
    )
  it.each([
    ['nothing drawn yet', [], {}],
    ['one draw', [9], { 'B1_LM DA': 1, 'B1_LM DAN': 1, 'B1 9': 1 }],
    ['each on its own', [9, 9, 6, 7, 1], { 'B1_LM DA': 4, 'B1_LM DAN': 2, 'B1 9': 2 }],
    ['broken by the newest', [0, 9, 9, 9], { 'B1_LM XIAO': 1 }],
  ] as const)('%s', (_, balls, expected) => {
    expect(streaks(...balls)).toEqual(expected)
  })

  it('end at a refund', () => {
    const side = [{ playCode: 'TM_LM', itemCode: 'DA' }]
    const special = (ball: number) => drawn('6HC', [1, 2, 3, 4, 5, 6, ball])
    expect([...streaksOf(side, [special(25), special(30)]).values()]).toEqual([2])
    expect([...streaksOf(side, [special(49), special(30)]).values()]).toEqual([])
    expect([...streaksOf(side, [special(25), special(49), special(30)]).values()]).toEqual([1])
  })

  it('read no further draw once every streak has ended', () => {
    let asked = 0
    function* draws() {
      for (const ball of [9, 0, 9, 9]) {
        asked += 1
        yield drawn('5M', [ball, 0, 0, 0, 0])
      }
    }
    expect(streaksOf([{ playCode: 'B1', itemCode: '9' }], draws()).get('B1 9')).toBe(1)
    expect(asked).toBe(2)
  })

  it('agree with the tables of long runs', () => {
    const digits = fc.array(fc.tuple(...Array.from({ length: 5 }, () => fc.nat(9))), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(digits, (results) => {
        const draws = results.map((balls) => drawn('5M', balls))
        const sides = sidesOf('5M')
        const all = sides.flatMap(({ playCode, items: own }) =>
          own.map(({ code: itemCode }) => ({ playCode, itemCode })),
        )
        const found = streaksOf(all, draws)
        for (const [at, { playCode, items: own }] of sides.entries()) {
          const run = runOf(draws.map((draw) => winnersOf(draw)[at] ?? -1))?.current
          for (const [place, { code }] of own.entries())
            expect(found.get(dropKey(playCode, code)) ?? 0).toBe(run?.value === place ? run.length : 0)
        }
      }),
      { numRuns: 30 },
    )
  })
})

it('every price key of a play with streaks is an item that a draw can judge', () => {
  const balls = {
    '5M': [1, 2, 3, 4, 5],
    PK: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    '6HC': [1, 2, 3, 4, 5, 6, 7],
    PC: [1, 2, 3],
  }
  for (const { code } of GAMES)
    for (const play of playsOfGame(code).filter(hasStreaks))
      for (const { key } of play.prices)
        expect(['win', 'lose', 'refund']).toContain(drawn(code, balls[code]).outcome(play.code, key).result)
})
