import type { GameCode } from './catalogue.ts'
import { DRAW_SHAPES, type Draw } from './draw.ts'
import type { RuleOptions } from './options.ts'
import { type PreparedDraw, prepareDraw } from './settle.ts'

/** What outcomes depend on besides the balls. */
export interface DrawRules {
  readonly lunarYear: number
  readonly options: RuleOptions
}

/** Draws of a game, all equally likely: every possible draw, or a sample. */
export interface DrawSpace {
  readonly game: GameCode
  readonly rules: DrawRules
  readonly count: number
  /** True: all possible draws. False: a sample. */
  readonly exact: boolean
  readonly ballsPerDraw: number
  /** Draw i's balls begin at i * ballsPerDraw, in the order drawn. */
  readonly balls: Uint8Array
}

/** Whether the game has few enough draws to enumerate all of them. */
export const isEnumerable = (game: GameCode): boolean => !DRAW_SHAPES[game].distinct

const allDraws = (count: number): Uint8Array => {
  const draws = 10 ** count
  const balls = new Uint8Array(draws * count)
  for (let index = 0; index < draws; index++) {
    let rest = index
    for (let place = count - 1; place >= 0; place--) {
      balls[index * count + place] = rest % 10
      rest = Math.floor(rest / 10)
    }
  }
  return balls
}

/** The sfc32 generator: 32-bit numbers, the same for the same seed everywhere. */
const randomWords = (seed: number): (() => number) => {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, seed | 0, 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let turn = 0; turn < 16; turn++) next()
  return next
}

const TWO_32 = 2 ** 32

const sampledDraws = (draws: number, count: number, of: number, seed: number): Uint8Array => {
  const next = randomWords(seed)
  const row = Uint8Array.from({ length: of }, (_, index) => index + 1)
  const balls = new Uint8Array(draws * count)
  for (let index = 0; index < draws; index++) {
    for (let place = 0; place < count; place++) {
      const left = of - place
      // Reject the values above the last full multiple, so that every number is equally likely.
      const limit = TWO_32 - (TWO_32 % left)
      let word = next()
      while (word >= limit) word = next()
      const other = place + (word % left)
      const held = row[place] as number
      row[place] = row[other] as number
      row[other] = held
      balls[index * count + place] = row[place] as number
    }
  }
  return balls
}

/**
 * The same draws sorted so that draws with the same large numbers are adjacent. Lookups in subset tables then hit
 * nearby memory, which takes half the time.
 */
const gathered = (balls: Uint8Array, count: number): Uint8Array => {
  const draws = balls.length / count
  const order = Float64Array.from({ length: draws }, (_, index) => {
    const row = balls.slice(index * count, (index + 1) * count).sort()
    let key = 0
    // Five numbers and the index are within the exact range of a float.
    for (let place = count - 1; place >= count - 5; place--) key = key * 50 + (row[place] as number)
    return key * draws + index
  }).sort()
  const result = new Uint8Array(balls.length)
  for (const [place, mixed] of order.entries()) {
    const index = mixed % draws
    result.set(balls.subarray(index * count, (index + 1) * count), place * count)
  }
  return result
}

/**
 * All draws of 5M (100,000) and PC (1,000) in the order of their digits. For PK and 6HC `draws` sampled ones, the same
 * for the same seed.
 */
export const drawSpace = (
  game: GameCode,
  rules: DrawRules,
  sample: { readonly draws: number; readonly seed: number },
): DrawSpace => {
  const { count, max } = DRAW_SHAPES[game]
  const exact = isEnumerable(game)
  const drawn = exact ? allDraws(count) : sampledDraws(sample.draws, count, max, sample.seed)
  const balls = game === '6HC' ? gathered(drawn, count) : drawn
  return { game, rules, count: balls.length / count, exact, ballsPerDraw: count, balls }
}

export const ballsAt = (space: DrawSpace, index: number): number[] => [
  ...space.balls.subarray(index * space.ballsPerDraw, (index + 1) * space.ballsPerDraw),
]

/** A draw made from its balls; what else outcomes depend on comes from `rules`. */
export const drawOf = (game: GameCode, rules: DrawRules, balls: readonly number[]): Draw => ({
  game,
  balls,
  date: null,
  lunarYear: game === '6HC' ? rules.lunarYear : 0,
})

export const preparedAt = (space: DrawSpace, index: number): PreparedDraw =>
  prepareDraw(drawOf(space.game, space.rules, ballsAt(space, index)), space.rules.options)
