import { parseAmountTyped, parseMoney, parseRate, parseShare } from '@strata/domain/money'
import { appText } from '../text/zh-CN/app/app.ts'
import { groupDigits } from './typed-amount.ts'

/** The kind of a typed value of terms. */
export type ValueKind = 'share' | 'rate' | 'money'

/** The value in exact units of its kind; null if invalid or negative. Blanks and thousands separators are allowed. */
export const readValue = (kind: ValueKind, text: string): bigint | null => {
  const plain = text.replaceAll(/[,\s]/g, '')
  const parsed = kind === 'share' ? parseShare(plain) : kind === 'rate' ? parseRate(plain) : parseAmountTyped(plain)
  return parsed.ok && parsed.value >= 0n ? parsed.value : null
}

/** The canonical spelling: no separators, no trailing zeros. An invalid number stays as it is. */
export const normal = (text: string): string => {
  const plain = text.replaceAll(/[,\s]/g, '')
  const match = /^0*(\d+?)(?:\.(\d*?)0*)?$/.exec(plain)
  if (!match) return plain
  const [, whole = '', decimals = ''] = match
  return decimals === '' ? whole : `${whole}.${decimals}`
}

export const sameValue = (one: string, other: string): boolean => normal(one) === normal(other)

/** With thousands separators; an invalid number stays as it is. */
export const grouped = (text: string): string => {
  const plain = normal(text)
  return /^\d+(?:\.|$)/.test(plain) ? groupDigits(plain) : text
}

/** A wire amount in short form: 20万, 1.5亿, 500. */
export const shortAmount = (text: string): string => {
  const parsed = parseMoney(text)
  if (!parsed.ok) return text
  const cents = parsed.value / 100n
  const units: readonly (readonly [bigint, string])[] = [
    [10_000_000_000n, appText.units.hundredMillion],
    [1_000_000n, appText.units.tenThousand],
  ]
  for (const [unit, word] of units) {
    // Only if no digit is lost.
    if (cents >= unit && (cents * 100n) % unit === 0n) {
      const hundredths = (cents * 100n) / unit
      return `${normal(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`)}${word}`
    }
  }
  return normal(text)
}
