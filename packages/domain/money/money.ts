/**
 * Money and the three ratios it is multiplied with. All four are branded bigints and are made only here:
 * no floating point ever touches them, in code, on the wire (decimal strings) or in SQL (bigint).
 */

declare const unit: unique symbol

/** An amount in 1/10,000 yuan. */
export type Money = bigint & { readonly [unit]: 'money' }
/** A share in 1/10,000 (2500n = 25%). */
export type Share = bigint & { readonly [unit]: 'share' }
/** A commission rate in 1/100,000 of turnover (1250n = 1.25%). */
export type Rate = bigint & { readonly [unit]: 'rate' }
/** Decimal odds including the stake, in 1/10,000 (19800n = 1.98). */
export type Odds = bigint & { readonly [unit]: 'odds' }

export const MONEY_SCALE = 10_000n
export const SHARE_SCALE = 10_000n
export const RATE_SCALE = 100_000n
export const ODDS_SCALE = 10_000n

export const ZERO = 0n as Money
export const WHOLE_SHARE = SHARE_SCALE as Share
export const NO_SHARE = 0n as Share

/** Brands an integer that is already in 1/10,000 yuan (a database value, a literal of a test). */
export const money = (units: bigint): Money => units as Money
/** Brands an integer that is already in 1/10,000. */
export const share = (units: bigint): Share => units as Share
/** Brands an integer that is already in 1/100,000. */
export const rate = (units: bigint): Rate => units as Rate
/** Brands an integer that is already in 1/10,000. */
export const odds = (units: bigint): Odds => units as Odds

/** Whole yuan as money. */
export const yuan = (amount: number | bigint): Money => (BigInt(amount) * MONEY_SCALE) as Money

export const add = (a: Money, b: Money): Money => (a + b) as Money
export const sub = (a: Money, b: Money): Money => (a - b) as Money
export const neg = (a: Money): Money => -a as Money
export const sum = (amounts: Iterable<Money>): Money => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total as Money
}
export const min = (a: Money, b: Money): Money => (a < b ? a : b)
export const max = (a: Money, b: Money): Money => (a > b ? a : b)

/** `numerator / denominator` rounded to the nearest integer, ties to the even one. `denominator` > 0. */
export const divideHalfEven = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  const rest = numerator - quotient * denominator
  if (rest === 0n) return quotient
  const twice = (rest < 0n ? -rest : rest) * 2n
  if (twice < denominator) return quotient
  if (twice === denominator && quotient % 2n === 0n) return quotient
  return rest < 0n ? quotient - 1n : quotient + 1n
}

/** `numerator / denominator` rounded toward minus infinity. `denominator` > 0. */
export const divideFloor = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}
