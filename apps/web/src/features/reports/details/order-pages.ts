import { MAX_NUMBERED_PAGE } from '@strata/contract/rules'

/** How many page numbers stand around the current one. */
const SHOWN = 5

type Asked = {
  readonly pageIndex: number
  readonly pageSize: number
  readonly total: number
  /** There are more orders than were counted. */
  readonly more: boolean
}

export type Pages = { readonly shown: readonly number[]; readonly last: number; readonly hasNext: boolean }

/** The page numbers to offer: around the current one, and the last that is known. */
export const pagesOf = ({ pageIndex, pageSize, total, more }: Asked): Pages => {
  const all = Math.max(1, Math.ceil(total / pageSize))
  const counted = Math.min(all, MAX_NUMBERED_PAGE)
  const last = Math.max(counted, Math.min(pageIndex, more ? pageIndex : all))
  const first = Math.max(1, Math.min(pageIndex - 2, last - SHOWN + 1))
  const shown = Array.from({ length: Math.min(SHOWN, last) }, (_, at) => first + at)
  // Beyond what was counted, only the current page has a number: its neighbours are reached one by one.
  return {
    shown: shown.filter((page) => page <= counted || page === pageIndex),
    last,
    hasNext: pageIndex < all || more,
  }
}

const withoutPage = (held: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(held)
  for (const name of ['cursor', 'page']) next.delete(name)
  return next
}

/** The page that an address shows; without its cursor only one that has a number. */
export const shownPage = (search: URLSearchParams): number => {
  const page = Number(/^[1-9]\d{0,6}$/.exec(search.get('page') ?? '')?.[0] ?? 1)
  return search.has('cursor') ? page : Math.min(MAX_NUMBERED_PAGE, page)
}

/** The address of the list's first page. */
export const firstPage = withoutPage

/** The address of a page; `cursor` where the page before it has told it, so that no page is counted again. */
export const withPage = (held: URLSearchParams, page: number, cursor: string | null): URLSearchParams => {
  const next = withoutPage(held)
  if (page > 1) next.set('page', String(page))
  if (page > 1 && cursor !== null) next.set('cursor', cursor)
  next.delete('bet')
  return next
}
