import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GAMES, type GameCode } from './catalogue.ts'
import { DRAW_SHAPES, validateDraw } from './draw.ts'
import { type DrawEntry, emptyEntry, eraseDigit, judgeEntry, moveTo, pastedEntry, typeDigit } from './draw-entry.ts'

const typed = (game: GameCode, digits: string, from: DrawEntry = emptyEntry(game)): DrawEntry =>
  [...digits].reduce((entry, digit) => typeDigit(game, entry, digit), from)

const draws = (game: GameCode): fc.Arbitrary<number[]> => {
  const { count, min, max, distinct } = DRAW_SHAPES[game]
  const ball = fc.integer({ min, max })
  const length = { minLength: count, maxLength: count }
  return distinct ? fc.uniqueArray(ball, length) : fc.array(ball, length)
}

describe('a result typed digit by digit', () => {
  it.each<[string, GameCode, string, string]>([
    ['one digit each', '5M', '90335', '9 0 3 3 5'],
    ['two digits each', '6HC', '05162331400842', '05 16 23 31 40 08 42'],
    ['a digit that no second one can follow', '6HC', '5', '05      '],
    ['a digit that may go on', '6HC', '4', '4      '],
    ['and cannot with this one', '6HC', '499', '49 09     '],
    ['a car of two digits', 'PK', '10', '10         '],
    ['a car that is the first of two', 'PK', '123', '1 2 3       '],
    ['zero is no car', 'PK', '0', '0         '],
    ['two digits a car', 'PK', '01020310', '1 2 3 10      '],
    ['two digits a car, all of them', 'PK', '01020304050607080910', '1 2 3 4 5 6 7 8 9 10'],
  ])('%s', (_name, game, digits, expected) => {
    expect(typed(game, digits).texts.join(' ')).toBe(expected)
  })

  it('is the draw, whatever it is', () => {
    for (const { code } of GAMES) {
      const { width, count } = DRAW_SHAPES[code]
      fc.assert(
        fc.property(draws(code), (balls) => {
          const widths = DRAW_SHAPES[code].max < 10 ? [1] : [width, 2]
          for (const digits of widths) {
            const texts = balls.map((ball) => String(ball).padStart(digits, '0'))
            const last = moveTo(code, typed(code, texts.join('')), count - 1)
            expect(judgeEntry(code, last.texts).balls).toEqual(balls)
          }
        }),
      )
    }
  })

  it.each<[string, GameCode, string, string]>([
    ['with signs between', '6HC', '05, 16,23 31-40 8 + 42', '05 16 23 31 40 08 42'],
    ['without', 'PK', '10123456789', '10 1 2 3 4 5 6 7 8 9'],
    ['too few', '5M', '1 2', '1 2   '],
    ['what is no ball stays as it is', '6HC', '77 123', '77 123     '],
    ['nothing', 'PC', '号码', '  '],
  ])('is pasted %s', (_name, game, text, expected) => {
    expect(pastedEntry(game, text).texts.join(' ')).toBe(expected)
  })

  it('goes back ball by ball', () => {
    const entry = typed('5M', '12')
    expect(entry).toEqual({ texts: ['1', '2', '', '', ''], at: 2 })
    expect(eraseDigit(entry)).toEqual({ texts: ['1', '', '', '', ''], at: 1 })
    expect(eraseDigit(eraseDigit(entry))).toEqual({ texts: ['', '', '', '', ''], at: 0 })
    expect(eraseDigit(emptyEntry('PC'))).toEqual(emptyEntry('PC'))
  })

  it('writes a single digit as a ball when it is left', () => {
    expect(moveTo('6HC', typed('6HC', '4'), 3)).toEqual({ texts: ['04', '', '', '', '', '', ''], at: 3 })
  })
})

describe('the judgement while typing', () => {
  it.each([
    ['nothing yet', '5M', ['', '', '', '', ''], { filled: 0, outside: [], repeated: [], balls: null }],
    ['digits may repeat', '5M', ['1', '1', '1', '1', '1'], { filled: 5, repeated: [], balls: [1, 1, 1, 1, 1] }],
    ['cars may not', 'PK', ['1', '2', '1', '', '', '', '', '', '', ''], { filled: 3, repeated: [0, 2], balls: null }],
    ['out of range', '6HC', ['50', '0', '', '', '', '', ''], { filled: 2, outside: [0, 1], balls: null }],
  ] as const)('%s', (_name, game, texts, expected) => {
    expect(judgeEntry(game, texts)).toMatchObject(expected)
  })

  it('says the same as the check of a whole draw', () => {
    for (const { code } of GAMES) {
      const { count } = DRAW_SHAPES[code]
      const texts = fc.array(fc.integer({ min: 0, max: 60 }).map(String), { minLength: count, maxLength: count })
      fc.assert(
        fc.property(texts, (written) => {
          expect(judgeEntry(code, written).balls !== null).toBe(
            validateDraw(code, written.map(Number), '2026-06-15').ok,
          )
        }),
      )
    }
  })
})
