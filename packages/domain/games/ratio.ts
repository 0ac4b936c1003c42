/** Exact rational numbers for probabilities and edges. Always reduced, with a positive denominator. */
export type Ratio = { readonly n: bigint; readonly d: bigint }

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** `n / d`, reduced. Throws when `d` is 0. */
export const ratio = (n: bigint, d = 1n): Ratio => {
  if (d === 0n) throw new Error('the denominator of a ratio is 0')
  const sign = d < 0n ? -1n : 1n
  const divisor = gcd(n, d * sign) || 1n
  return { n: (n * sign) / divisor, d: (d * sign) / divisor }
}

export const RATIO_ZERO: Ratio = { n: 0n, d: 1n }
export const RATIO_ONE: Ratio = { n: 1n, d: 1n }

export const addRatio = (a: Ratio, b: Ratio): Ratio => ratio(a.n * b.d + b.n * a.d, a.d * b.d)
export const subRatio = (a: Ratio, b: Ratio): Ratio => ratio(a.n * b.d - b.n * a.d, a.d * b.d)
export const mulRatio = (a: Ratio, b: Ratio): Ratio => ratio(a.n * b.n, a.d * b.d)
/** -1, 0 or 1 as `a` is less than, equal to or greater than `b`. */
export const compareRatio = (a: Ratio, b: Ratio): -1 | 0 | 1 => {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
export const sumRatio = (parts: Iterable<Ratio>): Ratio => {
  let total = RATIO_ZERO
  for (const part of parts) total = addRatio(total, part)
  return total
}

/** Parses `"9/20"` or `"1"` from our own data. Throws on any other text. */
export const parseRatio = (text: string): Ratio => {
  const match = /^(\d+)(?:\/(\d+))?$/.exec(text)
  if (!match?.[1]) throw new Error(`not a fraction: ${text}`)
  return ratio(BigInt(match[1]), BigInt(match[2] ?? '1'))
}

/** The value with `places` decimals, cut toward minus infinity: ratioText(1/3, 4) is "0.3333". */
export const ratioText = (value: Ratio, places: number): string => {
  const scale = 10n ** BigInt(places)
  let scaled = (value.n * scale) / value.d
  if (value.n < 0n && scaled * value.d !== value.n * scale) scaled -= 1n
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`
  return `${scaled < 0n ? '-' : ''}${whole}${fraction}`
}
