/**
 * The arithmetic of one order, for any number of holders listed from the head downward. Production has one column per
 * role instead; the two share no code.
 */

export interface Split {
  /** Shares in 1/10,000, the head's first. */
  readonly shares: readonly bigint[]
  /** Own rates in 1/100,000 from the head downward; the head's own place is not read. The bettor's is the last. */
  readonly rates: readonly bigint[]
}

export type Fate = 'win' | 'lose' | 'refund'

/** `n / d` to the nearest, a half to the even neighbour; `d` > 0. */
export function halfEven(n: bigint, d: bigint): bigint {
  const sign = n < 0n ? -1n : 1n
  const [size, rest] = [(n * sign) / d, (n * sign) % d]
  const up = rest * 2n > d || (rest * 2n === d && size % 2n === 1n)
  return sign * (up ? size + 1n : size)
}

/** What is above each place of the chain, the bettor's own place included. */
const above = (split: Split): bigint[] => {
  const sums = [0n]
  for (const share of split.shares) sums.push((sums.at(-1) ?? 0n) + share)
  return sums
}

/** What each place owes the one above it; place 0, the head, owes nobody. The last one is the bettor. */
export function flowsOf(split: Split, stake: bigint, payout: bigint, fate: Fate): bigint[] {
  const counted = fate === 'refund' ? 0n : stake
  return above(split).map((held, place) => {
    const rate = split.rates[place] ?? 0n
    return place === 0 ? 0n : halfEven(held * ((stake - payout) * 100_000n - rate * counted), 1_000_000_000n)
  })
}

/** The part of an amount that is held above each place. */
export const passedOf = (split: Split, amount: bigint): bigint[] =>
  above(split).map((held) => halfEven(held * amount, 10_000n))

/** The holder's own commission on what it holds; the head uses its child's rate. Never above zero. */
export function heldCommissionOf(split: Split, place: number, stake: bigint): bigint {
  const rate = split.rates[place === 0 ? 1 : place] ?? 0n
  return -halfEven((split.shares[place] ?? 0n) * rate * stake, 1_000_000_000n)
}

/** Each holder's profit from the flows around it. */
export const profitOf = (flows: readonly bigint[], place: number): bigint =>
  (flows[place + 1] ?? 0n) - (flows[place] ?? 0n)

export const least = (...all: readonly bigint[]): bigint => all.reduce((one, two) => (one < two ? one : two))

/** Whole units that fit, never below zero. */
export const wholeUnits = (amount: bigint, unit: bigint): bigint => (amount <= 0n ? 0n : (amount / unit) * unit)

/** A wire amount. */
export function moneyText(amount: bigint): string {
  const size = amount < 0n ? -amount : amount
  const rest = String(size % 10_000n)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${size / 10_000n}${rest === '' ? '' : `.${rest}`}`
}

export function moneyOf(text: string): bigint {
  const [whole = '0', rest = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole) * 10_000n + BigInt(rest.padEnd(4, '0'))
  return text.startsWith('-') ? -size : size
}
