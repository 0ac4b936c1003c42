import type { GameCode } from './catalogue.ts'
import { accept, type Checked, refuse } from './checked.ts'
import { lunarYearOf } from './zodiac.ts'

/** A checked draw. */
export type Draw = {
  readonly game: GameCode
  /** 5M 5 digits 万..个; PK 10 cars by rank; 6HC 7 numbers in draw order, the special last; PC 3 digits. */
  readonly balls: readonly number[]
  /** The Beijing date of the draw "YYYY-MM-DD"; only 6HC needs it (lunar year). */
  readonly date: string | null
  /** 0 unless 6HC. */
  readonly lunarYear: number
}

export type DrawRefusal =
  | 'unknownGame'
  | 'badDrawShape'
  | 'wrongBallCount'
  | 'badBall'
  | 'repeatedBallDrawn'
  | 'badDate'
  | 'dateOutOfTable'

export type DrawShape = {
  readonly count: number
  readonly min: number
  readonly max: number
  readonly distinct: boolean
  /** Digits of a ball on the wire. */
  readonly width: 1 | 2
  readonly needsDate: boolean
}

/** What a draw of each game consists of. */
export const DRAW_SHAPES: Readonly<Record<GameCode, DrawShape>> = {
  '5M': { count: 5, min: 0, max: 9, distinct: false, width: 1, needsDate: false },
  PK: { count: 10, min: 1, max: 10, distinct: true, width: 1, needsDate: false },
  '6HC': { count: 7, min: 1, max: 49, distinct: true, width: 2, needsDate: true },
  PC: { count: 3, min: 0, max: 9, distinct: false, width: 1, needsDate: false },
}

const isGame = (game: string): game is GameCode => Object.hasOwn(DRAW_SHAPES, game)

/** A real day of the Gregorian calendar written "YYYY-MM-DD". */
const isDate = (text: unknown): text is string => {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days
}

/** Checks numbers (not texts) as a draw. Order of refusals: game, count, range, repeats, date. */
export const validateDraw = (game: string, balls: readonly unknown[], date: unknown): Checked<Draw, DrawRefusal> => {
  if (!isGame(game)) return refuse('unknownGame')
  const shape = DRAW_SHAPES[game]
  if (balls.length !== shape.count) return refuse('wrongBallCount')
  const numbers: number[] = []
  for (const ball of balls) {
    if (typeof ball !== 'number' || !Number.isInteger(ball) || ball < shape.min || ball > shape.max)
      return refuse('badBall')
    numbers.push(ball)
  }
  if (shape.distinct && new Set(numbers).size !== numbers.length) return refuse('repeatedBallDrawn')
  if (!shape.needsDate) {
    if (date !== undefined && date !== null && !isDate(date)) return refuse('badDate')
    return accept({ game, balls: numbers, date: typeof date === 'string' ? date : null, lunarYear: 0 })
  }
  if (!isDate(date)) return refuse('badDate')
  const lunarYear = lunarYearOf(date)
  return lunarYear === null ? refuse('dateOutOfTable') : accept({ game, balls: numbers, date, lunarYear })
}

/**
 * Checks a result from the wire: all numbers, or all texts as written by `drawTexts`. For 6HC in draw order with the
 * special last. `date` is the Beijing date of the period's drawAt.
 */
export const parseDraw = (game: string, result: unknown, date: string | null): Checked<Draw, DrawRefusal> => {
  if (!isGame(game)) return refuse('unknownGame')
  if (!Array.isArray(result)) return refuse('badDrawShape')
  const balls: readonly unknown[] = result
  if (!balls.every((ball) => typeof ball === 'string')) return validateDraw(game, balls, date)
  const { width } = DRAW_SHAPES[game]
  const written = width === 2 ? /^\d{2}$/ : /^(0|[1-9]\d?)$/
  if (!balls.every((ball) => written.test(ball))) return refuse('badBall')
  return validateDraw(game, balls.map(Number), date)
}

/** Checks the draw of a test vector: an array of numbers, or for 6HC `{n: [six], s, date}`. */
export const readDraw = (game: string, draw: unknown): Checked<Draw, DrawRefusal> => {
  if (!isGame(game)) return refuse('unknownGame')
  if (game !== '6HC') return Array.isArray(draw) ? validateDraw(game, draw, null) : refuse('badDrawShape')
  if (typeof draw !== 'object' || draw === null || !('n' in draw) || !('s' in draw) || !('date' in draw))
    return refuse('badDrawShape')
  if (!Array.isArray(draw.n)) return refuse('badDrawShape')
  if (draw.n.length !== 6) return refuse('wrongBallCount')
  return validateDraw(game, [...draw.n, draw.s], draw.date)
}

/** The draw as wire texts: "7" for digits and cars, "07" for 6HC. */
export const drawTexts = (draw: Draw): readonly string[] =>
  draw.balls.map((ball) => String(ball).padStart(DRAW_SHAPES[draw.game].width, '0'))
