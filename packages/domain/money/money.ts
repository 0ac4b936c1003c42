/**
 * Money and the three ratios it is multiplied by. All four are branded bigints and are made only here. Floating point
 * is never used for them: not in code, not on the wire (decimal strings) and not in SQL (bigint).
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

/** Why a text is not a valid number. `notANumber`: it is not digits with at most one point and one sign. */
export type NumberRefusal = 'notANumber' | 'tooManyDecimals' | 'tooLarge'
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: NumberRefusal }

/** Fifteen digits before the point: more than any amount of the business, and far inside PostgreSQL's bigint. */
const MAX_WHOLE_DIGITS = 15
const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/

/** Reads decimal text as an integer of `10^-places`. Trailing zeros count as decimals, because they were typed. */
const parseDecimal = (text: string, places: number, maxDecimals: number): Parsed<bigint> => {
  const parts = DECIMAL.exec(text)
  if (!parts) return { ok: false, refusal: 'notANumber' }
  const whole = (parts[2] ?? '').replace(/^0+(?=\d)/, '')
  const decimals = parts[3] ?? ''
  if (decimals.length > maxDecimals) return { ok: false, refusal: 'tooManyDecimals' }
  if (whole.length > MAX_WHOLE_DIGITS) return { ok: false, refusal: 'tooLarge' }
  const units = BigInt(whole + decimals.padEnd(places, '0'))
  return { ok: true, value: parts[1] === '-' ? -units : units }
}

const ZERO_DIGIT = 0x30

/** Writes an integer of `10^-places` as a decimal without trailing zeros ("1234.5", "-0.0001", "0"). */
const formatDecimal = (units: bigint, places: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const point = digits.length - places
  let end = digits.length
  while (end > point && digits.charCodeAt(end - 1) === ZERO_DIGIT) end -= 1
  const whole = units < 0n ? `-${digits.slice(0, point)}` : digits.slice(0, point)
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`
}

/**
 * Reads a decimal string of the wire as money; by default at most 4 decimals. Signs are allowed: callers check ranges.
 */
export const parseMoney = (
  text: string,
  limits: { readonly maxDecimals: number } = { maxDecimals: 4 },
): Parsed<Money> => parseDecimal(text, 4, Math.min(limits.maxDecimals, 4)) as Parsed<Money>

/** Money as the wire writes it: "1234.5", at most 4 decimals, no trailing zeros. */
export const formatMoney = (amount: Money): string => formatDecimal(amount, 4)

/** Reads an amount that a person typed: at most 2 decimals; outer blanks and thousands separators are accepted. */
export const parseAmountTyped = (text: string): Parsed<Money> => {
  const trimmed = text.trim()
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(trimmed)
  return parseMoney(grouped ? trimmed.replaceAll(',', '') : trimmed, { maxDecimals: 2 })
}

/** Writes a whole number with thousands separators: "-1234567" becomes "-1,234,567". */
export const groupThousands = (whole: string): string => {
  const start = whole.startsWith('-') ? 1 : 0
  let end = whole.length
  let grouped = ''
  // No regular expression: a board formats hundreds of amounts several times a second.
  while (end - start > 3) {
    grouped = `,${whole.slice(end - 3, end)}${grouped}`
    end -= 3
  }
  return whole.slice(0, end) + grouped
}

/** Money as screens show it: 2 decimals cut toward zero, with thousands separators ("-1,234.50"; -1.239 is "-1.23"). */
export const displayMoney = (amount: Money): string => {
  const cents = (amount < 0n ? -amount : amount) / 100n
  const digits = cents.toString().padStart(3, '0')
  const whole = groupThousands(digits.slice(0, -2))
  return `${amount < 0n && cents > 0n ? '-' : ''}${whole}.${digits.slice(-2)}`
}

/** Reads a percent string as a share: "25" is 2500n. At most 2 decimals. */
export const parseShare = (text: string): Parsed<Share> => parseDecimal(text, 2, 2) as Parsed<Share>
/** A share as a percent string of the wire: 2500n is "25". */
export const formatShare = (value: Share): string => formatDecimal(value, 2)
/** Reads a percent string as a commission rate: "1.25" is 1250n. At most 3 decimals. */
export const parseRate = (text: string): Parsed<Rate> => parseDecimal(text, 3, 3) as Parsed<Rate>
/** A commission rate as a percent string of the wire: 1250n is "1.25". */
export const formatRate = (value: Rate): string => formatDecimal(value, 3)
/** Reads decimal odds: "1.98" is 19800n. At most 4 decimals. */
export const parseOdds = (text: string): Parsed<Odds> => parseDecimal(text, 4, 4) as Parsed<Odds>
/** Odds as the wire writes them: 19800n is "1.98". */
export const formatOdds = (value: Odds): string => formatDecimal(value, 4)
