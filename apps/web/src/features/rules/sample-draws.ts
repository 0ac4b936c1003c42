import type { GameCode } from '@strata/domain/games/catalogue'
import { DRAW_SHAPES } from '@strata/domain/games/draw'

/** Pseudo-random numbers that are the same on every machine, so that an example never changes. */
const numbers = (seed: number): (() => number) => {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

/** The balls of sample draw `sample`, with some places fixed. */
export const sampleBalls = (
  game: GameCode,
  sample: number,
  given: ReadonlyMap<number, number> = new Map(),
): readonly number[] => {
  const { count, min, max, distinct } = DRAW_SHAPES[game]
  const next = numbers(sample + 1)
  const used = new Set(given.values())
  return Array.from({ length: count }, (_, place) => {
    const fixed = given.get(place)
    if (fixed !== undefined) return fixed
    for (;;) {
      const ball = min + (next() % (max - min + 1))
      if (distinct && used.has(ball)) continue
      used.add(ball)
      return ball
    }
  })
}

/** Up to this number, all arrangements are tried. */
const ALL_UP_TO = 1_000

const arrangements = (values: readonly number[], length: number, distinct: boolean): readonly (readonly number[])[] =>
  length === 0
    ? [[]]
    : arrangements(values, length - 1, distinct).flatMap((head) =>
        values.filter((value) => !distinct || !head.includes(value)).map((value) => [...head, value]),
      )

/** `length` digits with a given sum: filled from the left, from the right, and evenly. */
const digitsOfSum = (sum: number, length: number): readonly (readonly number[])[] => {
  let rest = sum
  const left = Array.from({ length }, () => {
    const digit = Math.min(9, rest)
    rest -= digit
    return digit
  })
  const low = Math.floor(sum / length)
  const even = Array.from({ length }, (_, place) => low + (place < sum % length ? 1 : 0))
  return [left, left.toReversed(), even, even.toReversed()]
}

/**
 * Draws for each sum of the balls at some places: every arrangement if there are few, else four for each sum
 * (enough to tell a rule of the sum from a rule of single balls).
 */
export const sumBalls = (
  game: GameCode,
  places: readonly number[],
): readonly (readonly [number, readonly number[]])[] => {
  const { min, max, distinct } = DRAW_SHAPES[game]
  const values = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  const few = values.length ** places.length <= ALL_UP_TO
  const chosen = few
    ? arrangements(values, places.length, distinct)
    : Array.from({ length: (max - min) * places.length + 1 }, (_, sum) => digitsOfSum(sum, places.length)).flat()
  return chosen.map((balls) => [
    balls.reduce((a, b) => a + b, 0),
    sampleBalls(game, 0, new Map(places.map((place, index) => [place, balls[index] ?? 0]))),
  ])
}
