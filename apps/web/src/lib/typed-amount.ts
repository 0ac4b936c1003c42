import { formatMoney, groupThousands, parseAmountTyped } from '@strata/domain/money'

/** The content of a field in the wire's form; null is an empty field. */
export type TypedAmount = { readonly ok: true; readonly value: string | null } | { readonly ok: false }

/** Limit of the whole yuan. */
const LARGEST = 10n ** 16n

/**
 * Parses a typed amount of 0 or more with at most 2 decimals; surrounding blanks and thousands separators are
 * allowed.
 */
export const readTyped = (text: string): TypedAmount => {
  if (text.trim() === '') return { ok: true, value: null }
  const parsed = parseAmountTyped(text)
  if (!parsed.ok || parsed.value < 0n || parsed.value >= LARGEST) return { ok: false }
  return { ok: true, value: formatMoney(parsed.value) }
}

/** Whether two fields have the same value, however they are written. An invalid text equals only itself. */
export const sameTyped = (one: string, other: string): boolean => {
  const [a, b] = [readTyped(one), readTyped(other)]
  return a.ok && b.ok ? a.value === b.value : one === other
}

/** A wire amount for a field: with thousands separators, without trailing zeros. */
export const groupDigits = (wire: string): string => {
  const [whole = '', decimals] = wire.split('.')
  const grouped = groupThousands(whole)
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
