/** Tells bets written with digits and slashes apart from dates and other ambiguous texts. */

import type { GameCode } from '../games/catalogue.ts'

const between = (text: string, from: number, to: number): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= from && Number(text) <= to
const isYear = (text: string): boolean => text.length === 4 && between(text, 1900, 2099)
const isMonthAndDay = (one: string, two: string): boolean =>
  one.length <= 2 && two.length <= 2 && between(one, 1, 31) && between(two, 1, 31) && Math.min(+one, +two) <= 12

/**
 * Whether three parts form a date whose year has four digits and is first or last. Text before the first part is
 * ignored.
 */
export function isDate([first = '', second = '', third = '']: readonly string[]): boolean {
  const start = /\d*$/.exec(first)?.[0] ?? ''
  return isYear(third) ? isMonthAndDay(start, second) : isYear(start) && isMonthAndDay(second, third)
}

/**
 * Whether each digit names one number: no digit occurs twice, and in PK no leading zero (it could mean ten or nothing).
 */
export const areDigitsPlain = (game: GameCode, digits: string): boolean =>
  new Set(digits).size === digits.length && !(game === 'PK' && digits.length > 1 && digits.startsWith('0'))
