import { idOf, pageOf, rangeOf, textOf } from '../../lib/address.ts'
import { type DayRange, shortcutRange } from '../../lib/time.ts'
import { type Kind, kindsOf } from '../ledger/fund-kinds.tsx'

/** What is typed and then searched with together. */
export const TYPED = ['account', 'operator', 'least', 'most'] as const
export type Typed = Readonly<Record<(typeof TYPED)[number], string>>

export type Filters = Typed & {
  readonly range: DayRange
  readonly kinds: readonly Kind[]
  /** The path of a merchant. */
  readonly merchant: number | null
  readonly pageIndex: number
}

const AMOUNT = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/

/** An amount as people type it, in the wire's form; null: it is none. */
export const sizeTyped = (text: string): string | null => {
  const plain = text.replaceAll(/[,\s]/g, '')
  return plain === '' || AMOUNT.test(plain) ? plain : null
}

export const readFilters = (search: URLSearchParams, today: string): Filters => ({
  range: rangeOf(search, today) ?? shortcutRange('today', today),
  kinds: kindsOf(search.get('kinds')),
  merchant: idOf(search, 'merchant'),
  account: textOf(search, 'account'),
  operator: textOf(search, 'operator'),
  least: sizeTyped(textOf(search, 'least')) ?? '',
  most: sizeTyped(textOf(search, 'most')) ?? '',
  pageIndex: pageOf(search),
})

/** The filters as the call takes them. */
export const requestOf = (filters: Filters) => ({
  ...filters.range,
  ...(filters.kinds.length === 0 ? {} : { kinds: [...filters.kinds] }),
  ...(filters.merchant === null ? {} : { agentPathsId: filters.merchant, includeDownline: true }),
  ...Object.fromEntries(TYPED.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]]))),
})
