import { wallClock } from '@strata/domain/calendar/wall-clock'
import type { Cell, CellKind } from '../source.ts'

/** The business lives in Asia/Shanghai. */
const SHANGHAI_MS = 8 * 3_600_000
const DAY_MS = 86_400_000
/** Days from the spreadsheet's day 0 to 1970-01-01. */
const EPOCH_DAY = 25_569

const NUMBER = /^-?\d+(\.\d+)?$/
/** A spreadsheet takes such a text for a formula: also full-width, after blanks and invisible signs, tab, CR and LF. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** Digits, letters and Chinese characters: what most cells begin with, and no formula does. */
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

/** The second that was written last: rows that stand together were made together. */
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

/** The instant as a spreadsheet counts: days, in Shanghai's time. */
export const spreadsheetDays = (ms: number): number => (ms + SHANGHAI_MS) / DAY_MS + EPOCH_DAY

/** A cell as text, for CSV. */
export function cellText(cell: Cell, kind: CellKind): string {
  if (cell === null) return ''
  if (kind === 'instant' && typeof cell === 'number') return instantText(cell)
  return String(cell)
}

const SIGNIFICANT = 15
/** A spreadsheet keeps 15 digits of a number: what has more stays text, so that none is lost. */
export const fitsSpreadsheet = (digits: string): boolean =>
  digits.length <= SIGNIFICANT || digits.replace(/^-?0*\.?0*|[-.]/g, '').length <= SIGNIFICANT

/** Percentages are bare numbers, so the title says what they are. */
export const headOf = (title: string, kind: CellKind): string => (kind === 'percent' ? `${title}(%)` : title)
