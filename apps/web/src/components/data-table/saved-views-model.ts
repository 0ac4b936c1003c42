import { type ColumnChoice, NO_CHOICE, readChoice } from './columns-model.ts'

/** Filters, sort and page size of a list as its address has them, and its columns, under a name. */
export type SavedView = { readonly name: string; readonly search: string; readonly columns: ColumnChoice }
export type SavedViews = { readonly views: readonly SavedView[] }

export const MAX_VIEWS = 20
export const MAX_NAME = 20
const MAX_SEARCH = 1_000

/** Days and periods stay as they are shown: a view is used again on other days. */
const RANGE = ['from', 'to', 'date', 'day', 'pfrom', 'pto', 'period']
/** Where one stands in the list, and what is open beside it. */
const PLACE = ['page', 'cursor', 'bet', 'of', 'settle', 'create', 'edit']

const isView = (value: unknown): value is { name: string; search: string; columns?: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'search' in value &&
  typeof value.name === 'string' &&
  typeof value.search === 'string' &&
  value.name.length <= MAX_NAME &&
  value.search.length <= MAX_SEARCH

/** Parses stored views; what is invalid is left out. */
export const readViews = (stored: string | null): SavedViews => {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    const views: unknown = typeof value === 'object' && value !== null && 'views' in value ? value.views : []
    return {
      views: (Array.isArray(views) ? views : [])
        .filter(isView)
        .slice(0, MAX_VIEWS)
        .map(({ name, search, columns }) => ({
          name,
          search,
          columns: readChoice(JSON.stringify(columns ?? NO_CHOICE)),
        })),
    }
  } catch {
    return { views: [] }
  }
}

/** What of an address a view keeps, always in the same order. */
export const storedSearch = (search: URLSearchParams): string => {
  const stored = new URLSearchParams([...search].filter(([name]) => !RANGE.includes(name) && !PLACE.includes(name)))
  stored.sort()
  return String(stored)
}

/** The address with a view: its filters, on the days that are shown. */
export const withView = (held: URLSearchParams, view: Pick<SavedView, 'search'>): URLSearchParams =>
  new URLSearchParams([...[...held].filter(([name]) => RANGE.includes(name)), ...new URLSearchParams(view.search)])

/** The views with one more; one of the same name is replaced in its place. */
export const withSaved = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  views.some(({ name }) => name === view.name)
    ? views.map((one) => (one.name === view.name ? view : one))
    : [...views, view]

const sameColumns = (one: ColumnChoice, other: ColumnChoice): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether a view is what is shown now. */
export const isShown = (view: SavedView, search: URLSearchParams, columns: ColumnChoice): boolean =>
  view.search === storedSearch(search) && sameColumns(view.columns, columns)
