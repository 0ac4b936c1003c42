/** What the address of a list holds: its filters, order and page, each under a name of its own. */
import { type DayRange, isDay } from './time.ts'

export type AddressChange = Readonly<Record<string, string | null>>

const LAST_PAGE = 500
const LONGEST = 32

/** The address with some filters changed. Other filters begin at the first page; '' and null leave the address. */
export const changedAddress = (held: URLSearchParams, change: AddressChange): URLSearchParams => {
  const next = new URLSearchParams(held)
  for (const [name, value] of Object.entries({ page: null, ...change })) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  if (next.get('page') === '1') next.delete('page')
  return next
}

/** The page of the list; anything else than one that the server counts is the first. */
export const pageOf = (search: URLSearchParams): number => Math.min(LAST_PAGE, idOf(search, 'page') ?? 1)

export const textOf = (search: URLSearchParams, name: string): string => (search.get(name) ?? '').slice(0, LONGEST)

/** A number that names something; null: none is given. */
export const idOf = (search: URLSearchParams, name: string): number | null => {
  const text = search.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** One of the choices of a filter; null: none of them. */
export const choiceOf = <T extends string | number>(
  search: URLSearchParams,
  name: string,
  choices: readonly T[],
): T | null => choices.find((choice) => String(choice) === search.get(name)) ?? null

/** Two days up to today in their order; null: the address has no such range. */
export const rangeOf = (search: URLSearchParams, today: string): DayRange | null => {
  const [from, to] = [search.get('from'), search.get('to')]
  return isDay(from) && isDay(to) && from <= to && to <= today ? { from, to } : null
}
