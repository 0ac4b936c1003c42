import { displayMoney, formatMoney, type Money, money, parseMoney, sum } from '@strata/domain/money'

/** A wire amount as money. A string that is not one is the server's fault, not the user's: it throws. */
export const readAmount = (text: string): Money => {
  const parsed = parseMoney(text)
  if (!parsed.ok) throw new Error(`not an amount: ${text}`)
  return parsed.value
}

/** Two decimals, cut toward zero, thousands separated: every page but the boards. */
export const showAmount = (text: string): string => displayMoney(readAmount(text))

/** Whole yuan, cut toward zero, thousands separated: the boards. */
export const showWhole = (text: string): string => {
  const shown = displayMoney(readAmount(text)).slice(0, -3)
  return shown === '-0' ? '0' : shown
}

/** All four decimals that are there, thousands separated: the exact amount on hover, focus and tap. */
export const showExact = (text: string): string => {
  const amount = readAmount(text)
  const decimals = /\.(\d{3,4})$/.exec(formatMoney(amount))?.[1]
  if (decimals === undefined) return displayMoney(amount)
  const digits = displayMoney(money(amount < 0n ? -amount : amount)).slice(0, -2)
  return `${amount < 0n ? '-' : ''}${digits}${decimals}`
}

/** -1, 0 or 1. */
export const signOf = (text: string): -1 | 0 | 1 => {
  const amount = readAmount(text)
  return amount < 0n ? -1 : amount > 0n ? 1 : 0
}

/** Share of `part` in `whole` in thousandths, 0..1000: for lengths and shades only, never shown as a figure. */
export const permille = (part: bigint, whole: bigint): number => {
  if (whole === 0n) return 0
  const ratio = Number((part * 1000n) / whole)
  return Math.min(1000, Math.max(0, Math.abs(ratio)))
}

/** Whole yuan as a number, cut toward zero: for the length of a bar only, never shown as a figure. */
export const wholeYuan = (text: string): number => Number(readAmount(text) / 10_000n)

/** The exact sum of wire amounts, as a wire amount. */
export const addAmounts = (texts: readonly string[]): string => formatMoney(sum(texts.map(readAmount)))
