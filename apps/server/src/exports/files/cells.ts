import { wallClock } from '@strata/domain/calendar/wall-clock'
import type { Cell, CellKind } from '../source.ts'

/** All times are shown in Asia/Shanghai. */
const SHANGHAI_MS = 8 * 3_600_000
const DAY_MS = 86_400_000
/** Days from the spreadsheet's day 0 to 1970-01-01. */
const EPOCH_DAY = 25_569

const NUMBER = /^-?\d+(\.\d+)?$/
/**
 * Texts that a spreadsheet takes for a formula: an operator, also full-width, also after blanks, invisible
 * characters, tab, CR or LF.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** Digits, letters and Chinese characters: most cells begin with one, and no formula does. */
const beginsPlain = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return (
    (first >= 0x30 && first <= 0x39) ||
    (first >= 0x41 && first <= 0x5a) ||
    (first >= 0x61 && first <= 0x7a) ||
    (first >= 0x4e00 && first <= 0x9fff)
  )
}

export const isNumberText = (text: string): boolean => NUMBER.test(text)

/** Whether a spreadsheet could run the text instead of showing it. */
export const isDangerous = (text: string): boolean => !beginsPlain(text) && FORMULA.test(text) && !NUMBER.test(text)

/** The second that was formatted last: neighbouring rows often have the same one. */
let lastSecond = Number.NaN
let lastText = ''

export const instantText = (ms: number): string => {
  const second = Math.floor(ms / 1000)
  if (second !== lastSecond) {
    lastText = wallClock(ms)
    lastSecond = second
  }
  return lastText
}

/** The instant in spreadsheet form: days, in Shanghai's time. */
export const spreadsheetDays = (ms: number): number => (ms + SHANGHAI_MS) / DAY_MS + EPOCH_DAY

/** An amount as the screen shows it: two decimals, truncated, and no minus before zero. */
export function twoDecimals(text: string): string {
  if (!isNumberText(text)) return text
  const point = text.indexOf('.')
  const cut = point < 0 ? `${text}.00` : text.slice(0, point + 3).padEnd(point + 3, '0')
  return cut === '-0.00' ? '0.00' : cut
}

/** A cell as text, for CSV. */
export function cellText(cell: Cell, kind: CellKind): string {
  if (cell === null) return ''
  if (kind === 'instant' && typeof cell === 'number') return instantText(cell)
  return kind === 'money' ? twoDecimals(String(cell)) : String(cell)
}

const SIGNIFICANT = 15
/** A spreadsheet keeps 15 digits of a number: longer ones stay text, so that no digit is lost. */
export const fitsSpreadsheet = (digits: string): boolean =>
  digits.length <= SIGNIFICANT || digits.replace(/^-?0*\.?0*|[-.]/g, '').length <= SIGNIFICANT

/** Percentages are plain numbers, so the title contains the unit. */
export const headOf = (title: string, kind: CellKind): string => (kind === 'percent' ? `${title}(%)` : title)
