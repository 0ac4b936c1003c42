import { formatMoney, groupThousands, parseAmountTyped } from '@strata/domain/money'

/** What was typed into a field, as the wire writes it; null is an empty field. */
export type TypedAmount = { readonly ok: true; readonly value: string | null } | { readonly ok: false }

/** Whole digits that a limit may have. */
const LARGEST = 10n ** 16n

/** Reads a typed amount of 0 or more with at most 2 decimals; blanks around it and thousands separators are let pass. */
export const readTyped = (text: string): TypedAmount => {
  if (text.trim() === '') return { ok: true, value: null }
  const parsed = parseAmountTyped(text)
  if (!parsed.ok || parsed.value < 0n || parsed.value >= LARGEST) return { ok: false }
  return { ok: true, value: formatMoney(parsed.value) }
}

/** Whether two fields mean the same, however they are written. What cannot be read is only equal to itself. */
export const sameTyped = (one: string, other: string): boolean => {
  const [a, b] = [readTyped(one), readTyped(other)]
  return a.ok && b.ok ? a.value === b.value : one === other
}

/** A wire amount as people write it into a field: thousands separated, no decimals that say nothing. */
export const groupDigits = (wire: string): string => {
  const [whole = '', decimals] = wire.split('.')
  const grouped = groupThousands(whole)
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
