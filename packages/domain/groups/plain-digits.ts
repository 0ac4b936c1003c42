/** What digits and slashes plainly mean, and what they could mean besides a bet. */

import type { GameCode } from '../games/catalogue.ts'

const between = (text: string, from: number, to: number): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= from && Number(text) <= to
const isYear = (text: string): boolean => text.length === 4 && between(text, 1900, 2099)
const isMonthAndDay = (one: string, two: string): boolean =>
  one.length <= 2 && two.length <= 2 && between(one, 1, 31) && between(two, 1, 31) && Math.min(+one, +two) <= 12

/** With a year of four digits, at either end, whatever stands before it. */
export function isDate([first = '', second = '', third = '']: readonly string[]): boolean {
  const start = /\d*$/.exec(first)?.[0] ?? ''
  return isYear(third) ? isMonthAndDay(start, second) : isYear(start) && isMonthAndDay(second, third)
}

/** Digits that each stand for something of their own: none twice, and of PK's no leading zero (ten, or nothing?). */
export const areDigitsPlain = (game: GameCode, digits: string): boolean =>
  new Set(digits).size === digits.length && !(game === 'PK' && digits.length > 1 && digits.startsWith('0'))
