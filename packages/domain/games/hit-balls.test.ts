import { describe, expect, it } from 'vitest'
import { GAMES, playsOfGame } from './catalogue.ts'
import { type Draw, validateDraw } from './draw.ts'
import { type BallMark, hitBalls } from './hit-balls.ts'
import { listedItems } from './item.ts'
import { DEFAULT_OPTIONS } from './options.ts'
import { decidingOf, prepareDraw } from './settle.ts'

const DRAWS: Readonly<Record<string, readonly number[]>> = {
  '5M': [3, 0, 7, 7, 1],
  PK: [8, 3, 10, 1, 2, 4, 5, 6, 7, 9],
  '6HC': [7, 18, 26, 31, 44, 12, 33],
  PC: [2, 9, 4],
}

const drawOf = (game: string): Draw => {
  const draw = validateDraw(game, DRAWS[game] ?? [], '2026-11-19')
  if (!draw.ok) throw new Error(draw.refusal)
  return draw.value
}

const SIGNS: Readonly<Record<BallMark, string>> = { hit: 'X', counts: 'o', none: '.' }
const shown = (game: string, playCode: string, itemCode: string): string =>
  hitBalls(drawOf(game), DEFAULT_OPTIONS, { playCode, itemCode })
    .map((mark) => SIGNS[mark])
    .join('')

describe('the balls that an item hit', () => {
  it.each([
    // 6HC 07 18 26 31 44 12 + 33 (2026: 33 is a dog, 26 a snake)
    ['6HC', 'TMA', '33', '......X'],
    ['6HC', 'TMA', '34', '......o'],
    ['6HC', 'TM_LM', 'DA', '......X'],
    ['6HC', 'ZM', '26', 'ooXooo.'],
    ['6HC', 'ZM', '33', 'oooooo.'],
    ['6HC', 'ZT2', '18', '.X.....'],
    ['6HC', 'LM_3Z2', '07+18+49', 'XXoooo.'],
    ['6HC', 'LM_TC', '07+33', 'XoooooX'],
    ['6HC', 'BZ5', '01+02+03+04+12', 'oooooXo'],
    ['6HC', 'YX', 'GOU', 'ooooooX'],
    ['6HC', 'WS', '1', 'oooXooo'],
    ['6HC', 'ZH', 'DAN', 'ooooooo'],
    ['6HC', 'LH12', 'HU', 'oo.....'],
    // Only the balls of the legs count: 正码1 大 lost, 正码2 小 won.
    ['6HC', 'GG', 'ZM1:DA+ZM2:XIAO', 'oX.....'],
    ['PK', 'R1', '8', 'X.........'],
    ['PK', 'R1', '3', 'o.........'],
    ['PK', 'GYH', '11', 'oo........'],
    ['PK', 'GYZ', '3-8', 'XX........'],
    ['5M', 'B3', '7', '..X..'],
    ['5M', 'DW2_14', '37', 'X..X.'],
    ['5M', 'DW2_14', '39', 'X..o.'],
    ['5M', 'EZ_H3', '17', '..XXX'],
    ['5M', 'ZX3_H3', '1+2+3+5+7', '..XXX'],
    ['PC', 'Q2', '9', '.X.'],
    ['PC', 'HZ', '15', 'ooo'],
  ])('%s %s %s: %s', (game, play, item, marks) => {
    expect(shown(game, play, item)).toBe(marks)
  })

  it('marks no ball that a play does not look at, and a play of one ball hits it exactly when it wins', () => {
    for (const game of GAMES) {
      const draw = drawOf(game.code)
      const judged = prepareDraw(draw, DEFAULT_OPTIONS)
      for (const play of playsOfGame(game.code))
        for (const itemCode of listedItems(play)) {
          const deciding = decidingOf(game.code, play.code)
          const marks = hitBalls(draw, DEFAULT_OPTIONS, { playCode: play.code, itemCode })
          expect(marks.flatMap((mark, place) => (mark === 'none' ? [] : [place]))).toEqual(
            deciding.toSorted((a, b) => a - b),
          )
          if (deciding.length !== 1) continue
          const won = judged.outcome(play.code, itemCode).result === 'win'
          expect(marks.includes('hit'), `${play.code} ${itemCode}`).toBe(won)
        }
    }
  })
})
