import { type DayRange, isDay, shortcutRange } from '../../lib/time.ts'
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

export const readFilters = (search: URLSearchParams, today: string): Filters => {
  const [from, to] = [search.get('from'), search.get('to')]
  const fine = isDay(from) && isDay(to) && from <= to && to <= today
  const merchant = search.get('merchant') ?? ''
  const page = search.get('page') ?? ''
  const text = (name: string): string => (search.get(name) ?? '').slice(0, 32)
  return {
    range: fine ? { from, to } : shortcutRange('today', today),
    kinds: kindsOf(search.get('kinds')),
    merchant: /^[1-9]\d{0,8}$/.test(merchant) ? Number(merchant) : null,
    account: text('account'),
    operator: text('operator'),
    least: sizeTyped(text('least')) ?? '',
    most: sizeTyped(text('most')) ?? '',
    pageIndex: /^[1-9]\d{0,2}$/.test(page) ? Math.min(500, Number(page)) : 1,
  }
}

/** The filters as the call takes them. */
export const requestOf = (filters: Filters) => ({
  ...filters.range,
  ...(filters.kinds.length === 0 ? {} : { kinds: [...filters.kinds] }),
  ...(filters.merchant === null ? {} : { agentPathsId: filters.merchant, includeDownline: true }),
  ...Object.fromEntries(TYPED.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]]))),
})
