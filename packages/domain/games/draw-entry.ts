import type { GameCode } from './catalogue.ts'
import { DRAW_SHAPES } from './draw.ts'

/** A result while somebody types it: the digits of each ball, empty where nothing is typed yet. */
export type DrawEntry = { readonly texts: readonly string[]; readonly at: number }

const isBall = (game: GameCode, text: string): boolean => {
  const { min, max } = DRAW_SHAPES[game]
  return /^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max
}

/** As balls are written: two digits for 6HC. What is no ball stays as it was typed. */
const written = (game: GameCode, text: string): string =>
  isBall(game, text) ? String(Number(text)).padStart(DRAW_SHAPES[game].width, '0') : text

/** Whether another digit could follow: 4 of 6HC may become 49, 5 may not become anything. Some write a car as 01. */
const mayGrow = (game: GameCode, text: string): boolean => {
  const { max } = DRAW_SHAPES[game]
  return text.length < 2 && max >= 10 && Number(text) * 10 <= max
}

export const emptyEntry = (game: GameCode): DrawEntry => ({
  texts: Array.from({ length: DRAW_SHAPES[game].count }, () => ''),
  at: 0,
})

const put = ({ texts }: DrawEntry, at: number, text: string): readonly string[] =>
  texts.map((old, place) => (place === at ? text : old))

const next = (game: GameCode, at: number): number => Math.min(at + 1, DRAW_SHAPES[game].count - 1)

/** Moves to another ball; a single digit that was left becomes a ball as it is written. */
export const moveTo = (game: GameCode, entry: DrawEntry, at: number): DrawEntry => ({
  texts: put(entry, entry.at, written(game, entry.texts[entry.at] ?? '')),
  at,
})

/**
 * Types one digit. A ball that is full leads to the next one; a digit that cannot belong to the ball any more begins the next
 * one, so that a result can be typed in one go.
 */
export const typeDigit = (game: GameCode, entry: DrawEntry, digit: string): DrawEntry => {
  const { at, texts } = entry
  const held = texts[at] ?? ''
  const grown = `${held}${digit}`
  if (held !== '' && mayGrow(game, held) && isBall(game, grown))
    return { texts: put(entry, at, written(game, grown)), at: next(game, at) }
  // Left as it is, the ball is whole: the digit belongs to the next one. The last ball is typed again.
  if (held !== '' && mayGrow(game, held) && isBall(game, held) && next(game, at) !== at)
    return typeDigit(game, { texts: put(moveTo(game, entry, at + 1), at + 1, ''), at: at + 1 }, digit)
  const fresh = mayGrow(game, digit) ? digit : written(game, digit)
  return { texts: put(entry, at, fresh), at: mayGrow(game, digit) ? at : next(game, at) }
}

/** Takes away the ball, or, where nothing is typed, the one before. */
export const eraseDigit = (entry: DrawEntry): DrawEntry => {
  const at = entry.texts[entry.at] === '' ? Math.max(0, entry.at - 1) : entry.at
  return { texts: put(entry, at, ''), at }
}

/** A whole result at once, as a page or a message writes it: with anything between the balls, or with nothing. */
export const pastedEntry = (game: GameCode, text: string): DrawEntry => {
  const parts = text.match(/\d+/g) ?? []
  const [only] = parts
  const { texts } = emptyEntry(game)
  if (parts.length === 1 && only !== undefined && only.length > 2)
    return [...only].reduce((entry, digit) => typeDigit(game, entry, digit), emptyEntry(game))
  return {
    texts: texts.map((_, place) => written(game, parts[place] ?? '')),
    at: Math.min(parts.length, texts.length - 1),
  }
}

export type EntryVerdict = {
  /** Balls that are typed. */
  readonly filled: number
  /** Places of balls outside the range. */
  readonly outside: readonly number[]
  /** Places of balls that another one is the same as, where that is not possible. */
  readonly repeated: readonly number[]
  /** The result, once it is one. */
  readonly balls: readonly number[] | null
}

/** What can be said about a result while it is typed: how many, in range, no repeats. */
export const judgeEntry = (game: GameCode, texts: readonly string[]): EntryVerdict => {
  const { count, distinct } = DRAW_SHAPES[game]
  const places = texts.map((text, place) => ({ text, place }))
  const typed = places.filter(({ text }) => text !== '')
  const outside = typed.filter(({ text }) => !isBall(game, text)).map(({ place }) => place)
  const repeated = distinct
    ? typed
        .filter(({ text, place }) =>
          typed.some((other) => other.place !== place && Number(other.text) === Number(text)),
        )
        .map(({ place }) => place)
    : []
  const whole = typed.length === count && outside.length === 0 && repeated.length === 0
  return { filled: typed.length, outside, repeated, balls: whole ? texts.map(Number) : null }
}
