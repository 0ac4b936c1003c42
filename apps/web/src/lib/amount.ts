import { formatMoney, groupThousands, type Money, parseMoney, sum } from '@strata/domain/money'

/** A wire amount as money. Throws on an invalid string, which is the server's error and not the user's. */
export const readAmount = (text: string): Money => {
  const parsed = parseMoney(text)
  if (!parsed.ok) throw new Error(`not an amount: ${text}`)
  return parsed.value
}

/**
 * The digits of an amount's text: parsing the text is faster, and a board shows hundreds of amounts several times a
 * second.
 */
type Digits = { readonly negative: boolean; readonly whole: string; readonly decimals: string }

const WIRE = /^(-?)(0|[1-9]\d{0,14})(?:\.(\d{1,4}))?$/

const digitsOf = (text: string): Digits => {
  // A text that is not in the wire's exact form goes through the full parser, which refuses an invalid one.
  const parts = WIRE.exec(text) ?? WIRE.exec(formatMoney(readAmount(text)))
  return { negative: parts?.[1] === '-', whole: parts?.[2] ?? '0', decimals: parts?.[3] ?? '' }
}

const showDecimals = ({ negative, whole, decimals }: Digits): string =>
  `${negative && (whole !== '0' || /[1-9]/.test(decimals)) ? '-' : ''}${groupThousands(whole)}.${decimals}`

/** Two decimals, truncated, with thousands separators: for every page except the boards. */
export const showAmount = (text: string): string => {
  const digits = digitsOf(text)
  return showDecimals({ ...digits, decimals: digits.decimals.slice(0, 2).padEnd(2, '0') })
}

/** Whole yuan, truncated, with thousands separators: for the boards. */
export const showWhole = (text: string): string => {
  const { negative, whole } = digitsOf(text)
  return `${negative && whole !== '0' ? '-' : ''}${groupThousands(whole)}`
}

/** Whole yuan below 10,000, else 万 with at most one decimal, truncated: only where the whole amount is beside it. */
export const showShort = (text: string): string => {
  const { negative, whole } = digitsOf(text)
  if (whole.length < 5) return showWhole(text)
  const [tens, tenth] = [whole.slice(0, -4), whole.slice(-4, -3)]
  return `${negative ? '-' : ''}${tens}${tens.length > 2 || tenth === '0' ? '' : `.${tenth}`}万`
}

/** All decimals, with thousands separators: the exact amount on hover, focus and tap. */
export const showExact = (text: string): string => {
  const digits = digitsOf(text)
  return showDecimals({ ...digits, decimals: digits.decimals.replace(/0+$/, '').padEnd(2, '0') })
}

const signOfDigits = ({ negative, whole, decimals }: Digits): -1 | 0 | 1 => {
  if (whole === '0' && !/[1-9]/.test(decimals)) return 0
  return negative ? -1 : 1
}

/** -1, 0 or 1. */
export const signOf = (text: string): -1 | 0 | 1 => signOfDigits(digitsOf(text))

/** The sign that a figure with two decimals shows: what is cut off has none. */
export const signOfTwo = (text: string): -1 | 0 | 1 => {
  const digits = digitsOf(text)
  return signOfDigits({ ...digits, decimals: digits.decimals.slice(0, 2) })
}

/** The sign that a figure in whole yuan shows: a part of one yuan is shown as 0, which has none. */
export const signOfWhole = (text: string): -1 | 0 | 1 => (digitsOf(text).whole === '0' ? 0 : signOf(text))

/** `part` of `whole` in thousandths, 0..1000: only for lengths and shades, never shown as a figure. */
export const permille = (part: bigint, whole: bigint): number => {
  if (whole === 0n) return 0
  const ratio = Number((part * 1000n) / whole)
  return Math.min(1000, Math.max(0, Math.abs(ratio)))
}

/** Whole yuan as a number, truncated: only for the length of a bar, never shown as a figure. */
export const wholeYuan = (text: string): number => Number(readAmount(text) / 10_000n)

/** The exact sum of wire amounts, in the wire's form. */
export const addAmounts = (texts: readonly string[]): string => formatMoney(sum(texts.map(readAmount)))
