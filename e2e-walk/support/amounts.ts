import { formatMoney, parseMoney, sum } from '@strata/domain/money'

const read = (text: string) => {
  const parsed = parseMoney(text)
  if (!parsed.ok) throw new Error(`not an amount: ${text}`)
  return parsed.value
}

/** Exact sum of wire amounts. */
export const addAmounts = (texts: readonly string[]): string => formatMoney(sum(texts.map(read)))

/** -1, 0 or 1. */
export const compareAmounts = (one: string, other: string): -1 | 0 | 1 => {
  const [a, b] = [read(one), read(other)]
  return a < b ? -1 : a > b ? 1 : 0
}
